import { join } from "node:path";
import { diskError } from "./disk_error.ts";

/**
 * Makes a folder that only this user may enter. One that stands already is an
 * error: whoever made it may have left something in it.
 *
 * @param path relative to `root`, as messages show it
 * @throws {HostError} `disk-error`
 */
export function makePrivateFolder(root: string, path: string): void {
  try {
    Deno.mkdirSync(join(root, path), { mode: 0o700 });
  } catch (error) {
    throw diskError(error, "make", path);
  }
}
