import { MAX_SCAN_FILE_BYTES } from "../base/limits.ts";

/** Endings of files that an agent reads as text, whatever bytes are in them. */
const TEXT_NAME =
  /(?:^|\/)(?:SKILL|README|LICENSE|NOTICE|Makefile|Dockerfile)$|\.(?:md|mdx|mdc|markdown|txt|rst|adoc|org|sh|bash|zsh|fish|ps1|psm1|bat|cmd|py|pyw|rb|pl|php|js|mjs|cjs|ts|mts|cts|jsx|tsx|go|rs|java|kt|swift|c|h|cc|cpp|hpp|cs|lua|r|sql|json|jsonc|json5|jsonl|yaml|yml|toml|ini|cfg|conf|env|xml|html|htm|css|svg|csv|tsv|tex|log|j2|tmpl|template)$/i;

/** A file as an agent reads it. */
export interface DecodedFile {
  readonly text: string;
  /** Only the first `MAX_SCAN_FILE_BYTES` were looked at. */
  readonly cut: boolean;
}

/**
 * Decodes a file as UTF-8, or UTF-16 where a byte order mark says so; the mark
 * stays. A file with a text's name is a text even when bytes of it are not:
 * one NUL must not hide the rest from this scan, as it does not hide it from
 * an agent.
 *
 * @returns `undefined` for a binary file
 */
export function decodeFile(
  path: string,
  bytes: Uint8Array,
): DecodedFile | undefined {
  const cut = bytes.length > MAX_SCAN_FILE_BYTES;
  const part = cut ? bytes.subarray(0, MAX_SCAN_FILE_BYTES) : bytes;
  const wide = wideEncoding(part);
  if (wide !== undefined) {
    return { text: decode(part, wide, false)!, cut };
  }
  const named = TEXT_NAME.test(path);
  if (!named && part.includes(0)) return undefined;
  const text = decode(part, "utf-8", !named);
  return text === undefined ? undefined : { text, cut };
}

function wideEncoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return undefined;
}

/** `stream` leaves out a character that the end cuts in two. */
function decode(
  bytes: Uint8Array,
  encoding: string,
  fatal: boolean,
): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal, ignoreBOM: true })
      .decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}
