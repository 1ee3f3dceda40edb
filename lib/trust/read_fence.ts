import type { Finding } from "../base/finding.ts";
import type { Position } from "../base/position.ts";
import { formatPosition } from "../base/position.ts";
import type { RuleName } from "../base/rules.ts";
import { mappingGet } from "../yaml/mapping_get.ts";
import type { YamlMapping, YamlNode, YamlScalar } from "../yaml/node.ts";
import { parseYaml } from "../yaml/parse_yaml.ts";
import { YamlError } from "../yaml/yaml_error.ts";
import { quote } from "./checked.ts";
import type { DescriptorEntry, Layer } from "./descriptor.ts";
import { findInvisible } from "./invisible.ts";
import type { Fence } from "./markdown_scan.ts";
import { mayDeclare } from "./may_declare.ts";
import { DESCRIPTOR_KEYS, parseDescriptor } from "./parse_descriptor.ts";

/** What reading a fence needs beside its text. */
export interface ReadFenceOptions {
  readonly file: string;
  readonly layer: Layer;
  /** Receives warnings. */
  readonly findings: Finding[];
  /** Receives what fails the whole file; no rule: the layer's own. */
  readonly fail: (
    rule: RuleName | undefined,
    message: string,
    at: Position,
  ) => void;
}

/** Reads the descriptors out of one fence; most fences hold none. */
export function readFence(
  fence: Fence,
  options: ReadFenceOptions,
): DescriptorEntry[] {
  const language = fence.info.split(/[ \t]/, 1)[0]!;
  // A renderer decodes `&#121;aml` to `yaml`; nobody writes it in good faith.
  const disguised = /[\\&]/.test(language);
  if (!disguised && !/^ya?ml$/i.test(language)) return [];
  const at: Position = {
    file: options.file,
    line: fence.line,
    column: fence.column,
  };
  const found = declarations(fence, at);
  if (found.kind === "nothing") return [];
  if (fence.hidden !== undefined) {
    options.findings.push(hiddenFinding(fence.hidden, found, at));
    return [];
  }
  const distrust = disguised
    ? "the language of this block is written with escapes; write `yaml`"
    : fence.doubt === undefined
    ? undefined
    : `renderers may not show this block as it is read, because of ` +
      `${fence.doubt.reason} on line ${fence.doubt.line}; move it out of the way`;
  if (distrust !== undefined) {
    options.fail(undefined, `A source is declared but ${distrust}`, at);
    return [];
  }
  if (found.kind === "fault") {
    options.fail(undefined, found.message, found.at);
    return [];
  }
  if (refusesInvisible(fence, found.root, options)) return [];
  const locate = (node: YamlNode) => placeOf(fence, options.file, node.span);
  const entries: DescriptorEntry[] = [];
  for (const item of found.items) {
    const id = idOf(item);
    if (id === undefined || item.kind !== "mapping") {
      options.fail(undefined, NO_ID, locate(item));
    } else entries.push(parseDescriptor(item, id, { ...options, locate }));
  }
  return entries;
}

const NO_ID = "This descriptor has no `id`; give it one";

type Declarations =
  | { readonly kind: "nothing" }
  | {
    readonly kind: "fault";
    readonly message: string;
    readonly at: Position;
  }
  | {
    readonly kind: "items";
    readonly root: YamlNode;
    readonly items: readonly YamlNode[];
  };

/** The items a block declares sources with, if it is meant to declare any. */
function declarations(fence: Fence, at: Position): Declarations {
  let root: YamlNode | undefined;
  try {
    root = parseYaml(fence.content, {
      file: at.file,
      firstLine: fence.line + 1,
    });
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    if (!mayDeclare(fence.content)) return { kind: "nothing" };
    return {
      kind: "fault",
      message: error.message,
      at: placeOf(fence, at.file, error),
    };
  }
  const items = declaringItems(root).filter((item) => !isExample(item));
  return root === undefined || items.length === 0
    ? { kind: "nothing" }
    : { kind: "items", root, items };
}

function declaringItems(root: YamlNode | undefined): readonly YamlNode[] {
  if (root?.kind === "mapping") {
    const declares = idOf(root) !== undefined || descriptorKeys(root) >= 2;
    return declares ? [root] : [];
  }
  const items = root?.kind === "sequence" ? root.items : [];
  const declares = items.some((item) =>
    item.kind === "mapping" && descriptorKeys(item) >= 1
  );
  return declares ? items : [];
}

function descriptorKeys(mapping: YamlMapping): number {
  return mapping.entries
    .filter(({ key }) => DESCRIPTOR_KEYS.has(key.value)).length;
}

function idOf(node: YamlNode): YamlScalar | undefined {
  const id = node.kind === "mapping" ? mappingGet(node, "id") : undefined;
  return id?.kind === "scalar" && id.value !== "" ? id : undefined;
}

/** `<source-id>` is a placeholder in documentation. */
function isExample(item: YamlNode): boolean {
  return /[<>]/.test(idOf(item)?.value ?? "");
}

function hiddenFinding(
  where: string,
  found: Declarations,
  at: Position,
): Finding {
  const ids = found.kind !== "items" ? [] : found.items
    .map(idOf)
    .filter((id) => id !== undefined)
    .map((id) => quote(id.value));
  const who = ids.length === 0
    ? "A descriptor"
    : `The source ${ids.join(", ")}`;
  return {
    rule: "descriptor-hidden",
    level: "warning",
    message: `${formatPosition(at)}: ${who} is declared inside ${where} and ` +
      "does not count; move it out to trust it",
    path: at.file,
    line: at.line,
  };
}

/** Refuses characters nobody sees, also those that YAML escapes bring in. */
function refusesInvisible(
  fence: Fence,
  root: YamlNode,
  options: ReadFenceOptions,
): boolean {
  const message = (name: string) =>
    `The invisible character ${name} stands in a block that declares a ` +
    "source; remove it";
  const raw = findInvisible(fence.content);
  if (raw !== undefined) {
    const before = fence.content.slice(0, raw.index).split("\n");
    const at = placeOf(fence, options.file, {
      line: fence.line + before.length,
      column: before.at(-1)!.length + 1,
    });
    options.fail("layer-encoding", message(raw.name), at);
    return true;
  }
  for (const scalar of scalars(root)) {
    const escaped = findInvisible(scalar.value);
    if (escaped !== undefined) {
      const at = placeOf(fence, options.file, scalar.span);
      options.fail("layer-encoding", message(escaped.name), at);
      return true;
    }
  }
  return false;
}

function* scalars(node: YamlNode): Generator<YamlScalar> {
  if (node.kind === "scalar") yield node;
  else if (node.kind === "sequence") {
    for (const item of node.items) yield* scalars(item);
  } else {
    for (const { key, value } of node.entries) {
      yield key;
      yield* scalars(value);
    }
  }
}

/** A place in the YAML as a place in the Markdown, whose containers indent it. */
function placeOf(
  fence: Fence,
  file: string,
  place: { readonly line: number; readonly column: number },
): Position {
  const shift = fence.shifts[place.line - fence.line - 1] ?? 0;
  return { file, line: place.line, column: place.column + shift };
}
