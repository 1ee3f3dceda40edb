import { deflateSync } from "node:zlib";
import { base85 } from "./base85.ts";

/** Bytes of compressed content in a line. */
const LINE_BYTES = 52;
/** Lines in a chunk. */
const CHUNK_LINES = 512;

/**
 * One `literal` block of git's binary form: the size of the content, its
 * deflated bytes in lines that begin with their length (`A` to `Z` are 1 to
 * 26, `a` to `z` 27 to 52), and an empty line. Yields chunks of some 35 KB.
 */
export function* binaryBlock(content: Uint8Array): Generator<string> {
  const deflated = deflateSync(content);
  let chunk = `literal ${content.byteLength}\n`;
  let lines = 0;
  for (let at = 0; at < deflated.length; at += LINE_BYTES) {
    const line = deflated.subarray(at, at + LINE_BYTES);
    chunk += lengthLetter(line.length) + base85(line) + "\n";
    if (++lines % CHUNK_LINES === 0) {
      yield chunk;
      chunk = "";
    }
  }
  yield chunk + "\n";
}

function lengthLetter(length: number): string {
  return String.fromCharCode(length <= 26 ? 0x40 + length : 0x60 + length - 26);
}
