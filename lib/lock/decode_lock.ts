import { MAX_LOCK_BYTES } from "../base/limits.ts";

/** A fault in a lock's bytes, and the line on which it stands, from 1. */
export interface DecodeFault {
  readonly fault: string;
  readonly line: number;
}

/**
 * Decodes a lock's bytes. A byte order mark is dropped. Answers a fault for
 * more than `MAX_LOCK_BYTES`, for bytes that are not UTF-8, and for text with
 * a NUL, as a file has that a crashed machine left behind.
 */
export function decodeLock(input: Uint8Array | string): string | DecodeFault {
  const bytes = typeof input === "string"
    ? new TextEncoder().encode(input)
    : input;
  if (bytes.length > MAX_LOCK_BYTES) {
    return { fault: `it exceeds ${MAX_LOCK_BYTES} bytes`, line: 1 };
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return { fault: "it is not UTF-8", line: 1 };
  }
  const nul = text.indexOf("\0");
  return nul < 0
    ? text
    : { fault: "it holds a NUL byte", line: lineOf(text, nul) };
}

function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let i = 0; i < offset; i++) if (text[i] === "\n") line++;
  return line;
}
