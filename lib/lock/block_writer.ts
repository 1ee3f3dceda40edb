import { quoteScalar } from "../yaml/quote_scalar.ts";

/** Writes one block of a lock, line by line. */
export class BlockWriter {
  readonly #lines: string[] = [];

  /** `key: value`; nothing when `value` is absent. */
  text(key: string, value: string | undefined, indent = 1): void {
    if (value !== undefined) {
      this.#line(indent, `${quoteScalar(key)}: ${quoteScalar(value)}`);
    }
  }

  /** `key:` with something nested to follow. */
  open(key: string, indent = 1): void {
    this.#line(indent, `${key}:`);
  }

  /** `key:` with one item a line, `[]` when there is none; nothing when `values` is absent. */
  list(key: string, values: readonly string[] | undefined, indent = 1): void {
    if (values === undefined) return;
    if (values.length === 0) return this.#line(indent, `${key}: []`);
    this.open(key, indent);
    for (const value of values) {
      this.#line(indent + 1, `- ${quoteScalar(value)}`);
    }
  }

  /** `key:` with one `name: value` an item. */
  pairs(key: string, values: readonly (readonly [string, string])[]): void {
    if (values.length === 0) return this.#line(1, `${key}: []`);
    this.open(key);
    for (const [name, value] of values) {
      this.#line(2, `- ${name}: ${quoteScalar(value)}`);
    }
  }

  /** `key:` and the YAML text behind its colon, as `extraText` keeps it. */
  verbatim(key: string, text: string): void {
    const [first = "", ...rest] = text.split("\n");
    this.#line(1, `${quoteScalar(key)}:${first}`);
    for (const line of rest) this.#line(line === "" ? 0 : 1, line);
  }

  /** The block as an item of a list, with its final line feed. */
  finish(): string {
    return this.#lines
      .map((line, at) => at === 0 ? `- ${line.trimStart()}\n` : `${line}\n`)
      .join("");
  }

  #line(indent: number, text: string): void {
    this.#lines.push("  ".repeat(indent) + text);
  }
}
