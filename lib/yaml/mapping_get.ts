import type { YamlMapping, YamlNode } from "./node.ts";

/** The value that stands under `key`, if any. Keys were made unique while parsing. */
export function mappingGet(
  mapping: YamlMapping,
  key: string,
): YamlNode | undefined {
  return mapping.entries.find((entry) => entry.key.value === key)?.value;
}
