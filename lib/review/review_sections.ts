import { visiblePatch } from "../patch/visible_patch.ts";
import { printable } from "../report/printable.ts";
import { table } from "../report/table.ts";
import { counted } from "./counted.ts";
import type {
  ChangelogHead,
  FieldChange,
  Review,
  SkillDelta,
} from "./model.ts";
import {
  deltasInOrder,
  fileRow,
  fileWords,
  hostWords,
  pinWords,
  signerWords,
} from "./review_words.ts";
import { shortened, shownLine } from "./shown_line.ts";

/** A part of a review as printable lines, none of them with a line feed. */
export interface ReviewSection {
  readonly title: string;
  readonly kind: "list" | "files" | "diff";
  readonly lines: readonly string[];
}

/** How much of each part is shown; what is left out is counted. */
export interface SectionLimits {
  /** Lines of a list. */
  readonly list: number;
  /** Rows of the table of files. */
  readonly files: number;
  /** Lines of the diff of one file. */
  readonly fileLines: number;
  /** Lines of the whole diff. */
  readonly diffLines: number;
}

/** Characters shown of one line. */
const MAX_CHARACTERS = 2000;
/** Lines shown of one value of a frontmatter. */
const MAX_VALUE_LINES = 40;
/** What decides about permission and activation. */
const DECIDING = new Set([
  "folder",
  "SKILL.md",
  "allowed-tools",
  "description",
  "name",
]);
/** Lines shown of all other values of one frontmatter: no skill may push the next one out of the list. */
const MAX_OTHER_LINES = 20;

/** The review in a line each: pin, signer, skills, files. */
export function summaryLines(review: Review): string[] {
  const { skills, executables, hosts, hostsLeftOut, findings } = review;
  const rows = [
    ["pin", pinWords(review)],
    ["signer", signerWords(review)],
    [
      "skills",
      `${skills.added.length} added, ${skills.removed.length} removed, ${skills.changed.length} changed, ${skills.unchanged} unchanged`,
    ],
    ["files", fileWords(review)],
    [
      "new",
      [
        counted(executables.length, "executable"),
        counted(hosts.length + hostsLeftOut, "outside host"),
        counted(findings.length, "finding"),
      ].join(", "),
    ],
  ];
  return rowLines(rows);
}

/** What follows the summary: short lists first, the diff last; empty parts are left out. */
export function reviewSections(
  review: Review,
  limits: SectionLimits,
): ReviewSection[] {
  const { pin, skills, changelogs } = review;
  const { executables, hosts, hostsLeftOut, findings } = review;
  const list = (
    title: string,
    lines: readonly string[],
    more = 0,
    most = limits.list,
  ) => ({
    title,
    kind: "list" as const,
    lines: capped(lines, most, more),
  });
  const deltas = deltasInOrder(review);
  return [
    list("Source", pin.changes.flatMap(fieldLines)),
    list(
      "Skills",
      [
        ...skills.added.map((name) => line(`added    ${name}`)),
        ...skills.removed.map((name) => line(`removed  ${name}`)),
        ...skills.changed.flatMap(skillLines),
      ],
      0,
      limits.files,
    ),
    list("Changelog", changelogs.flatMap(changelogLines)),
    list("New executables", executables.map(line)),
    list(
      "New outside hosts",
      hosts.map((host) => line(hostWords(host))),
      hostsLeftOut,
    ),
    list(
      "New findings",
      findings.map(({ level, rule, message }) =>
        line(`${level}: ${message} [${rule}]`)
      ),
    ),
    {
      title: "Files",
      kind: "files" as const,
      lines: capped(
        rowLines(deltas.slice(0, limits.files).map(fileRow)),
        limits.files,
        Math.max(0, deltas.length - limits.files),
      ),
    },
    {
      title: "Diff",
      kind: "diff" as const,
      lines: diffLines(review, limits),
    },
  ].filter(({ lines }) => lines.length > 0);
}

function rowLines(rows: readonly (readonly string[])[]): string[] {
  const short = rows.map((row) =>
    row.map((cell) => shortened(cell, MAX_CHARACTERS))
  );
  return table(short).split("\n").slice(0, -1).map(shownLine);
}

function line(text: string): string {
  return shownLine(printable(shortened(text, MAX_CHARACTERS)));
}

function changelogLines({ path, lines, more }: ChangelogHead): string[] {
  return [
    line(path),
    ...lines.map((text) => `  ${line(text)}`),
    ...(more === 0 ? [] : [`  … ${counted(more, "more line")}`]),
  ];
}

function skillLines({ name, fields, files }: SkillDelta): string[] {
  const others = fields.filter(({ field }) => !DECIDING.has(field))
    .flatMap(fieldLines);
  return [
    line(`changed  ${name} (${counted(files, "file")})`),
    ...[
      ...fields.filter(({ field }) => DECIDING.has(field)).flatMap(fieldLines),
      ...capped(others, MAX_OTHER_LINES, 0),
    ].map((text) => `  ${text}`),
  ];
}

/** Old and new below each other, as in a diff: two long texts side by side are not compared by eye. */
function fieldLines({ field, from, to }: FieldChange): string[] {
  return [
    line(field),
    ...valueLines("-", from),
    ...valueLines("+", to),
  ];
}

function valueLines(sign: string, value: string | undefined): string[] {
  if (value === undefined) return [];
  const lines = value.split("\n").map((text) => `  ${sign} ${line(text)}`);
  return capped(lines, MAX_VALUE_LINES, 0);
}

function diffLines(
  review: Review,
  { fileLines, diffLines }: SectionLimits,
): string[] {
  const lines: string[] = [];
  let hidden = 0;
  for (const { path, patch } of deltasInOrder(review)) {
    if (patch === undefined) continue;
    if (lines.length >= diffLines) {
      hidden++;
      continue;
    }
    // No line of a hunk begins with a letter: content cannot pass for this one.
    lines.push(line(`diff ${path}`));
    const options = { maxLines: fileLines, maxCharacters: MAX_CHARACTERS };
    for (const { text } of visiblePatch(patch, options)) {
      lines.push(shownLine(text));
    }
  }
  if (hidden > 0) {
    lines.push(`… ${counted(hidden, "more changed file")} not shown`);
  }
  return lines;
}

/** `lines`, the first `most` of them; `more` were left out before. */
function capped(
  lines: readonly string[],
  most: number,
  more: number,
): string[] {
  const left = Math.max(0, lines.length - most) + more;
  return left === 0
    ? [...lines]
    : [...lines.slice(0, most), `… ${left} more not shown`];
}
