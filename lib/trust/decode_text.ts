import { ConfigError } from "../base/errors.ts";
import { MAX_LAYER_FILE_BYTES } from "../base/limits.ts";

/**
 * Decodes a Markdown file of an adopter: UTF-8 with or without a byte order
 * mark, at most 256 KiB, no NUL. Throws `ConfigError` (`layer-encoding`) with
 * the line at fault.
 */
export function decodeText(bytes: Uint8Array, file: string): string {
  if (bytes.length > MAX_LAYER_FILE_BYTES) {
    throw new ConfigError(
      "layer-encoding",
      `This file has ${bytes.length} bytes, the limit is ` +
        `${MAX_LAYER_FILE_BYTES}; move what is no descriptor elsewhere`,
      { at: { file, line: 1, column: 1 } },
    );
  }
  const nul = bytes.indexOf(0);
  if (nul >= 0) {
    throw new ConfigError(
      "layer-encoding",
      "This file holds a NUL byte; save it as UTF-8 text",
      { at: { file, line: lineOf(bytes, nul), column: 1 } },
    );
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ConfigError(
      "layer-encoding",
      "This line is not valid UTF-8; save the file as UTF-8 text",
      { at: { file, line: firstBadLine(bytes), column: 1 }, cause },
    );
  }
}

function lineOf(bytes: Uint8Array, offset: number): number {
  let line = 1;
  for (let at = 0; at < offset; at++) if (bytes[at] === 10) line++;
  return line;
}

/** A line feed is no part of a longer UTF-8 sequence, so lines can be tried one by one. */
function firstBadLine(bytes: Uint8Array): number {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf(10, start);
    const stop = end < 0 ? bytes.length : end + 1;
    try {
      decoder.decode(bytes.subarray(start, stop));
    } catch {
      return line;
    }
    start = stop;
  }
  return line;
}
