import { DESCRIPTOR_KEYS } from "./parse_descriptor.ts";

/**
 * Whether a block that cannot be read, or must not be trusted, looks as if it
 * were meant to declare a source. Only then does it fail its file: a broken
 * example of something else is none of our business. A block that is judged
 * wrongly here declares nothing either way.
 */
export function mayDeclare(content: string): boolean {
  const lines = content.split("\n").filter((line) => /^\s*[^\s#]/.test(line));
  if (lines[0]?.startsWith("---")) lines.shift();
  const first = lines[0];
  if (first === undefined) return false;
  // In a list, or in braces, keys stand at any depth; else at the first line's.
  const anyDepth = /^\s*[^\w"'\s]/.test(first);
  const depth = first.search(/\S/);
  const found = new Set<string>();
  for (const line of lines) {
    if (!anyDepth && line.search(/\S/) > depth) continue;
    for (const [, key = ""] of line.matchAll(KEY)) {
      if (DESCRIPTOR_KEYS.has(key)) found.add(key);
    }
  }
  return found.has("id") || found.size >= 2;
}

/** A key at the beginning of a line, of a list item or inside braces. */
const KEY = /(?:^|[\s,{[-])["']?([a-z0-9_]{2,20})["']?[ \t]*:/g;
