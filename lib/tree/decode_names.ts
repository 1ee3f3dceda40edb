import type { SafePath } from "../base/ids.ts";
import { SourceError } from "../base/errors.ts";
import { MAX_PATH_BYTES, MAX_SOURCE_ENTRIES } from "../base/limits.ts";
import { printable } from "../report/printable.ts";
import { addFoldersAbove } from "./folders_above.ts";
import { pathExcess, pathFault } from "./name_faults.ts";
import type { NamedEntry } from "./named_entry.ts";
import type { TreeEntry } from "./source_tree.ts";

const KIND_FAULTS: Readonly<Partial<Record<TreeEntry["kind"], string>>> = {
  hardlink: "is a hard link",
  device: "is a device",
  fifo: "is a FIFO or socket",
};

/**
 * Turns a source's raw entries into named ones, refusing the whole source for
 * any name or kind that no snapshot may hold, wherever it stands (contract
 * section 3, "Names and kinds"). It runs before the first byte is written.
 *
 * @returns the entries sorted by path.
 * @throws {SourceError} `name-refused`, naming the first such entry and how
 * many more there are; `limit-exceeded` for the number of entries, the depth,
 * and the bytes of a path or a name.
 */
export function decodeNames(entries: readonly TreeEntry[]): NamedEntry[] {
  if (entries.length > MAX_SOURCE_ENTRIES) {
    throw new SourceError(
      "limit-exceeded",
      `the source holds ${entries.length} entries, more than the ${MAX_SOURCE_ENTRIES} that are allowed`,
    );
  }
  const refused: string[] = [];
  const named: NamedEntry[] = [];
  for (const entry of entries) {
    if (entry.path.byteLength > MAX_PATH_BYTES) {
      throw exceeded(
        show(entry.path.subarray(0, 64)) + "…",
        `has a path of more than ${MAX_PATH_BYTES} bytes`,
      );
    }
    const path = decode(entry.path);
    const fault = path === undefined ? "is not UTF-8" : pathFault(path);
    if (path === undefined || fault !== undefined) {
      refused.push(`"${show(entry.path)}", whose path ${fault}`);
      continue;
    }
    const excess = pathExcess(path);
    if (excess !== undefined) throw exceeded(show(entry.path), excess);
    const { kind, executable } = entry;
    if (kind === "hardlink" || kind === "device" || kind === "fifo") {
      refused.push(`"${printable(path)}", which ${KIND_FAULTS[kind]}`);
      continue;
    }
    named.push({
      entry,
      path: path as SafePath,
      kind,
      executable: kind === "file" && executable,
    });
  }
  for (const path of twins(named)) {
    refused.push(
      `"${printable(path)}" twice, or as both a folder and something else`,
    );
  }
  if (refused.length > 0) {
    const more = refused.length - 1;
    throw new SourceError(
      "name-refused",
      `the source holds ${refused[0]}${
        more === 0
          ? ""
          : ` (and ${more} more such ${more === 1 ? "entry" : "entries"})`
      }; nothing of it was written: ask its maintainers to remove it`,
    );
  }
  return named.sort((a, b) => a.path < b.path ? -1 : 1);
}

function exceeded(shown: string, excess: string): SourceError {
  return new SourceError(
    "limit-exceeded",
    `the entry "${shown}" ${excess}; ask the source's maintainers to shorten it`,
  );
}

/**
 * Paths that two entries claim. A file below a path that is a link is the
 * attack of writing through the link; below a file, an extraction that
 * depends on the order.
 */
function twins(entries: readonly NamedEntry[]): string[] {
  const found = new Set<string>();
  const claimed = new Set<string>();
  const leaves = new Set<string>();
  const folders = new Set<string>();
  for (const { path, kind } of entries) {
    if (claimed.has(path)) found.add(path);
    claimed.add(path);
    if (kind !== "directory") leaves.add(path);
    addFoldersAbove(folders, path);
  }
  for (const folder of folders) if (leaves.has(folder)) found.add(folder);
  return [...found];
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decode(path: Uint8Array): string | undefined {
  try {
    return decoder.decode(path);
  } catch {
    return undefined;
  }
}

/** A raw path as a terminal can show it; the bytes of one that is no text as `\xff`. */
function show(path: Uint8Array): string {
  const text = decode(path);
  if (text !== undefined) return printable(text);
  let shown = "";
  for (const byte of path) {
    shown += byte >= 0x20 && byte < 0x7f
      ? String.fromCharCode(byte)
      : `\\x${byte.toString(16).padStart(2, "0")}`;
  }
  return shown;
}
