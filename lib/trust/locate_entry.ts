import { mappingGet } from "../yaml/mapping_get.ts";
import type { YamlMapping, YamlNode, YamlScalar } from "../yaml/node.ts";
import { parseYaml } from "../yaml/parse_yaml.ts";
import { LineIndex } from "../yaml/line_index.ts";
import type { DescriptorEntry } from "./descriptor.ts";
import type { Fence, MarkdownScan } from "./markdown_scan.ts";

/** One entry of a layer file as it stands in the file's text. */
export interface LocatedEntry {
  readonly fence: Fence;
  /** Everything its block holds. */
  readonly root: YamlNode;
  readonly mapping: YamlMapping;
  readonly id: YamlScalar;
  /** Offset in the fence's content to offset in the file's text, both UTF-16. */
  readonly toText: (offset: number) => number;
}

/**
 * Finds an entry that `readLayerFile` has read in the text it was read from.
 * A fence's content is the file's lines without what the containers around it
 * take off, so an offset is carried over by line and column.
 *
 * @returns `undefined` when `entry` is not of this text.
 */
export function locateEntry(
  text: string,
  scan: Pick<MarkdownScan, "fences">,
  entry: DescriptorEntry,
): LocatedEntry | undefined {
  const { file, line } = entry.at;
  const fence = scan.fences.find((each) =>
    each.line < line && line <= each.line + each.shifts.length
  );
  if (fence === undefined) return undefined;
  const root = parseYaml(fence.content, { file, firstLine: fence.line + 1 });
  if (root === undefined) return undefined;
  for (const mapping of root.kind === "sequence" ? root.items : [root]) {
    if (mapping.kind !== "mapping") continue;
    const id = mappingGet(mapping, "id");
    if (id?.kind !== "scalar" || id.value !== entry.id) continue;
    if (id.span.line !== line) continue;
    return { fence, root, mapping, id, toText: carrier(text, fence) };
  }
  return undefined;
}

function carrier(text: string, fence: Fence): (offset: number) => number {
  const inFile = new LineIndex(text);
  const inFence = new LineIndex(fence.content);
  return (offset) => {
    const { line, column } = inFence.locate(offset);
    const start = inFile.starts[fence.line + line] ?? text.length;
    return start + (fence.shifts[line] ?? 0) + column;
  };
}
