import { ConfigError, HostError } from "../base/errors.ts";
import { MAX_IGNORE_FILE_BYTES } from "../base/limits.ts";
import { readRegular } from "../repository/read_regular.ts";
import { GITIGNORE } from "../store/paths.ts";

/**
 * Reads the checkout's `.gitignore`; undefined when there is none.
 *
 * @throws {HostError} `ignore-ineffective` when it is a symbolic link (git
 * reads no rule through it, and a write would change a file elsewhere), no
 * regular file or of no sane size.
 */
export function readIgnoreFile(root: string): Uint8Array | undefined {
  try {
    return readRegular(root, GITIGNORE, MAX_IGNORE_FILE_BYTES);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new HostError(
      "ignore-ineffective",
      `git reads no ignore rule here, because ${error.message}`,
      { path: GITIGNORE, cause: error },
    );
  }
}
