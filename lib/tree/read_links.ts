import { SourceError } from "../base/errors.ts";
import { MAX_LINK_TEXT_BYTES, MAX_LINK_TEXTS_BYTES } from "../base/limits.ts";
import { printable } from "../report/printable.ts";
import type { NamedEntry } from "./named_entry.ts";
import { drain, readWanted } from "./read_wanted.ts";
import type { SourceTree } from "./source_tree.ts";

/**
 * Reads the texts of all symbolic links among `entries`, by path.
 *
 * @throws {SourceError} `limit-exceeded` for a text longer than any system
 * takes, and for texts that are too long together, before they are read;
 * whatever reading throws.
 */
export async function readLinks(
  tree: SourceTree,
  entries: readonly NamedEntry[],
): Promise<Map<string, Uint8Array>> {
  const texts = new Map<string, Uint8Array>();
  const links = entries.filter(({ kind }) => kind === "symlink");
  let total = 0;
  for await (const item of readWanted(tree, links)) {
    const { named, content } = item;
    if (content.size > MAX_LINK_TEXT_BYTES) {
      throw new SourceError(
        "limit-exceeded",
        `the link "${
          printable(named.path)
        }" has a text of more than ${MAX_LINK_TEXT_BYTES} bytes; ask the source's maintainers to remove it`,
      );
    }
    total += content.size;
    if (total > MAX_LINK_TEXTS_BYTES) {
      throw new SourceError(
        "limit-exceeded",
        `the texts of the source's links together exceed ${MAX_LINK_TEXTS_BYTES} bytes; ask its maintainers to remove links`,
      );
    }
    const text = new Uint8Array(content.size);
    let at = 0;
    await drain(item, (chunk) => {
      text.set(chunk, at);
      at += chunk.byteLength;
    });
    texts.set(named.path, text);
  }
  return texts;
}
