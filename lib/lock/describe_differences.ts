import { formatPosition } from "../base/position.ts";
import { printable } from "../report/printable.ts";
import type { ResolvedSource } from "../trust/model.ts";
import type { LockDifference } from "./diff_lock.ts";

/**
 * What differs, as a person reads it: what the lock has, what the trust list
 * now says, or the organization's file, by place, where that is what changed.
 */
export function describeDifferences(
  differences: readonly LockDifference[],
  { inherited }: Pick<ResolvedSource, "inherited">,
): string {
  const show = (value: string) => value === "" ? "none" : printable(value);
  return differences.map(({ key, from, to }) => {
    const at = inherited?.[key];
    const where = at === undefined
      ? "the trust list"
      : `${formatPosition(at)}, which the organization keeps`;
    return `${key} is ${show(from)} in the lock and ${show(to)} in ${where}`;
  }).join("; ");
}
