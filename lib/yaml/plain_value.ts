import type { YamlMapping, YamlNode } from "./node.ts";

/** A node without its places and styles; a mapping is a list of pairs, in order. */
export type PlainValue =
  | string
  | readonly PlainValue[]
  | { readonly pairs: readonly (readonly [string, PlainValue])[] };

/**
 * What a node says, for comparisons. `pairsOf` may give other pairs for a
 * mapping than its own.
 */
export function plainValue(
  node: YamlNode,
  pairsOf: (
    mapping: YamlMapping,
  ) => readonly (readonly [string, PlainValue])[] | undefined = () => undefined,
): PlainValue {
  switch (node.kind) {
    case "scalar":
      return node.value;
    case "sequence":
      return node.items.map((item) => plainValue(item, pairsOf));
    case "mapping":
      return {
        pairs: pairsOf(node) ??
          node.entries.map(({ key, value }) =>
            [key.value, plainValue(value, pairsOf)] as const
          ),
      };
  }
}
