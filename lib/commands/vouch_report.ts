import type { Adopter } from "../adopter/load_adopter.ts";
import { contentLine, counted } from "../appraise/content_line.ts";
import type { Vouched } from "../appraise/vouch.ts";
import type { Finding } from "../base/finding.ts";
import { printable } from "../report/printable.ts";
import { table } from "../report/table.ts";
import type { ObservedSignature } from "../signature/observe.ts";
import type { FieldValue } from "../skills/read_skill.ts";
import type { CommandResult } from "./command.ts";
import { pinDocument } from "./pin_document.ts";

/** Items of a list that the review names. */
const NAMED = 12;

/** The result where the person said no. */
export function declinedReport({ findings }: Adopter): CommandResult {
  return {
    document: { entry: null, written: false },
    findings: [...findings, {
      rule: "consent-needed",
      level: "error",
      message: "the question was answered with no; nothing was changed",
    }],
    text: "",
  };
}

/** What became of the entry. */
export interface Written {
  /** How the document names the list that the entry belongs to. */
  readonly named: Readonly<Record<string, string>>;
  readonly written?: boolean;
  /** What was found of an earlier run. */
  readonly recovered?: readonly Finding[];
}

/** The result: the entry, unless something is wrong with the source. */
export function vouchedReport(
  adopter: Adopter,
  vouched: Vouched,
  { named, written = false, recovered = [] }: Written,
): CommandResult {
  const { appraisal: { source, located, content, signer, observed }, entry } =
    vouched;
  const sound = !vouched.findings.some(({ level }) => level === "error");
  return {
    document: {
      id: source.id,
      organization: source.organization,
      ...pinDocument(source.pin),
      layout: {
        skills_root: source.layout.skillsRoot,
        evals_root: source.layout.evalsRoot,
        ...(source.layout.include === undefined
          ? {}
          : { include: source.layout.include }),
      },
      skills: skillDocuments(vouched),
      left_out: leftOut(vouched),
      other_roots: (located?.others ?? []).map(({ root, skills }) => ({
        skills_root: root,
        skills,
      })),
      files: content.files,
      bytes: content.bytes,
      licence: content.licence ?? null,
      executables: content.executables,
      hosts: content.hosts,
      signer: signer ?? null,
      signatures: observed,
      entry: sound ? entry : null,
      ...named,
      written,
    },
    findings: [...recovered, ...adopter.findings, ...vouched.findings],
    text: sound ? entry : "",
  };
}

function skillDocuments({ appraisal, skills }: Vouched) {
  const provided = new Set<string>(skills);
  return appraisal.skills.filter(({ name }) => provided.has(name))
    .map(({ name, root, reading }) => ({
      name,
      path: root,
      description: reading.description ?? null,
      allowed_tools: toolsOf(reading.fields.get("allowed-tools")),
    }));
}

function toolsOf(value: FieldValue | undefined): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  return Array.isArray(value)
    ? value.filter((tool) => typeof tool === "string")
    : [];
}

/** Names of skills that the entry does not provide. */
function leftOut({ appraisal, skills }: Vouched): string[] {
  const provided = new Set<string>(skills);
  return [
    ...appraisal.skills.map(({ name }) => name as string)
      .filter((name) => !provided.has(name)),
    ...appraisal.unusable,
    ...appraisal.located?.root.misnamed ?? [],
  ].sort();
}

/** What a person looks at before they vouch. */
export function reviewText(vouched: Vouched): string {
  const { appraisal } = vouched;
  const { source: { id, pin, layout }, content, located } = appraisal;
  const left = leftOut(vouched);
  const rows = [
    ["url", pin.url],
    [pin.method, pin.ref],
    ...(pin.method === "git-tag" ? [["commit", pin.commit]] : []),
    ...(pin.method === "svn-zip" ? [["sha512", pin.sha512]] : []),
    ["signer", signerText(vouched)],
    ["holds", contentLine(appraisal)],
    ["skills in", layout.skillsRoot],
    ...(located?.narrowedFrom === undefined ? [] : [[
      "narrowed",
      `from ${
        counted(located.narrowedFrom, "file")
      }, to the skills and what they refer to`,
    ]]),
    ["executables", listed(content.executables)],
    ["hosts named", listed(content.hosts)],
    ...(left.length === 0 ? [] : [["not provided", listed(left)]]),
    ...(located?.others ?? []).slice(0, NAMED).map(({ root, skills }) => [
      "elsewhere",
      `${root}: ${
        counted(skills.length, "skill")
      }, for an entry of their own: --skills-root and --id`,
    ]),
  ];
  const skills = skillDocuments(vouched).map((skill) => [
    skill.name,
    [
      shorten(skill.description ?? "(no description)"),
      ...(skill.allowed_tools.length === 0
        ? []
        : [`[allowed-tools: ${shorten(skill.allowed_tools.join(", "))}]`]),
    ].join(" "),
  ]);
  return [
    `${id}\n`,
    table(rows, { indent: "  " }),
    "\n",
    table(skills, { indent: "  " }),
    "\n",
  ].join("");
}

function signerText({ appraisal: { signer, observed } }: Vouched): string {
  if (signer !== undefined) return `${signer}, verified`;
  if (observed.length === 0) return "none: it is unsigned";
  return observed.map(sentence).join("; ");
}

function sentence({ on, signer, because }: ObservedSignature): string {
  return signer === undefined
    ? `the signature of the ${on} ${because}`
    : `the ${on} is signed by the SSH key ${signer}; compare it with what the project publishes`;
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return "none";
  const shown = names.slice(0, NAMED).map((name) => printable(name));
  return names.length > shown.length
    ? `${shown.join(", ")} and ${names.length - shown.length} more`
    : shown.join(", ");
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const characters = [...line];
  return characters.length <= 100
    ? line
    : `${characters.slice(0, 99).join("")}…`;
}
