import { archiveError } from "./archive_error.ts";

/** The formats that are read. */
export type ArchiveFormat = "zip" | "tar.gz";

/**
 * What an archive is by its first bytes, which must be what its name says.
 *
 * @param head its first bytes, at least 512 where it has as many.
 * @throws {SourceError} `archive-invalid`; a web page is called that.
 */
export function archiveFormat(head: Uint8Array, name: string): ArchiveFormat {
  const is = (...magic: number[]) =>
    magic.every((byte, at) => head[at] === byte);
  if (head.length === 0) throw archiveError(name, "it is empty");
  if (looksLikeHtml(head)) {
    throw archiveError(
      name,
      "the server sent an HTML page, such as a login or a choice of mirrors, where an archive was expected",
    );
  }
  const format = is(0x50, 0x4b, 3, 4) || is(0x50, 0x4b, 5, 6)
    ? "zip"
    : is(0x1f, 0x8b, 8)
    ? "tar.gz"
    : undefined;
  if (format === undefined) {
    throw archiveError(name, "it begins neither as a zip nor as a gzip file");
  }
  const said = saidFormat(name);
  if (said !== undefined && said !== format) {
    throw archiveError(name, `it is not the ${said} file that its name says`);
  }
  return format;
}

/** The format that a file name claims. */
export function saidFormat(name: string): ArchiveFormat | undefined {
  if (/\.zip$/i.test(name)) return "zip";
  return /\.(?:tar\.gz|tgz)$/i.test(name) ? "tar.gz" : undefined;
}

/** Whether bytes begin as a web page. */
export function looksLikeHtml(head: Uint8Array): boolean {
  const text = new TextDecoder().decode(head.subarray(0, 512));
  return /^\s*(?:<!doctype\s+html|<html|<head|<\?xml[^>]*>\s*<!doctype\s+html)/i
    .test(text);
}
