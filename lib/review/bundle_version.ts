import type { FieldChange } from "./model.ts";

/** The key where it can be read without a parser: a plain or quoted version at a line's beginning. */
const BUNDLE_VERSION =
  /^bundle_version:[ \t]{0,8}(["']?)([0-9A-Za-z][0-9A-Za-z.+-]{0,63})\1[ \t]{0,8}\r?$/m;

/**
 * How the version of a bundle moved, when one side at least has a manifest
 * with a simple one; nothing when both say the same.
 */
export function bundleVersion(
  old: Uint8Array | undefined,
  next: Uint8Array | undefined,
): FieldChange[] {
  const from = versionIn(old);
  const to = versionIn(next);
  if (from === to) return [];
  return [{
    field: "bundle_version",
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  }];
}

function versionIn(bytes: Uint8Array | undefined): string | undefined {
  if (bytes === undefined) return undefined;
  return BUNDLE_VERSION.exec(new TextDecoder().decode(bytes))?.[2];
}
