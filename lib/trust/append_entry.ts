import { ConfigError } from "../base/errors.ts";
import { decodeText } from "./decode_text.ts";
import type { Layer, LayerFile } from "./descriptor.ts";
import { readLayerFile } from "./read_layer_file.ts";
import { TRUST_LIST_TEMPLATE } from "./trust_list_template.ts";

/** What kind of list it is. */
export interface AppendOptions {
  /** The adopter's by default. */
  readonly layer?: Layer;
  /** What a list that is not there yet begins with, in lines. */
  readonly template?: string;
}

/**
 * Appends a fenced block that holds `yaml` to a trust list; a list that is not
 * there yet, or empty, begins with a short explanation. The bytes that are
 * there stay a prefix of the result, and its line ends are theirs. `file` is
 * the file's name for messages, `yaml` has line feeds and declares one or more
 * sources.
 *
 * The result is read back before it is returned: every entry that was there
 * reads as it did, and those of `yaml` are new and without fault.
 *
 * @throws {ConfigError} `id-duplicate` when an id stands there already,
 * `trust-list-invalid` when the file cannot be read, or what is appended would
 * not count (behind an open comment, say); what a value of `yaml` breaks.
 */
export function appendEntry(
  bytes: Uint8Array | undefined,
  file: string,
  yaml: string,
  { layer = "adopter", template = TRUST_LIST_TEMPLATE }: AppendOptions = {},
): Uint8Array {
  const had = bytes ?? new Uint8Array();
  const before = readLayerFile(had, file, layer).entries;
  const text = decodeText(had, file);
  const added = appended(text, yaml, template);
  const result = new Uint8Array([...had, ...new TextEncoder().encode(added)]);
  const { entries } = readBack(result, file, layer);
  const fresh = entries.slice(before.length);
  const same = JSON.stringify(entries.slice(0, before.length)) ===
    JSON.stringify(before);
  if (fresh.length === 0 || !same) throw notAppended(file);
  for (const { faults: [fault] } of fresh) {
    if (fault === undefined) continue;
    const { code, message } = fault.error;
    throw new ConfigError(code, message, { cause: fault.error });
  }
  return result;
}

/** What is put behind `text`. */
function appended(text: string, yaml: string, template: string): string {
  // Backticks in a comment or a text must not end the block.
  const runs = [...yaml.matchAll(/`{3,}/g)].map(([run]) => run.length);
  const fence = "`".repeat(Math.max(3, ...runs.map((length) => length + 1)));
  const block = `${fence}yaml\n${yaml.trimEnd()}\n${fence}\n`;
  if (text === "") return `${template}\n${block}`;
  const open = /[\r\n]$/.test(text) ? "" : "\n";
  const blank = /(?:^|\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)$/.test(text) ? "" : "\n";
  return `${open}${blank}${block}`.replaceAll("\n", lineEnd(text));
}

/** CRLF where every line ends so, as editors that write it do. */
function lineEnd(text: string): string {
  const ends = text.match(/\r\n|\n|\r/g) ?? [];
  return ends.length > 0 && ends.every((end) => end === "\r\n") ? "\r\n" : "\n";
}

function readBack(bytes: Uint8Array, file: string, layer: Layer): LayerFile {
  try {
    return readLayerFile(bytes, file, layer);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const own = error.code === "id-duplicate" ||
      error.code === "layer-encoding";
    throw own ? error : notAppended(file, error);
  }
}

function notAppended(file: string, cause?: ConfigError): ConfigError {
  return new ConfigError(
    "trust-list-invalid",
    `a block at the end of ${file} would not count as an entry, because of what stands before it; put it where readers see it, by hand`,
    { path: file, cause },
  );
}
