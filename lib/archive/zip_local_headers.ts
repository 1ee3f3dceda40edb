import { archiveError } from "./archive_error.ts";
import type { FileWindow } from "./file_window.ts";
import { renames, zipExtra } from "./zip_extra.ts";
import { FLAG_DESCRIPTOR, type ZipMember } from "./zip_member.ts";

const SIGNATURE = 0x04034b50;
const LENGTH = 30;
const DESCRIPTOR_SIGNATURE = 0x08074b50;
const ZIP64_EXTRA = 0x0001;
const UNKNOWN = 0xffffffff;

/**
 * Walks the file from its first byte to the central directory, and demands
 * that each local header says what the central directory says and begins where
 * the entry before ends. So no byte is hidden, none is used twice, and a
 * program that reads from the front sees the same entries (contract section 3).
 *
 * @param members in the order of their offsets.
 * @returns for each member the offset of its data.
 * @throws {SourceError} `archive-invalid`.
 */
export function readZipLocalHeaders(
  window: FileWindow,
  members: readonly ZipMember[],
  directoryStart: number,
  archive: string,
): number[] {
  if (members.length > 0 && members[0]?.offset !== 0) {
    throw archiveError(archive, "bytes stand before its first entry");
  }
  return members.map((member, i) => {
    // An offset behind the directory would move the bound out of the file.
    const next = Math.min(
      members[i + 1]?.offset ?? directoryStart,
      directoryStart,
    );
    return dataOffset(window, member, next, archive);
  });
}

function dataOffset(
  window: FileWindow,
  member: ZipMember,
  next: number,
  archive: string,
): number {
  const fail = (why: string) => archiveError(archive, why, member.name);
  const overlap = "it overlaps the entry or the directory behind it";
  if (member.offset + LENGTH > next) throw fail(overlap);
  const fixed = window.read(member.offset, LENGTH);
  const view = new DataView(fixed.buffer, fixed.byteOffset, LENGTH);
  if (view.getUint32(0, true) !== SIGNATURE) {
    throw fail("no local header stands where the directory says");
  }
  const local = {
    flags: view.getUint16(6, true),
    method: view.getUint16(8, true),
    crc: view.getUint32(14, true),
    compressedSize: view.getUint32(18, true),
    size: view.getUint32(22, true),
  };
  const nameLength = view.getUint16(26, true);
  const extraLength = view.getUint16(28, true);
  const start = member.offset + LENGTH + nameLength + extraLength;
  const end = start + member.compressedSize;
  if (end > next) throw fail(overlap);

  const rest = window.read(member.offset + LENGTH, nameLength + extraLength);
  const name = rest.subarray(0, nameLength);
  const fields = zipExtra(rest.subarray(nameLength));
  if (fields === undefined) throw fail("its extra fields are damaged");
  const long = longSizes(fields.get(ZIP64_EXTRA), local);
  const disagrees = nameLength !== member.name.length ||
    name.some((byte, at) => byte !== member.name[at]) ||
    renames(fields, member.name) ||
    local.flags !== member.flags || local.method !== member.method ||
    !sizesAgree({ ...local, ...long }, member);
  if (disagrees) {
    throw fail("its local header and the central directory disagree");
  }
  checkGap(window, member, end, next, long !== undefined, archive);
  return start;
}

/** Sizes that a streaming writer put into the zip64 field although they fit. */
function longSizes(
  field: Uint8Array | undefined,
  local: { size: number; compressedSize: number },
): { size: number; compressedSize: number } | undefined {
  if (
    field?.length !== 16 || local.size !== UNKNOWN ||
    local.compressedSize !== UNKNOWN
  ) return undefined;
  const view = new DataView(field.buffer, field.byteOffset, 16);
  return {
    size: Number(view.getBigUint64(0, true)),
    compressedSize: Number(view.getBigUint64(8, true)),
  };
}

function sizesAgree(
  local: { crc: number; size: number; compressedSize: number },
  member: ZipMember,
): boolean {
  const later = (member.flags & FLAG_DESCRIPTOR) !== 0 && local.crc === 0 &&
    local.size === 0 && local.compressedSize === 0;
  return later || (local.crc === member.crc && local.size === member.size &&
    local.compressedSize === member.compressedSize);
}

/** Between an entry's data and what follows stands its data descriptor, or nothing. */
function checkGap(
  window: FileWindow,
  member: ZipMember,
  end: number,
  next: number,
  long: boolean,
  archive: string,
): void {
  const gap = next - end;
  if ((member.flags & FLAG_DESCRIPTOR) === 0) {
    if (gap === 0) return;
    throw archiveError(
      archive,
      `${gap} bytes behind it belong to no entry`,
      member.name,
    );
  }
  const body = long ? 20 : 12;
  const signed = gap === body + 4;
  if (signed || gap === body) {
    const bytes = window.read(end, gap);
    const view = new DataView(bytes.buffer, bytes.byteOffset, gap);
    const at = signed ? 4 : 0;
    const sizes = long
      ? [view.getBigUint64(at + 4, true), view.getBigUint64(at + 12, true)]
      : [view.getUint32(at + 4, true), view.getUint32(at + 8, true)];
    if (
      (!signed || view.getUint32(0, true) === DESCRIPTOR_SIGNATURE) &&
      view.getUint32(at, true) === member.crc &&
      Number(sizes[0]) === member.compressedSize &&
      Number(sizes[1]) === member.size
    ) return;
  }
  throw archiveError(
    archive,
    "its data descriptor and the central directory disagree",
    member.name,
  );
}
