import { constants, inflateSync } from "node:zlib";
import { MAX_OBJECT_BYTES } from "../base/limits.ts";
import { damaged, limitExceeded } from "./git_errors.ts";
import type { GitObject, ObjectType } from "./git_object.ts";

/** Bytes of a loose object's head, compressed, that hold its type and size. */
const HEAD = 128;

/** The path of a loose object below an `objects` folder. */
export function loosePath(id: string): string {
  return `${id.slice(0, 2)}/${id.slice(2)}`;
}

/** Type and size of the loose object at `path`; `undefined` when there is none. */
export function looseInfo(
  path: string,
): { readonly type: ObjectType; readonly size: number } | undefined {
  const file = openOrUndefined(path);
  if (file === undefined) return undefined;
  try {
    const bytes = new Uint8Array(HEAD);
    const got = file.readSync(bytes) ?? 0;
    const head = inflate(bytes.subarray(0, got), {
      finishFlush: constants.Z_SYNC_FLUSH,
    });
    const { type, size } = parseHead(head);
    return { type, size };
  } finally {
    file.close();
  }
}

/** Reads the loose object at `path`, unchecked but for its size; `undefined` when there is none. */
export function readLoose(path: string): GitObject | undefined {
  const file = openOrUndefined(path);
  if (file === undefined) return undefined;
  file.close();
  const head = looseInfo(path);
  if (head !== undefined && head.size > MAX_OBJECT_BYTES) {
    throw limitExceeded(`one object exceeds ${MAX_OBJECT_BYTES} bytes`);
  }
  const all = inflate(Deno.readFileSync(path), {
    maxOutputLength: (head?.size ?? 0) + 64,
  });
  const { type, size, at } = parseHead(all);
  if (all.length - at !== size) {
    throw damaged("a loose object does not hold the bytes it claims");
  }
  return { type, body: all.subarray(at) };
}

function openOrUndefined(path: string): Deno.FsFile | undefined {
  try {
    return Deno.openSync(path, { read: true });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

function inflate(
  bytes: Uint8Array,
  options: Parameters<typeof inflateSync>[1],
): Uint8Array {
  try {
    return inflateSync(bytes, options);
  } catch (error) {
    throw damaged("a loose object's compressed data is broken", error);
  }
}

function parseHead(
  bytes: Uint8Array,
): { readonly type: ObjectType; readonly size: number; readonly at: number } {
  const nul = bytes.subarray(0, 32).indexOf(0);
  const text = String.fromCharCode(...bytes.subarray(0, Math.max(nul, 0)));
  const match = /^(commit|tree|blob|tag) (0|[1-9][0-9]{0,14})$/.exec(text);
  if (match === null) throw damaged("a loose object's head is malformed");
  return { type: match[1] as ObjectType, size: Number(match[2]), at: nul + 1 };
}
