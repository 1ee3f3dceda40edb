import type {
  SourceTree,
  TreeEntry,
  TreeEntryKind,
} from "../../lib/tree/source_tree.ts";

/** One entry of a tree that a test makes up. */
export interface MemoryEntry {
  readonly path: string | Uint8Array;
  readonly kind?: TreeEntryKind;
  readonly executable?: boolean;
  readonly content?: string | Uint8Array;
  /** What the source claims, when it is not the content's size. */
  readonly claims?: number;
}

/** A source tree in memory: real in every way but for where its bytes come from. */
export function memoryTree(entries: readonly MemoryEntry[]): SourceTree {
  const made = entries.map((entry): [TreeEntry, MemoryEntry] => [{
    path: bytes(entry.path),
    kind: entry.kind ?? "file",
    executable: entry.executable ?? false,
  }, entry]);
  return {
    entries: made.map(([entry]) => entry),
    async *contents(wanted) {
      const asked = new Set(wanted);
      for (const [entry, { content, claims }] of made) {
        if (!asked.has(entry)) continue;
        const chunk = bytes(content ?? "");
        await Promise.resolve();
        yield { entry, size: claims ?? chunk.byteLength, chunks: [chunk] };
      }
    },
    close: () => Promise.resolve(),
  };
}

/** Entries of plain files at `paths`. */
export function files(...paths: (string | Uint8Array)[]): MemoryEntry[] {
  return paths.map((path) => ({ path, content: "x\n" }));
}

/** The entry of a symbolic link. */
export function link(path: string, text: string | Uint8Array): MemoryEntry {
  return { path, kind: "symlink", content: text };
}

function bytes(text: string | Uint8Array): Uint8Array {
  return typeof text === "string" ? new TextEncoder().encode(text) : text;
}
