import { ConfigError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import type { Position } from "../base/position.ts";
import { formatPosition } from "../base/position.ts";
import type { RuleName } from "../base/rules.ts";
import { quote } from "./checked.ts";
import { decodeText } from "./decode_text.ts";
import type { DescriptorEntry, Layer, LayerFile } from "./descriptor.ts";
import { scanMarkdown } from "./markdown.ts";
import type { MarkdownScan } from "./markdown_scan.ts";
import { readFence } from "./read_fence.ts";

/** The rule a file that cannot be read as a whole falls under. */
const INVALID: Readonly<Record<Layer, RuleName>> = {
  adopter: "trust-list-invalid",
  organization: "organization-unreadable",
  registry: "registry-unreadable",
};

/**
 * Reads the descriptors out of one trust list, organization file or registry
 * (contract section 2). `file` is its name for messages.
 *
 * A fault inside one entry stays with the entry. Throws `ConfigError` for what
 * makes the file unreadable as a whole, with every such fault in its
 * `findings`: encoding and size (`layer-encoding`), one id twice
 * (`id-duplicate`), and unclosed fences, YAML faults in a block that declares
 * a source and descriptors whose rendering is in doubt (`trust-list-invalid`,
 * `organization-unreadable` or `registry-unreadable`). The caller decides how
 * far the error reaches.
 */
export function readLayerFile(
  bytes: Uint8Array,
  file: string,
  layer: Layer,
): LayerFile {
  const text = decodeText(bytes, file);
  const scan = scanMarkdown(text);
  const findings: Finding[] = [];
  const faults: ConfigError[] = [];
  const fail = (rule: RuleName | undefined, message: string, at: Position) => {
    faults.push(new ConfigError(rule ?? INVALID[layer], message, { at }));
  };
  for (const { line, column } of scan.unclosed) {
    fail(
      undefined,
      "This code fence is never closed; end it with a line of the same fence",
      { file, line, column },
    );
  }
  for (const line of overlooked(text, scan)) {
    fail(
      undefined,
      "Some renderers may show a YAML block here that is not read, because of " +
        `${scan.doubt!.reason} on line ${scan.doubt!.line}; put a blank line ` +
        "before and after it",
      { file, line, column: 1 },
    );
  }
  const entries = scan.fences.flatMap((fence) =>
    readFence(fence, { file, layer, findings, fail })
  );
  refuseRepeats(entries, (message, at) => fail("id-duplicate", message, at));
  const [first] = faults;
  if (first !== undefined) {
    throw new ConfigError(
      first.code,
      first.message.slice(formatPosition(first.at!).length + 2),
      { at: first.at!, cause: first.cause },
      faults.map((fault) => fault.toFinding()),
    );
  }
  return { file, layer, entries, findings };
}

/**
 * Lines after the first doubt that look like a YAML fence to the eye, and
 * perhaps to a renderer, but not to us.
 */
function overlooked(text: string, scan: MarkdownScan): number[] {
  if (scan.doubt === undefined) return [];
  const from = scan.doubt.line;
  const known = new Set(scan.fences.map(({ line }) => line));
  return text.split(/\r\n|\n|\r/)
    .map((line, index) =>
      /(?:`{3}|~{3})[ \t]*ya?ml/i.test(line) ? index + 1 : 0
    )
    .filter((line) => line >= from && !known.has(line));
}

function refuseRepeats(
  entries: readonly DescriptorEntry[],
  fail: (message: string, at: Position) => void,
): void {
  const lines = new Map<string, number>();
  for (const { id, at } of entries) {
    const line = lines.get(id);
    if (line === undefined) lines.set(id, at.line);
    else {
      fail(
        `The id ${quote(id)} stands twice in this file, first on line ` +
          `${line}; keep one`,
        at,
      );
    }
  }
}
