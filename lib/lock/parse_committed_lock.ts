import type { ConfigError } from "../base/errors.ts";
import type { YamlNode } from "../yaml/node.ts";
import { parseYaml } from "../yaml/parse_yaml.ts";
import { YamlError } from "../yaml/yaml_error.ts";
import { BlockReader, lockInvalid } from "./block_reader.ts";
import { decodeLock } from "./decode_lock.ts";
import type { CommittedLock, LockBlock } from "./model.ts";
import { readBlock } from "./read_block.ts";

/**
 * Reads the committed lock (contract section 4). `file` is its name for
 * messages.
 *
 * Throws `ConfigError` (`lock-invalid`) with file, line and column for
 * anything that is not a whole lock: merge markers, zero bytes, truncation, a
 * duplicate id, a missing or unknown key. A lock is never taken for an empty
 * one by accident: no sources are written as `[]`, and a file of comments
 * alone, which a cut-off write leaves behind, is an error.
 */
export function parseCommittedLock(
  input: Uint8Array | string,
  file: string,
): CommittedLock {
  const text = decodeLock(input);
  if (typeof text !== "string") {
    throw lockInvalid(
      `The committed lock cannot be read: ${text.fault}`,
      file,
      text.line,
      1,
    );
  }
  refuseMergeMarkers(text, file);
  const root = parseRoot(text, file);
  if (root === undefined) throw empty(text, file);
  if (root.kind !== "sequence") {
    throw lockInvalid(
      "The committed lock must be a list of blocks, one for each source",
      file,
      root.span.line,
      root.span.column,
    );
  }
  const seen = new Map<string, number>();
  const blocks = root.items.map((item) => {
    if (item.kind !== "mapping") {
      throw lockInvalid(
        'A lock block must be a mapping with the key "id"',
        file,
        item.span.line,
        item.span.column,
      );
    }
    const reader = new BlockReader(item, file);
    const block = readBlock(reader, text);
    const first = seen.get(block.id);
    if (first !== undefined) {
      reader.fail(item, `"${block.id}" has a block in line ${first} already`);
    }
    seen.set(block.id, item.span.line);
    return block;
  });
  return { blocks: blocks.toSorted(byId) };
}

/** Order of blocks in a lock: by id, in code units, the same on every machine. */
export function byId(
  a: Pick<LockBlock, "id">,
  b: Pick<LockBlock, "id">,
): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

function parseRoot(text: string, file: string): YamlNode | undefined {
  try {
    return parseYaml(text, { file });
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    throw lockInvalid(error.message, file, error.line, error.column);
  }
}

/** Markers of `git merge` in all its styles; YAML might read some of them as text. */
function refuseMergeMarkers(text: string, file: string): void {
  const marker = /(?:^|[\r\n])((<{7}|={7}|>{7}|\|{7})(?=[ \r\n]|$))/.exec(text);
  if (marker === null) return;
  const before = text.slice(0, marker.index + 1);
  const line = text[marker.index] === "\n" || text[marker.index] === "\r"
    ? before.split(/\r\n?|\n/).length
    : 1;
  throw lockInvalid(
    "The committed lock holds merge-conflict markers: settle the trust list, " +
      "restore one side of the lock and run setup",
    file,
    line,
    1,
  );
}

function empty(text: string, file: string): ConfigError {
  return lockInvalid(
    text.trim() === ""
      ? "The committed lock is empty: restore it from git"
      : "The committed lock holds comments only, and no sources are written as []",
    file,
    1,
    1,
  );
}
