/** Base64 of a text's UTF-8 bytes. */
export function encodeBase64(text: string): string {
  return new TextEncoder().encode(text).toBase64();
}
