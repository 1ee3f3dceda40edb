import { join } from "node:path";
import { diskError } from "./disk_error.ts";

/** A private folder outside every repository, with a staging folder in it. */
export interface ScratchArea extends Disposable {
  /** Absolute path, mode 0700. */
  readonly root: string;
  /** Name of the staging folder in it. */
  readonly staging: string;
}

/**
 * Makes a place to fetch into for commands that look and change nothing; it is
 * gone when it is disposed of.
 *
 * @throws {HostError} `disk-error`
 */
export function makeScratchArea(): ScratchArea {
  const staging = "staging";
  let root: string;
  try {
    // The names policy compares real paths, and /tmp is a link on some systems.
    root = Deno.realPathSync(
      Deno.makeTempDirSync({ prefix: "skill-sources-" }),
    );
    Deno.mkdirSync(join(root, staging), { mode: 0o700 });
  } catch (error) {
    throw diskError(error, "make", "a temporary folder");
  }
  return {
    root,
    staging,
    [Symbol.dispose]() {
      try {
        Deno.removeSync(root, { recursive: true });
      } catch (error) {
        if (!(error instanceof Deno.errors.NotFound)) {
          throw diskError(error, "remove", root);
        }
      }
    },
  };
}
