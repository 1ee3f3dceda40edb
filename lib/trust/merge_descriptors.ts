import type { Descriptor } from "./descriptor.ts";

/**
 * Puts an adopter's keys over an organization's, key by key (`layout` too).
 * The organization supplies what contract section 2 lists, and the signers
 * that go with its `keys`, since they only narrow whom those introduce; its
 * `ref` and anchor are never a pin.
 */
export function mergeDescriptors(
  organization: Descriptor | undefined,
  adopter: Descriptor,
): Descriptor {
  if (organization === undefined) return adopter;
  const {
    ref: _ref,
    commit: _commit,
    sha512: _sha512,
    organization: _organization,
    manifest: _manifest,
    allowUnlisted: _allowUnlisted,
    ...supplied
  } = organization;
  return { ...supplied, ...adopter };
}
