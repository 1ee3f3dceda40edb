import { compareVersions } from "../release/compare_versions.ts";
import { shapeOf } from "../release/version.ts";

/**
 * Whether the ref `is` names an older version than the ref `was`. Refs that are
 * no versions, or versions of different things, are not older.
 */
export function isOlderVersion(is: string, was: string): boolean {
  const [newer, older] = [shapeOf(is), shapeOf(was)];
  if (newer === undefined || older === undefined) return false;
  return newer.shape.prefix === older.shape.prefix &&
    compareVersions(newer.version, older.version) < 0;
}
