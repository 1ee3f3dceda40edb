import { parseYaml } from "../yaml/parse_yaml.ts";
import { quoteScalar } from "../yaml/quote_scalar.ts";
import { YamlError } from "../yaml/yaml_error.ts";

/** A frontmatter after the repair. */
export interface RepairedFrontmatter {
  /** The YAML, with as many lines as before. */
  readonly text: string;
  /** The keys whose values were quoted, with their lines, from 0. */
  readonly keys: readonly { readonly key: string; readonly line: number }[];
}

/** Values repaired in one file; with more it is no frontmatter, and each costs a parse. */
const MAX_REPAIRS = 32;

/**
 * Quotes top-level texts that hold a colon and a blank, as in `description:
 * Use for: x`, which YAML takes for a nested mapping. Real skills hold many.
 *
 * Only a value that cannot be read as it stands and is plainly one text is
 * touched: what looks like a list, a mapping, a comment or any other YAML is
 * left alone, so that no field such as `allowed-tools` disappears into a
 * text. Answers `undefined` when nothing was repaired.
 */
export function repairColons(yaml: string): RepairedFrontmatter | undefined {
  const lines = yaml.split("\n");
  const keys: { key: string; line: number }[] = [];
  const written: string[] = [];
  for (let at = 0; at < lines.length;) {
    let end = at + 1;
    while (end < lines.length && /^(?:[ \t]|$)/.test(lines[end]!)) end++;
    const block = lines.slice(at, end);
    const repaired = repair(block);
    if (repaired === undefined || readable(block)) written.push(...block);
    else if (keys.length === MAX_REPAIRS) return undefined;
    else {
      keys.push({ key: repaired.key, line: at });
      written.push(repaired.text, ...block.slice(1).map(() => ""));
    }
    at = end;
  }
  return keys.length === 0 ? undefined : { text: written.join("\n"), keys };
}

function readable(block: readonly string[]): boolean {
  try {
    parseYaml(block.join("\n"), { file: "" });
    return true;
  } catch (error) {
    if (error instanceof YamlError) return false;
    throw error;
  }
}

/** Key, colon, and the first line of a value. */
const KEY_LINE = /^([A-Za-z0-9_][A-Za-z0-9_.-]*):(?:[ \t]+(.*))?$/s;
/** First characters that make a value something other than a plain text. */
const STRUCTURE = /^(?:[-?:](?:[ \t]|$)|["'[\]{}|>&*!%@`#,])/;

function repair(
  block: readonly string[],
): { key: string; text: string } | undefined {
  const match = KEY_LINE.exec(block[0]!);
  if (match === null) return undefined;
  const [, key = "", first = ""] = match;
  const texts = [first, ...block.slice(1)].map((line) => line.trim())
    .filter((line) => line !== "");
  const head = texts[0];
  if (head === undefined || STRUCTURE.test(head)) return undefined;
  // A value that begins on the next line is a mapping if that line looks so.
  if (first.trim() === "" && /:(?:[ \t]|$)/.test(head)) return undefined;
  // A further line that looks like a key is one that was indented by mistake.
  if (texts.slice(1).some((line) => KEY_LINE.test(line))) return undefined;
  const value = texts.join(" ");
  if (!/:(?:[ \t]|$)/.test(value) || /[ \t]#/.test(value)) return undefined;
  // deno-lint-ignore no-control-regex -- YAML refuses them raw, so do not smuggle them in
  if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(value)) return undefined;
  if (!value.isWellFormed()) return undefined;
  return { key, text: `${key}: ${quoteScalar(value)}` };
}
