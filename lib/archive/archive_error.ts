import { SourceError } from "../base/errors.ts";
import { printable } from "../report/printable.ts";

/**
 * The error for an archive that contradicts itself or cannot be read.
 * `archive` is its file name, `why` completes "… is refused because", and
 * `path` is the raw name of the entry at fault.
 */
export function archiveError(
  archive: string,
  why: string,
  path?: Uint8Array,
): SourceError {
  const entry = path === undefined ? "" : ` at "${entryName(path)}"`;
  return new SourceError(
    "archive-invalid",
    `${
      printable(archive)
    } is refused${entry} because ${why}; ask the source's maintainer for a sound archive.`,
  );
}

/** An entry's raw name as messages show it. */
export function entryName(path: Uint8Array): string {
  const text = new TextDecoder().decode(path.subarray(0, 300));
  return printable(path.length > 300 ? `${text}…` : text);
}
