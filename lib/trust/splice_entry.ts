import { ConfigError } from "../base/errors.ts";
import type { SourceId } from "../base/ids.ts";
import type { YamlMapping } from "../yaml/node.ts";
import { plainValue } from "../yaml/plain_value.ts";
import { decodeText } from "./decode_text.ts";
import type { DescriptorEntry } from "./descriptor.ts";
import { encodeText } from "./encode_text.ts";
import { entryEdits } from "./entry_edits.ts";
import { locateEntry } from "./locate_entry.ts";
import { scanMarkdown } from "./markdown.ts";
import { PIN_KEYS, type PinChanges } from "./pin_changes.ts";
import { readLayerFile } from "./read_layer_file.ts";

/**
 * Changes the pin of one entry of a trust list: only the scalars whose value
 * changes are replaced, every other byte stays (byte order mark, line ends,
 * comments, spacing, quotes). A key of `changes` that the entry does not have
 * is added behind its `id`. `file` is the file's name for messages.
 *
 * The result is read back before it is returned, and must say exactly what the
 * file said but for `changes`.
 *
 * @throws {ConfigError} `source-unknown` when the file has no such entry,
 * `trust-list-invalid` when the file cannot be read or the entry cannot be
 * changed in place, `value-invalid` or `url-refused` for a new value that
 * breaks its grammar.
 */
export function spliceEntry(
  bytes: Uint8Array,
  file: string,
  id: SourceId,
  changes: PinChanges,
): Uint8Array {
  const entry = find(readLayerFile(bytes, file, "adopter").entries, id);
  if (entry === undefined) {
    throw new ConfigError(
      "source-unknown",
      `${file} has no entry \`${id}\` to change; add it with \`skill-sources vouch\``,
      { path: file },
    );
  }
  const text = decodeText(bytes, file);
  const edited = edit(text, entry, changes);
  if (edited === undefined) throw inPlace(entry);
  const result = encodeText(edited, bytes);
  const changed = find(readBack(result, entry), id);
  refuseFaults(changed, changes);
  const said = saying(text, entry, changes);
  if (said === undefined || said !== saying(edited, changed, {})) {
    throw inPlace(entry);
  }
  return result;
}

function readBack(
  bytes: Uint8Array,
  entry: DescriptorEntry,
): readonly DescriptorEntry[] {
  try {
    return readLayerFile(bytes, entry.at.file, "adopter").entries;
  } catch (error) {
    throw error instanceof ConfigError ? inPlace(entry, error) : error;
  }
}

function find(
  entries: readonly DescriptorEntry[],
  id: SourceId,
): DescriptorEntry | undefined {
  return entries.find((each) => each.id === id);
}

function edit(
  text: string,
  entry: DescriptorEntry,
  changes: PinChanges,
): string | undefined {
  const located = locateEntry(text, scanMarkdown(text), entry);
  return located && entryEdits(text, located, changes)
    ?.reduceRight(
      (whole, { start, end, put }) =>
        whole.slice(0, start) + put + whole.slice(end),
      text,
    );
}

/** What a new value breaks is said of the value, not of the edit. */
function refuseFaults(
  entry: DescriptorEntry | undefined,
  changes: PinChanges,
): void {
  for (const { key, error } of entry?.faults ?? []) {
    if (!Object.hasOwn(changes, key)) continue;
    throw new ConfigError(error.code, error.message, { cause: error });
  }
}

/**
 * All that the blocks of a file say, as one text, with `changes` in the
 * entry's own; `undefined` when the entry is not found where it was read.
 */
function saying(
  text: string,
  entry: DescriptorEntry | undefined,
  changes: PinChanges,
): string | undefined {
  const { fences } = scanMarkdown(text);
  const located = entry && locateEntry(text, { fences }, entry);
  if (located === undefined) return undefined;
  const own = (mapping: YamlMapping) =>
    mapping === located.mapping ? changedPairs(mapping, changes) : undefined;
  return JSON.stringify(fences.map((fence) => [
    fence.info,
    fence.hidden ?? "",
    fence.line === located.fence.line
      ? plainValue(located.root, own)
      : fence.content,
  ]));
}

function changedPairs(mapping: YamlMapping, changes: PinChanges) {
  const had = new Set(mapping.entries.map(({ key }) => key.value));
  const added = PIN_KEYS.flatMap((key) => {
    const value = changes[key];
    return value === undefined || had.has(key) ? [] : [[key, value] as const];
  });
  const values = new Map<string, string | undefined>(Object.entries(changes));
  return mapping.entries.flatMap(({ key, value }) => [
    [key.value, values.get(key.value) ?? plainValue(value)] as const,
    ...(key.value === "id" ? added : []),
  ]);
}

function inPlace(entry: DescriptorEntry, cause?: ConfigError): ConfigError {
  return new ConfigError(
    "trust-list-invalid",
    `the pin of \`${entry.id}\` cannot be changed without changing something else; edit it by hand`,
    { at: entry.at, cause },
  );
}
