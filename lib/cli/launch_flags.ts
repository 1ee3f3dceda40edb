import { permissionFlags, type PermissionOptions } from "./permissions.ts";
import { settingsOf } from "./settings.ts";

/**
 * The flags of `deno run` that a command line needs, and no more. One that does
 * not hold needs nothing: the program says what is wrong with it.
 */
export function launchFlags(
  argv: readonly string[],
  options: PermissionOptions = {},
): readonly string[] {
  return permissionFlags(settingsOf(argv).needs, options);
}
