import { Readable } from "node:stream";
import { createInflate, inflateSync } from "node:zlib";
import type { PackBytes } from "./pack_bytes.ts";
import { damaged } from "./git_errors.ts";

/** Largest output buffer that a declared size alone may allocate. */
const MAX_FIRST_CHUNK = 1024 * 1024;
/** Bytes of compressed data handed to a streaming engine at a time. */
const PIECE = 256 * 1024;

/** Inflated data and where the next byte after its deflate stream stands. */
export interface Inflated {
  readonly data: Uint8Array;
  readonly end: number;
}

/**
 * Inflates the zlib stream at `offset`, which must produce exactly `size`
 * bytes: a pack that lies about a size, in either direction, is refused
 * before more than `size` bytes are produced. Throws `SourceError`
 * (`git-damaged`).
 */
export function inflateAt(
  bytes: PackBytes,
  offset: number,
  size: number,
): Inflated {
  // deflate never grows its input by more than a few bytes a block, but other
  // writers may flush in between: the window doubles until the stream ends.
  let window = size + (size >> 3) + 1024;
  while (true) {
    const input = bytes.view(offset, window);
    const whole = offset + input.length >= bytes.length;
    try {
      const { buffer, engine } = inflateSync(input, {
        info: true,
        chunkSize: Math.min(Math.max(size + 8, 64), MAX_FIRST_CHUNK),
        maxOutputLength: Math.max(size, 1),
      }) as unknown as Info;
      if (buffer.length !== size) {
        throw damaged(
          `an object claims ${size} bytes and holds ${buffer.length}`,
        );
      }
      return { data: buffer, end: offset + engine.bytesWritten };
    } catch (error) {
      const code = (error as { code?: string }).code;
      if (code === "Z_BUF_ERROR" && !whole) {
        window *= 2;
        continue;
      }
      if (code === "ERR_BUFFER_TOO_LARGE") {
        throw damaged(`an object holds more than the ${size} bytes it claims`);
      }
      if (code?.startsWith("Z_")) {
        throw damaged("an object's compressed data is broken", error);
      }
      throw error;
    }
  }
}

interface Info {
  readonly buffer: Uint8Array;
  readonly engine: { readonly bytesWritten: number };
}

/**
 * The same for an object too large to hold: yields its content in pieces and
 * returns where the stream ended.
 */
export async function* inflateStream(
  bytes: PackBytes,
  offset: number,
  size: number,
): AsyncGenerator<Uint8Array, number, undefined> {
  const engine = createInflate();
  const input = Readable.from(pieces(bytes, offset));
  input.on("error", (error: Error) => engine.destroy(error));
  let produced = 0;
  try {
    for await (const piece of input.pipe(engine)) {
      produced += piece.length;
      if (produced > size) break;
      yield piece;
    }
  } catch (error) {
    throw damaged("an object's compressed data is broken", error);
  } finally {
    input.destroy();
    engine.destroy();
  }
  if (produced !== size) {
    throw damaged(`an object does not hold the ${size} bytes it claims`);
  }
  return offset + engine.bytesWritten;
}

function* pieces(bytes: PackBytes, offset: number): Generator<Uint8Array> {
  for (let at = offset; at < bytes.length;) {
    // A copy, because the view may be reused before the engine has read it.
    const piece = bytes.view(at, PIECE).slice(0, PIECE);
    at += piece.length;
    yield piece;
  }
}
