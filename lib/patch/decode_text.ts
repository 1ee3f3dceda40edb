import { MAX_DIFF_BYTES, MAX_DIFF_LINES } from "../base/limits.ts";

const LINE_FEED = 0x0a;

/**
 * The text of a file that a patch can show line by line, or `undefined` for
 * one that goes in git's binary form: not UTF-8, with a NUL, or so big that its
 * lines are not compared (git draws the same line, at `core.bigFileThreshold`).
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (
    bytes.byteLength > MAX_DIFF_BYTES || bytes.includes(0) ||
    countLineFeeds(bytes) > MAX_DIFF_LINES
  ) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
      .decode(bytes);
  } catch {
    return undefined;
  }
}

function countLineFeeds(bytes: Uint8Array): number {
  let count = 0;
  let at = bytes.indexOf(LINE_FEED);
  while (at >= 0) {
    count++;
    at = bytes.indexOf(LINE_FEED, at + 1);
  }
  return count;
}
