import { archiveError } from "./archive_error.ts";
import type { FileWindow } from "./file_window.ts";
import { checkEntryCount } from "./unpack_budget.ts";

/** Where the central directory stands, as the end record says. */
export interface ZipEndRecord {
  /** Offset of the central directory, in bytes. */
  readonly start: number;
  /** Offset of its end, which is that of the end record. */
  readonly end: number;
  /** Number of entries. */
  readonly count: number;
}

const SIGNATURE = 0x06054b50;
const ZIP64_LOCATOR = 0x07064b50;
const LENGTH = 22;
const MAX_COMMENT = 0xffff;
/** Bytes of a central directory, which is held in memory. */
const MAX_DIRECTORY_BYTES = 64 * 1024 * 1024;

/**
 * Finds the one end record whose comment ends where the file does.
 *
 * A second record, in the comment or before it, would let another program see
 * another list of files in the same bytes (contract section 3, "Archives must
 * agree with themselves").
 *
 * @throws {SourceError} `archive-invalid`, `limit-exceeded`.
 */
export function readZipEndRecord(
  window: FileWindow,
  size: number,
  archive: string,
): ZipEndRecord {
  const tailLength = Math.min(size, LENGTH + MAX_COMMENT);
  const tail = window.read(size - tailLength, tailLength).slice();
  const view = new DataView(tail.buffer);
  let found: number | undefined;
  for (let at = tailLength - LENGTH; at >= 0; at--) {
    if (view.getUint32(at, true) !== SIGNATURE) continue;
    const fits = at + LENGTH + view.getUint16(at + 20, true) === tailLength;
    if (fits && found === undefined) found = at;
    else if (fits || found === undefined) {
      throw archiveError(
        archive,
        "it has two end records or bytes after the end record, so that programs disagree about what it holds",
      );
    }
  }
  if (found === undefined) {
    throw archiveError(
      archive,
      "it has no end record: it is cut off or no zip",
    );
  }
  return checked(view, found, size - tailLength + found, archive);
}

function checked(
  view: DataView,
  at: number,
  offset: number,
  archive: string,
): ZipEndRecord {
  const u16 = (delta: number) => view.getUint16(at + delta, true);
  const u32 = (delta: number) => view.getUint32(at + delta, true);
  const count = u16(10);
  const length = u32(12);
  const start = u32(16);
  const zip64 = count === 0xffff || length === 0xffffffff ||
    start === 0xffffffff ||
    (at >= 20 && view.getUint32(at - 20, true) === ZIP64_LOCATOR);
  if (zip64) {
    throw archiveError(
      archive,
      "it is in the zip64 format, which is for archives over 4 GiB or 65,535 entries and is not read",
    );
  }
  if (u16(4) !== 0 || u16(6) !== 0 || u16(8) !== count) {
    throw archiveError(archive, "it is one part of a split archive");
  }
  checkEntryCount(archive, count);
  if (length > MAX_DIRECTORY_BYTES) {
    throw archiveError(archive, "its central directory is unreasonably large");
  }
  if (start + length !== offset) {
    throw archiveError(
      archive,
      "its central directory does not end where the end record begins",
    );
  }
  return { start, end: offset, count };
}
