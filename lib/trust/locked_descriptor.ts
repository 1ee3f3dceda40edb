import type { Position } from "../base/position.ts";
import type { LockBlock } from "../lock/model.ts";
import type { Descriptor, DescriptorValues, Located } from "./descriptor.ts";

/**
 * The facts of a committed lock block in the form of an organization's
 * descriptor, for a clone that has no organization home on disk. The pin is
 * left out: it stands in the adopter's own entry. `at` is where messages point.
 */
export function lockedDescriptor(block: LockBlock, at: Position): Descriptor {
  const values: { [K in keyof DescriptorValues]?: DescriptorValues[K] } = {
    method: block.pin.method,
    url: block.pin.url,
    ...block.layout,
    ...(block.provides === undefined ? {} : { provides: block.provides }),
    ...(block.policy.keys === undefined ? {} : { keys: block.policy.keys }),
    ...(block.policy.signedBy === undefined
      ? {}
      : { signedBy: block.policy.signedBy }),
  };
  return Object.fromEntries(
    Object.entries(values).map((
      [key, value],
    ): [string, Located<unknown>] => [key, { value, at }]),
  ) as Descriptor;
}
