import { SourceError } from "../base/errors.ts";
import { printable } from "../report/printable.ts";
import type { NamedEntry } from "./named_entry.ts";
import type { SourceTree, TreeContent, TreeEntry } from "./source_tree.ts";

/** A content with the checked name it goes by. */
export interface NamedContent {
  readonly named: NamedEntry;
  readonly content: TreeContent;
}

/**
 * Streams the contents of `wanted` and holds the source to its word: every
 * entry once, and none that nobody asked for.
 *
 * @throws {SourceError} `archive-invalid` when it does not keep it.
 */
export async function* readWanted(
  tree: SourceTree,
  wanted: readonly NamedEntry[],
): AsyncIterable<NamedContent> {
  if (wanted.length === 0) return;
  const open = new Map<TreeEntry, NamedEntry>(
    wanted.map((named) => [named.entry, named]),
  );
  for await (const content of tree.contents([...open.keys()])) {
    const named = open.get(content.entry);
    if (named === undefined) {
      throw new SourceError(
        "archive-invalid",
        "the source gave one file twice, or one that was not asked for",
      );
    }
    open.delete(content.entry);
    yield { named, content };
  }
  for (const { path } of open.values()) {
    throw new SourceError(
      "archive-invalid",
      `the source lists "${printable(path)}" but has no content for it`,
    );
  }
}

/**
 * Hands the chunks of one content to `take`, in order.
 *
 * @throws {SourceError} `archive-invalid` when they are more or fewer bytes
 * than the content's size.
 */
export async function drain(
  { named, content }: NamedContent,
  take: (chunk: Uint8Array) => void,
): Promise<void> {
  let left = content.size;
  const pass = (chunk: Uint8Array) => {
    left -= chunk.byteLength;
    if (left < 0) throw disagrees(named);
    take(chunk);
  };
  // Awaiting each chunk of an array costs more than writing it.
  if (Symbol.iterator in content.chunks) {
    for (const chunk of content.chunks) pass(chunk);
  } else {
    for await (const chunk of content.chunks) pass(chunk);
  }
  if (left !== 0) throw disagrees(named);
}

function disagrees(named: NamedEntry): SourceError {
  return new SourceError(
    "archive-invalid",
    `the content of "${
      printable(named.path)
    }" has not the size that the source gives for it`,
  );
}
