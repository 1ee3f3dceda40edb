/**
 * Writes `count` files of `bytes` bytes each below `folder`, a hundred in a
 * folder. Half of each is text that packs well and half is random, as in a
 * repository with pictures.
 */
export async function bulk(
  folder: string,
  count: number,
  bytes: number,
): Promise<void> {
  const text = new TextEncoder().encode("One more line of plain text.\n");
  const content = new Uint8Array(bytes);
  for (let at = 0; at < bytes; at++) content[at] = text[at % text.length]!;
  for (let file = 0; file < count; file++) {
    const place = `${folder}/part-${Math.floor(file / 100)}`;
    if (file % 100 === 0) await Deno.mkdir(place, { recursive: true });
    const random = content.subarray(bytes >> 1);
    for (let at = 0; at < random.length; at += 65_536) {
      crypto.getRandomValues(random.subarray(at, at + 65_536));
    }
    await Deno.writeFile(`${place}/file-${file}.txt`, content);
  }
}
