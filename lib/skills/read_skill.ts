import { SourceError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import type { SkillName } from "../base/ids.ts";
import { MAX_SKILL_MD_BYTES } from "../base/limits.ts";
import { printable } from "../report/printable.ts";
import { isLfsPointer } from "../tree/lfs_pointer.ts";
import type { YamlNode } from "../yaml/node.ts";
import { declaredNameFault, matchesFolder } from "./declared_name.ts";
import { parseFrontmatter } from "./frontmatter.ts";

/** A value of a frontmatter: text all the way down; a missing value is `""`. */
export type FieldValue =
  | string
  | readonly FieldValue[]
  | ReadonlyMap<string, FieldValue>;

/** What a `SKILL.md` says of itself. Nothing in it decides about trust or paths. */
export interface SkillReading {
  readonly declaredName?: string;
  readonly description?: string;
  /** Every top-level key, these two included. */
  readonly fields: ReadonlyMap<string, FieldValue>;
  /** Warnings `skill-format` and `skill-name`. */
  readonly findings: readonly Finding[];
}

/**
 * Reads a `SKILL.md` (contract section 5): UTF-8 without NUL, at most
 * `MAX_SKILL_MD_BYTES`, with a closed frontmatter that holds `name` or
 * `description`.
 *
 * @param folder the skill's folder, which its name is compared with
 * @param prefix what link names begin with
 * @throws {SourceError} `skill-unreadable`, `skill-name` or `lfs-pointer`: the
 * skill is not linked, the others are.
 */
export function readSkill(
  bytes: Uint8Array,
  folder: SkillName,
  prefix = "magpie-",
): SkillReading {
  const file = `${folder}/SKILL.md`;
  const findings: Finding[] = [];
  const warn = (message: string, line = 1) =>
    findings.push({
      rule: "skill-format",
      level: "warning",
      message,
      skill: folder,
      path: file,
      line,
    });
  const text = decode(bytes, file, folder, warn);
  const { mapping, findings: repairs } = parseFrontmatter(text, file);
  findings.push(...repairs.map((finding) => ({ ...finding, skill: folder })));
  const fields = new Map(
    mapping.entries.map(({ key, value }) => [key.value, fieldValue(value)]),
  );
  const name = fields.get("name");
  const description = textOf(fields.get("description"));
  if (name === undefined && description === undefined) {
    throw new SourceError(
      "skill-unreadable",
      "The frontmatter must hold a name or a description",
      { at: { file, line: 1, column: 1 }, skill: folder },
    );
  }
  if (name !== undefined) {
    const fault = typeof name === "string"
      ? declaredNameFault(name)
      : "is no text";
    const shown = typeof name === "string" ? ` "${shorten(name)}"` : "";
    const line = mapping.entries.find(({ key }) => key.value === "name")?.key
      .span.line ?? 1;
    if (fault !== undefined) {
      throw new SourceError(
        "skill-name",
        `The declared name${shown} ${fault}; the skill is not linked`,
        { at: { file, line, column: 1 }, skill: folder },
      );
    }
    if (!matchesFolder(name as string, folder, prefix)) {
      findings.push({
        rule: "skill-name",
        level: "warning",
        message:
          `The declared name${shown} is neither ${folder} nor ${prefix}${folder}; the folder's name counts`,
        skill: folder,
        path: file,
        line,
      });
    }
  }
  return {
    ...(typeof name === "string" ? { declaredName: name } : {}),
    ...(description === undefined ? {} : { description }),
    fields,
    findings,
  };
}

function decode(
  bytes: Uint8Array,
  file: string,
  skill: SkillName,
  warn: (message: string) => void,
): string {
  const unreadable = (message: string) =>
    new SourceError("skill-unreadable", `${file} ${message}`, {
      path: file,
      skill,
    });
  if (bytes.length > MAX_SKILL_MD_BYTES) {
    throw unreadable(`is larger than ${MAX_SKILL_MD_BYTES} bytes`);
  }
  if (isLfsPointer(bytes)) {
    throw new SourceError(
      "lfs-pointer",
      `${file} is a Git LFS pointer, not the skill; ask the source's maintainer to store it in git itself`,
      { path: file, skill },
    );
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
      .decode(bytes);
  } catch (error) {
    throw new SourceError("skill-unreadable", `${file} is not UTF-8`, {
      path: file,
      skill,
      cause: error,
    });
  }
  if (text.includes("\0")) throw unreadable("holds a NUL character");
  if (text.startsWith("\ufeff")) {
    warn("The file begins with a byte order mark, which some readers refuse");
    text = text.slice(1);
  }
  if (text.includes("\ufeff")) {
    warn("The file holds U+FEFF, a character that nobody sees");
  }
  if (text.includes("\r")) {
    warn("The file has CR or CRLF line ends, which some readers refuse");
    text = text.replace(/\r\n?/g, "\n");
  }
  return text;
}

function fieldValue(node: YamlNode): FieldValue {
  switch (node.kind) {
    case "scalar":
      return node.value;
    case "sequence":
      return node.items.map(fieldValue);
    case "mapping":
      return new Map(
        node.entries.map(({ key, value }) => [key.value, fieldValue(value)]),
      );
  }
}

function textOf(value: FieldValue | undefined): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

function shorten(text: string): string {
  return printable(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
