import { HostError, SkillSourcesError } from "../base/errors.ts";

/** What the errno of a failed file operation means to a person. */
const CAUSES: Readonly<Record<string, string>> = {
  ENOSPC: "no space is left on the disk",
  EDQUOT: "the disk quota is used up",
  EACCES: "permission was denied",
  EPERM: "the operation is not permitted",
  EROFS: "the file system is read-only",
  EXDEV: "the paths lie on different file systems",
  ENOTDIR: "a file stands where a folder is needed",
  EISDIR: "a folder stands where a file is needed",
  ENOTEMPTY: "the folder is not empty",
  EEXIST: "something already stands there",
  ELOOP: "symbolic links lead in a circle",
  ENAMETOOLONG: "the name is too long for this file system",
  EMFILE: "too many files are open",
  EIO: "the disk reported a read or write error",
};

/**
 * Turns whatever a file operation threw into a `HostError` `disk-error` that
 * names the operation, the path and the cause. Errors of this tool and
 * interruptions pass unchanged.
 */
export function diskError(error: unknown, doing: string, path: string): Error {
  if (error instanceof SkillSourcesError) return error;
  if (error instanceof DOMException) return error;
  if (error instanceof Deno.errors.NotCapable) {
    return new HostError(
      "permission-missing",
      `cannot ${doing} ${path}: Deno was started without the permission; run it with --allow-read --allow-write`,
      { path, cause: error, fix: "--allow-read --allow-write" },
    );
  }
  const code = (error as { code?: string }).code;
  const cause = code !== undefined && CAUSES[code] !== undefined
    ? CAUSES[code]
    : error instanceof Error
    ? error.message
    : String(error);
  return new HostError("disk-error", `cannot ${doing} ${path}: ${cause}`, {
    path,
    cause: error,
  });
}
