import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import type { ObjectType } from "../../lib/git/git_object.ts";

const TYPES = { commit: 1, tree: 2, blob: 3, tag: 4 } as const;

/** One object of a pack that a test builds, honest or not. */
export type PackedObject =
  | {
    readonly type: ObjectType;
    readonly body: Uint8Array;
    readonly claim?: number;
  }
  | {
    readonly refDelta: string;
    readonly delta: Uint8Array;
    readonly claim?: number;
  }
  | {
    readonly ofsDelta: number;
    readonly delta: Uint8Array;
    readonly claim?: number;
  };

/** How a test spoils a pack. */
export interface PackOptions {
  readonly count?: number;
  readonly version?: number;
  /** Bytes between the last object and the checksum. */
  readonly garbage?: Uint8Array;
  readonly format?: "sha1" | "sha256";
  /** How hard to compress; 0 for large content that is random anyway. */
  readonly level?: number;
}

/**
 * Builds a pack with a true checksum. `ofsDelta` is the index of the base in
 * `objects`, or, when negative, minus a distance in bytes.
 */
export function buildPack(
  objects: readonly PackedObject[],
  options: PackOptions = {},
): Uint8Array {
  const parts: Uint8Array[] = [header(options, objects.length)];
  const offsets: number[] = [];
  let at = 12;
  for (const object of objects) {
    offsets.push(at);
    const content = "type" in object ? object.body : object.delta;
    const size = object.claim ?? content.length;
    const type = "type" in object
      ? TYPES[object.type]
      : "refDelta" in object
      ? 7
      : 6;
    const head = [objectHead(type, size)];
    if ("refDelta" in object) head.push(Uint8Array.fromHex(object.refDelta));
    if ("ofsDelta" in object) {
      head.push(distance(
        object.ofsDelta < 0 ? -object.ofsDelta : at - offsets[object.ofsDelta]!,
      ));
    }
    const piece = joinBytes([
      ...head,
      deflateSync(content, { level: options.level ?? 6 }),
    ]);
    parts.push(piece);
    at += piece.length;
  }
  if (options.garbage) parts.push(options.garbage);
  const body = joinBytes(parts);
  const digest = createHash(options.format ?? "sha1").update(body).digest();
  return joinBytes([body, digest]);
}

/** A delta out of its two sizes and raw instructions. */
export function buildDelta(
  baseSize: number,
  resultSize: number,
  ...instructions: readonly number[]
): Uint8Array {
  return Uint8Array.from([
    ...varint(baseSize),
    ...varint(resultSize),
    ...instructions,
  ]);
}

/** The id of an object, by the definition. */
export function idOf(
  type: ObjectType,
  body: Uint8Array,
  format: "sha1" | "sha256" = "sha1",
): string {
  return createHash(format).update(`${type} ${body.length}\0`).update(body)
    .digest("hex");
}

/** Raw bytes of a tree object. */
export function treeBody(
  items:
    readonly (readonly [mode: string, name: string | Uint8Array, string])[],
): Uint8Array {
  return joinBytes(items.flatMap(([mode, name, id]) => [
    utf8(`${mode} `),
    typeof name === "string" ? utf8(name) : name,
    Uint8Array.of(0),
    Uint8Array.fromHex(id),
  ]));
}

/** Raw bytes of a commit object. */
export function commitBody(tree: string): Uint8Array {
  const person = "A <a@example.org> 1700000000 +0000";
  return utf8(`tree ${tree}\nauthor ${person}\ncommitter ${person}\n\nx\n`);
}

/** Text as bytes. */
export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Concatenates. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

/** Splits `bytes` into chunks of `size`, as a network would. */
export async function* chunksOf(
  bytes: Uint8Array,
  size = 1000,
): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) {
    yield await Promise.resolve(bytes.slice(at, at + size));
  }
}

function header(options: PackOptions, count: number): Uint8Array {
  const bytes = new Uint8Array(12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x5041434b);
  view.setUint32(4, options.version ?? 2);
  view.setUint32(8, options.count ?? count);
  return bytes;
}

function objectHead(type: number, size: number): Uint8Array {
  const bytes = [(type << 4) | (size % 16)];
  for (
    let rest = Math.floor(size / 16);
    rest > 0;
    rest = Math.floor(rest / 128)
  ) {
    bytes[bytes.length - 1]! |= 0x80;
    bytes.push(rest % 128);
  }
  return Uint8Array.from(bytes);
}

function distance(back: number): Uint8Array {
  const bytes = [back & 0x7f];
  for (let rest = back >> 7; rest > 0; rest >>= 7) {
    rest -= 1;
    bytes.unshift(0x80 | (rest & 0x7f));
  }
  return Uint8Array.from(bytes);
}

function varint(value: number): number[] {
  const bytes = [value % 128];
  for (
    let rest = Math.floor(value / 128);
    rest > 0;
    rest = Math.floor(rest / 128)
  ) {
    bytes[bytes.length - 1]! |= 0x80;
    bytes.push(rest % 128);
  }
  return bytes;
}
