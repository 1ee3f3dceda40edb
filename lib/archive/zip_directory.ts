import { archiveError } from "./archive_error.ts";
import type { FileWindow } from "./file_window.ts";
import type { ZipEndRecord } from "./zip_end_record.ts";
import { renames, zipExtra } from "./zip_extra.ts";
import type { ZipMember } from "./zip_member.ts";

const SIGNATURE = 0x02014b50;
const LENGTH = 46;
/** Deflate level hints, sizes behind the data, UTF-8 names. */
const KNOWN_FLAGS = 0x0002 | 0x0004 | 0x0008 | 0x0800;
const ENCRYPTION_FLAGS = 0x0001 | 0x0040 | 0x2000;
const ZIP64_EXTRA = 0x0001;

/**
 * Reads the central directory: exactly the announced entries, filling exactly
 * the announced bytes.
 *
 * @throws {SourceError} `archive-invalid`.
 */
export function readZipDirectory(
  window: FileWindow,
  record: ZipEndRecord,
  archive: string,
): ZipMember[] {
  const bytes = window.read(record.start, record.end - record.start).slice();
  const view = new DataView(bytes.buffer);
  const members: ZipMember[] = [];
  let at = 0;
  while (members.length < record.count) {
    if (at + LENGTH > bytes.length || view.getUint32(at, true) !== SIGNATURE) {
      throw archiveError(archive, "its central directory is damaged");
    }
    const nameEnd = at + LENGTH + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    const end = extraEnd + view.getUint16(at + 32, true);
    if (end > bytes.length) {
      throw archiveError(archive, "its central directory is damaged");
    }
    const name = bytes.subarray(at + LENGTH, nameEnd);
    const member = memberAt(view, at, name);
    checkMember(member, view.getUint16(at + 34, true), archive);
    checkExtra(bytes.subarray(nameEnd, extraEnd), name, archive);
    members.push(member);
    at = end;
  }
  if (at !== bytes.length) {
    throw archiveError(
      archive,
      "its central directory holds more than the end record announces",
    );
  }
  return members;
}

function memberAt(view: DataView, at: number, name: Uint8Array): ZipMember {
  return {
    name,
    madeBy: view.getUint16(at + 4, true) >> 8,
    flags: view.getUint16(at + 8, true),
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    compressedSize: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    attributes: view.getUint32(at + 38, true),
    offset: view.getUint32(at + 42, true),
  };
}

function checkMember(member: ZipMember, disk: number, archive: string): void {
  const fail = (why: string) => archiveError(archive, why, member.name);
  if ((member.flags & ENCRYPTION_FLAGS) !== 0) throw fail("it is encrypted");
  if ((member.flags & ~KNOWN_FLAGS) !== 0) {
    throw fail(`its flags 0x${member.flags.toString(16)} are not known`);
  }
  if (member.method !== 0 && member.method !== 8) {
    throw fail(
      `its compression method ${member.method} is neither stored nor deflate`,
    );
  }
  if (member.method === 0 && member.size !== member.compressedSize) {
    throw fail("it is stored with two different sizes");
  }
  if (disk !== 0) throw fail("it stands in another part of a split archive");
  if (
    [member.size, member.compressedSize, member.offset].includes(0xffffffff)
  ) {
    throw fail("it is in the zip64 format, which is not read");
  }
}

function checkExtra(
  extra: Uint8Array,
  name: Uint8Array,
  archive: string,
): void {
  const fields = zipExtra(extra);
  if (fields === undefined) {
    throw archiveError(archive, "its extra fields are damaged", name);
  }
  if (fields.has(ZIP64_EXTRA)) {
    throw archiveError(
      archive,
      "it is in the zip64 format, which is not read",
      name,
    );
  }
  if (renames(fields, name)) {
    throw archiveError(archive, "it has two different names", name);
  }
}
