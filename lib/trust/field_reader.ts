import { EntryError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { nearest } from "../base/nearest.ts";
import { formatPosition, type Position } from "../base/position.ts";
import type { RuleName } from "../base/rules.ts";
import type { YamlNode, YamlScalar } from "../yaml/node.ts";
import { type Checked, quote } from "./checked.ts";
import type {
  DescriptorFault,
  DescriptorValues,
  Layer,
  Located,
} from "./descriptor.ts";

/** Keys whose absence is an error of its own. */
const REQUIRED = [
  "method",
  "url",
  "ref",
  "commit",
  "sha512",
  "provides",
] as const;

/** What reading a descriptor needs to know beside its YAML. */
export interface FieldReaderOptions {
  readonly layer: Layer;
  /** Where a node stands in the file. */
  readonly locate: (node: YamlNode) => Position;
  /** Receives warnings. */
  readonly findings: Finding[];
}

/** The key a fault is filed under. */
export type FaultKey = DescriptorFault["key"];

/**
 * Collects the checked values of one entry and what is wrong with the others.
 * Nothing is thrown: a fault refuses this source and no other.
 */
export class FieldReader {
  readonly values: {
    -readonly [K in keyof DescriptorValues]?: Located<DescriptorValues[K]>;
  } = {};
  readonly faults: DescriptorFault[] = [];
  readonly #id: string;
  readonly #options: FieldReaderOptions;

  constructor(id: string, options: FieldReaderOptions) {
    this.#id = id;
    this.#options = options;
  }

  /** Files a fault of `key` at `node`. */
  fail(key: FaultKey, rule: RuleName, message: string, node: YamlNode): void {
    const at = this.#options.locate(node);
    this.faults.push({ key, error: new EntryError(rule, message, { at }) });
  }

  /** Checks one text; files a fault and returns nothing when it does not hold. */
  check<T>(
    key: FaultKey,
    node: YamlNode,
    check: (text: string) => Checked<T>,
  ): T | undefined {
    if (node.kind !== "scalar") {
      this.fail(key, "value-invalid", "A single text must stand here", node);
      return undefined;
    }
    if (node.value === "") {
      this.fail(key, "value-invalid", "A value must stand here", node);
      return undefined;
    }
    const checked = check(node.value);
    if (checked.fault === undefined) return checked.value;
    const rule = key === "url" ? "url-refused" : "value-invalid";
    this.fail(key, rule, checked.fault, node);
    return undefined;
  }

  /** Keeps a value. */
  put<K extends keyof DescriptorValues>(
    key: K,
    value: DescriptorValues[K],
    node: YamlNode,
  ): void {
    const values = this.values as Record<K, Located<DescriptorValues[K]>>;
    values[key] = { value, at: this.#options.locate(node) };
  }

  /** Checks and keeps one text. */
  set<K extends keyof DescriptorValues>(
    key: K,
    node: YamlNode,
    check: (text: string) => Checked<DescriptorValues[K]>,
  ): void {
    const value = this.check(key, node, check);
    if (value !== undefined) this.put(key, value, node);
  }

  /** The same, but an empty text counts as an absent key. */
  setUnlessEmpty<K extends keyof DescriptorValues>(
    key: K,
    node: YamlNode,
    check: (text: string) => Checked<DescriptorValues[K]>,
  ): void {
    if (node.kind !== "scalar" || node.value !== "") this.set(key, node, check);
  }

  /** Reads the items of a list, leaving out those that `item` refuses. */
  list<T>(
    key: FaultKey,
    node: YamlNode,
    item: (node: YamlNode) => T | undefined,
  ): T[] | undefined {
    if (node.kind !== "sequence") {
      this.fail(key, "value-invalid", "A list must stand here", node);
      return undefined;
    }
    return node.items.map(item).filter((value) => value !== undefined);
  }

  /** Files an unknown key: a fault in the trust list, a warning elsewhere. */
  unknown(key: YamlScalar, known: ReadonlySet<string>, of: string): void {
    // Extension keys are anybody's (contract section 2).
    if (key.value.startsWith("x-")) return;
    const near = nearest(key.value, known);
    const message = `${quote(key.value)} is no key of ${of}` +
      (near === undefined ? "; remove it" : `: did you mean \`${near}\`?`);
    if (this.#options.layer === "adopter") {
      // The key that was meant is at fault then, and not missing as well.
      const meant = REQUIRED.find((name) => name === near);
      this.fail(meant ?? "unknown", "key-unknown", message, key);
      return;
    }
    const at = this.#options.locate(key);
    this.#options.findings.push({
      rule: "key-unknown",
      level: "warning",
      message: `${formatPosition(at)}: ${message}`,
      source: this.#id,
      path: at.file,
      line: at.line,
    });
  }
}
