import { crc32, deflateRawSync } from "node:zlib";

/** One entry of a test archive. Every field that a header claims can be made to lie. */
export interface ZipEntry {
  readonly name: string | Uint8Array;
  readonly content?: string | Uint8Array;
  /** Text of a symbolic link; sets kind and content. */
  readonly link?: string;
  /** Whole `st_mode`; by default 0o100644, 0o120777 for a link, 0o40755 for a name that ends in `/`. */
  readonly mode?: number;
  /** Default: deflate. */
  readonly method?: "store" | "deflate";
  /** Writes sizes and CRC behind the data (flag bit 3), as streaming writers do. */
  readonly dataDescriptor?: boolean;
  /** High byte of "version made by"; 3 is Unix, 0 is DOS. */
  readonly madeBy?: number;
  /** Leaves the entry out of the central directory. */
  readonly unlisted?: boolean;
  /** Bytes between the entry before and this one. */
  readonly gap?: Uint8Array;
  /** What both headers claim instead of the truth. */
  readonly claims?: Partial<ZipClaims>;
  /** What the local header alone claims. */
  readonly localClaims?: Partial<ZipClaims>;
}

/** The fields of a header. */
export interface ZipClaims {
  readonly name: string | Uint8Array;
  readonly flags: number;
  /** Compression method: 0 stored, 8 deflate. */
  readonly method: number;
  readonly crc: number;
  readonly compressedSize: number;
  readonly size: number;
  readonly extra: Uint8Array;
}

/** Options of {@linkcode zip}. */
export interface ZipOptions {
  readonly comment?: string | Uint8Array;
  /** Bytes before the first entry, as self-extracting archives have. */
  readonly prefix?: Uint8Array;
  /** Bytes after the end record. */
  readonly suffix?: Uint8Array;
  /** Number of entries that the end record claims. */
  readonly claimedEntries?: number;
}

const FLAG_DATA_DESCRIPTOR = 0x8;
const FLAG_UTF8 = 0x800;
/** 1980-01-01 in DOS form. */
const DOS_DATE = 0x21;

/** Writes a zip archive. The same entries give the same bytes. */
export function zip(
  entries: readonly ZipEntry[],
  options: ZipOptions = {},
): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [options.prefix ?? new Uint8Array(0)];
  const central: Uint8Array[] = [];
  let offset = parts[0]!.length;
  const push = (part: Uint8Array) => {
    parts.push(part);
    offset += part.length;
  };
  for (const entry of entries) {
    push(entry.gap ?? new Uint8Array(0));
    const { truth, data, mode } = encode(entry);
    const both = { ...truth, ...entry.claims };
    const local = { ...both, ...entry.localClaims };
    const start = offset;
    const late = entry.dataDescriptor === true;
    push(localHeader(late ? { ...local, ...NOTHING_YET } : local));
    push(data);
    if (late) push(descriptor(local));
    if (!entry.unlisted) {
      central.push(centralHeader(both, start, mode, entry.madeBy ?? 3));
    }
  }
  const start = offset;
  for (const header of central) push(header);
  const count = options.claimedEntries ?? central.length;
  push(endRecord(count, offset - start, start, options.comment ?? ""));
  push(options.suffix ?? new Uint8Array(0));
  return joined(parts);
}

const NOTHING_YET = { crc: 0, compressedSize: 0, size: 0 };

function encode(entry: ZipEntry): {
  truth: ZipClaims;
  data: Uint8Array;
  mode: number;
} {
  const content = bytes(entry.link ?? entry.content ?? "");
  const folder = typeof entry.name === "string" && entry.name.endsWith("/");
  const method = entry.method ??
    (content.length === 0 ? "store" : "deflate");
  const data = method === "store" ? content : deflateRawSync(content);
  return {
    truth: {
      name: entry.name,
      flags: FLAG_UTF8 | (entry.dataDescriptor ? FLAG_DATA_DESCRIPTOR : 0),
      method: method === "store" ? 0 : 8,
      crc: crc32(content),
      compressedSize: data.length,
      size: content.length,
      extra: new Uint8Array(0),
    },
    data,
    mode: entry.mode ??
      (entry.link !== undefined ? 0o120777 : folder ? 0o40755 : 0o100644),
  };
}

function localHeader(claims: ZipClaims): Uint8Array {
  const name = bytes(claims.name);
  const head = new DataView(new ArrayBuffer(30));
  head.setUint32(0, 0x04034b50, true);
  head.setUint16(4, 20, true);
  writeClaims(head, 6, claims, name.length);
  return joined([new Uint8Array(head.buffer), name, claims.extra]);
}

function centralHeader(
  claims: ZipClaims,
  start: number,
  mode: number,
  madeBy: number,
): Uint8Array {
  const name = bytes(claims.name);
  const head = new DataView(new ArrayBuffer(46));
  head.setUint32(0, 0x02014b50, true);
  head.setUint16(4, madeBy << 8 | 20, true);
  head.setUint16(6, 20, true);
  writeClaims(head, 8, claims, name.length);
  const attributes = madeBy === 3 ? mode * 0x10000 : 0;
  head.setUint32(38, attributes, true);
  head.setUint32(42, start, true);
  return joined([new Uint8Array(head.buffer), name, claims.extra]);
}

/** The run of fields that both headers share. */
function writeClaims(
  head: DataView,
  at: number,
  claims: ZipClaims,
  nameLength: number,
): void {
  head.setUint16(at, claims.flags, true);
  head.setUint16(at + 2, claims.method, true);
  head.setUint16(at + 6, DOS_DATE, true);
  head.setUint32(at + 8, claims.crc, true);
  head.setUint32(at + 12, claims.compressedSize, true);
  head.setUint32(at + 16, claims.size, true);
  head.setUint16(at + 20, nameLength, true);
  head.setUint16(at + 22, claims.extra.length, true);
}

function descriptor(claims: ZipClaims): Uint8Array {
  const view = new DataView(new ArrayBuffer(16));
  view.setUint32(0, 0x08074b50, true);
  view.setUint32(4, claims.crc, true);
  view.setUint32(8, claims.compressedSize, true);
  view.setUint32(12, claims.size, true);
  return new Uint8Array(view.buffer);
}

function endRecord(
  count: number,
  size: number,
  start: number,
  comment: string | Uint8Array,
): Uint8Array {
  const text = bytes(comment);
  const head = new DataView(new ArrayBuffer(22));
  head.setUint32(0, 0x06054b50, true);
  head.setUint16(8, count, true);
  head.setUint16(10, count, true);
  head.setUint32(12, size, true);
  head.setUint32(16, start, true);
  head.setUint16(20, text.length, true);
  return joined([new Uint8Array(head.buffer), text]);
}

function bytes(value: string | Uint8Array): Uint8Array {
  return typeof value === "string" ? new TextEncoder().encode(value) : value;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(
    parts.reduce((length, part) => length + part.length, 0),
  );
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
