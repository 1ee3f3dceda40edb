/** Git's alphabet, which needs no quoting in a mail. */
const ALPHABET = Array.from(
  "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" +
    "!#$%&()*+-;<=>?@^_`{|}~",
);

/**
 * Git's base85: five digits for four bytes, most significant first, a last
 * group filled up with zeros. How many bytes it holds is told elsewhere.
 */
export function base85(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 4) {
    let group = 0;
    for (let i = 0; i < 4; i++) group = group * 256 + (bytes[at + i] ?? 0);
    let digits = "";
    for (let i = 0; i < 5; i++) {
      digits = ALPHABET[group % 85]! + digits;
      group = Math.floor(group / 85);
    }
    text += digits;
  }
  return text;
}
