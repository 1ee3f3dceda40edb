import { ConfigError } from "../base/errors.ts";
import { nearest } from "../base/nearest.ts";
import { printable } from "../report/printable.ts";
import type { Checked } from "../trust/checked.ts";
import type { YamlEntry, YamlMapping, YamlNode } from "../yaml/node.ts";
import { mappingGet } from "../yaml/mapping_get.ts";

/** Reads the keys of one mapping of a lock and refuses what is not as it must be. */
export class BlockReader {
  readonly mapping: YamlMapping;
  readonly file: string;

  constructor(mapping: YamlMapping, file: string) {
    this.mapping = mapping;
    this.file = file;
  }

  /** Throws `ConfigError` (`lock-invalid`) with the place of `node`. */
  fail(node: YamlNode, message: string): never {
    throw lockInvalid(message, this.file, node.span.line, node.span.column);
  }

  /** The entries whose keys begin with `x-`; any key that is not `known` is refused. */
  extensions(known: readonly string[], where: string): YamlEntry[] {
    const extensions: YamlEntry[] = [];
    for (const entry of this.mapping.entries) {
      const key = entry.key.value;
      if (key.startsWith("x-")) extensions.push(entry);
      else if (!known.includes(key)) {
        const guess = nearest(key, known);
        this.fail(
          entry.key,
          `${where} has no key "${printable(key)}"` +
            (guess === undefined ? "" : `: did you mean "${guess}"?`),
        );
      }
    }
    return extensions;
  }

  /** The node under `key`, if any. */
  node(key: string): YamlNode | undefined {
    return mappingGet(this.mapping, key);
  }

  /** The text of `node`, which stands under `key`. */
  text(node: YamlNode, key: string): string {
    if (node.kind !== "scalar" || node.value === "") {
      this.fail(node, `"${key}" must be a text`);
    }
    return node.value;
  }

  /** The text under `key` after `check`, `undefined` when there is no such key. */
  checked<T>(key: string, check: (text: string) => Checked<T>): T | undefined {
    const node = this.node(key);
    return node === undefined ? undefined : this.value(node, key, check);
  }

  /** As {@linkcode checked}, for a key that must be there. */
  demanded<T>(key: string, check: (text: string) => Checked<T>): T {
    const node = this.node(key) ??
      this.fail(this.mapping, `A lock block lacks the required key "${key}"`);
    return this.value(node, key, check);
  }

  /** The text of `node`, which stands under `key`, after `check`. */
  value<T>(
    node: YamlNode,
    key: string,
    check: (text: string) => Checked<T>,
  ): T {
    const checked = check(this.text(node, key));
    return checked.value === undefined
      ? this.fail(node, checked.fault ?? `"${key}" cannot be used`)
      : checked.value;
  }

  /** The items of the list under `key`, `undefined` when there is no such key. */
  list(key: string): readonly YamlNode[] | undefined {
    const node = this.node(key);
    if (node === undefined) return undefined;
    return node.kind === "sequence"
      ? node.items
      : this.fail(node, `"${key}" must be a list`);
  }

  /** The mapping under `key`, `undefined` when there is no such key. */
  nested(key: string): BlockReader | undefined {
    const node = this.node(key);
    if (node === undefined) return undefined;
    return node.kind === "mapping"
      ? new BlockReader(node, this.file)
      : this.fail(node, `"${key}" must be a mapping`);
  }
}

/** The error for a committed lock that cannot be read: exit 2, nothing attempted. */
export function lockInvalid(
  message: string,
  file: string,
  line: number,
  column: number,
): ConfigError {
  return new ConfigError("lock-invalid", message, {
    at: { file, line, column },
    fix: `git checkout HEAD -- ${file}`,
  });
}
