/**
 * The YAML that this tool reads: block and flow collections whose scalars are
 * all text. Line and column count from 1 in the file that holds the block.
 */
export type YamlNode = YamlScalar | YamlSequence | YamlMapping;

/** Where a node stands. `start` and `end` are UTF-16 offsets in the parsed text. */
export interface YamlSpan {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
}

/** A scalar. Its value is the text as written, never a number, date or null. */
export interface YamlScalar {
  readonly kind: "scalar";
  readonly value: string;
  readonly style: "plain" | "single" | "double" | "literal" | "folded";
  /** No text stands there at all (`key:`), which differs from `""`. */
  readonly absent: boolean;
  readonly span: YamlSpan;
}

/** A sequence. */
export interface YamlSequence {
  readonly kind: "sequence";
  readonly items: readonly YamlNode[];
  readonly span: YamlSpan;
}

/** A mapping, in written order. Duplicate keys were refused while parsing. */
export interface YamlMapping {
  readonly kind: "mapping";
  readonly entries: readonly YamlEntry[];
  readonly span: YamlSpan;
}

/** One `key: value` of a mapping. */
export interface YamlEntry {
  readonly key: YamlScalar;
  readonly value: YamlNode;
}
