import { SourceError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import type { YamlMapping } from "../yaml/node.ts";
import { parseYaml } from "../yaml/parse_yaml.ts";
import { YamlError } from "../yaml/yaml_error.ts";
import { repairColons } from "./repair_colons.ts";

/** The frontmatter of a Markdown file. */
export interface Frontmatter {
  readonly mapping: YamlMapping;
  /** Warnings `skill-format` about what was put right. */
  readonly findings: readonly Finding[];
}

/** Line of the file on which the YAML begins, behind the opening `---`. */
const FIRST_LINE = 2;

/**
 * Reads the YAML between the `---` that is a text's first line and the next
 * `---` line. The limits of contract section 2 hold. One fault of real files
 * is put right, with a warning: an unquoted text that holds `: `.
 *
 * `text` has line feeds only. Throws `SourceError` (`skill-unreadable`) with a
 * position in `file`.
 */
export function parseFrontmatter(text: string, file: string): Frontmatter {
  const yaml = splitFrontmatter(text);
  if (yaml === undefined) {
    throw new SourceError(
      "skill-unreadable",
      "The file must begin with a frontmatter block between two --- lines",
      { at: { file, line: 1, column: 1 } },
    );
  }
  const findings: Finding[] = [];
  let root;
  try {
    root = parseYaml(yaml, { file, firstLine: FIRST_LINE });
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    const repaired = repairColons(yaml);
    if (repaired === undefined) throw unreadable(error);
    try {
      root = parseYaml(repaired.text, { file, firstLine: FIRST_LINE });
    } catch {
      throw unreadable(error);
    }
    for (const { key, line } of repaired.keys) {
      findings.push({
        rule: "skill-format",
        level: "warning",
        message:
          `The value of "${key}" holds a colon and a blank, so it must be quoted; it was read as one text`,
        path: file,
        line: line + FIRST_LINE,
      });
    }
  }
  if (root?.kind !== "mapping") {
    throw new SourceError(
      "skill-unreadable",
      "The frontmatter must hold keys such as name and description",
      { at: { file, line: root?.span.line ?? FIRST_LINE, column: 1 } },
    );
  }
  return { mapping: root, findings };
}

function unreadable(error: YamlError): SourceError {
  return new SourceError(
    "skill-unreadable",
    `The frontmatter cannot be read: ${error.message}`,
    { at: error.at, cause: error },
  );
}

/** The text between the two `---` lines; `undefined` when they are not there. */
function splitFrontmatter(text: string): string | undefined {
  const opening = /^---[ \t]*\n/.exec(text);
  if (opening === null) return undefined;
  const start = opening[0].length;
  const closing = /(?:^|\n)---[ \t]*(?:\n|$)/.exec(text.slice(start));
  if (closing === null) return undefined;
  const end = start + closing.index;
  return text.slice(start, end + (text[end] === "\n" ? 1 : 0));
}
