/**
 * The bytes of an edited text, with the byte order mark of the bytes that it
 * was decoded from.
 */
export function encodeText(text: string, from: Uint8Array): Uint8Array {
  const marked = from[0] === 0xef && from[1] === 0xbb && from[2] === 0xbf;
  return new TextEncoder().encode(marked ? `\ufeff${text}` : text);
}
