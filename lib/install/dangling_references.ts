import type { Finding } from "../base/finding.ts";
import { printable } from "../report/printable.ts";
import type { ProvidedSkill } from "../skills/provides.ts";
import { relativeReferences } from "../skills/references.ts";
import { nodesOf } from "../tree/folders_above.ts";
import type { Layout } from "../trust/model.ts";

/** Targets named one by one before the rest is only counted. */
const NAMED_TARGETS = 20;

/** Characters of skills' texts that references are looked for in. */
const MAX_SEARCHED = 8 * 1024 * 1024;

/** A snapshot, as references are followed in it. */
export interface ReferenceInput {
  /** Paths of all its files. */
  readonly paths: readonly string[];
  /** Paths of the source that it does not hold. */
  readonly leftOut: readonly string[];
  readonly layout: Layout;
  readonly skills: readonly ProvidedSkill[];
  readonly readText: (path: string) => string | undefined;
  /** Whether a path leads to something in the snapshot over its links. */
  readonly reaches: (path: string) => boolean;
}

/** One target, and the references that lead to it. */
interface Target {
  readonly skill: string;
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly path: string | undefined;
  count: number;
}

/**
 * Names what the provided skills refer to and the snapshot does not hold
 * (`reference-left-out`, contract section 3): each target once, however many
 * skills refer to it, with the line of `layout.include` that mends it where
 * the source has it.
 */
export function danglingReferences(input: ReferenceInput): Finding[] {
  const { paths, leftOut, layout } = input;
  const kept = nodesOf(paths.map((path) => ({ path })));
  const missed = nodesOf(leftOut.map((path) => ({ path })));
  const targets = new Map<string, Target>();
  const budget = { left: MAX_SEARCHED };
  for (const { skill, file, reference } of references(input, budget)) {
    const { path, text, line, loose } = reference;
    if (path !== undefined) {
      if (kept.has(path)) continue;
      if (!missed.has(path) && (loose || input.reaches(path))) continue;
    }
    const key = path ?? `${file} ${text}`;
    const known = targets.get(key);
    if (known !== undefined) known.count++;
    else targets.set(key, { skill, file, line, text, path, count: 1 });
  }
  const all = [...targets.values()];
  const findings = all.slice(0, NAMED_TARGETS)
    .map((target) => toFinding(target, missed, layout));
  const more = all.length - findings.length;
  if (more > 0) {
    findings.push({
      rule: "reference-left-out",
      level: "warning",
      message: `${more} more ${
        more === 1
          ? "path that a skill refers to is"
          : "paths that skills refer to are"
      } not in the snapshot`,
    });
  }
  if (budget.left < 0) {
    findings.push({
      rule: "reference-left-out",
      level: "warning",
      message:
        `the skills hold more than ${MAX_SEARCHED} characters of text; what else they refer to was not looked at`,
    });
  }
  return findings;
}

function* references(
  { paths, skills, readText }: ReferenceInput,
  budget: { left: number },
) {
  const names = new Map<string, string>(
    skills.map(({ name, root }) => [root, name]),
  );
  const depth = skills[0]?.root.split("/").length ?? 0;
  for (const file of paths) {
    // All skills of a source stand side by side.
    const skill = names.get(file.split("/", depth).join("/"));
    if (skill === undefined || !/\.(?:md|txt)$/i.test(file)) continue;
    const text = readText(file) ?? "";
    budget.left -= text.length;
    if (budget.left < 0) return;
    for (const reference of relativeReferences(text, file)) {
      yield { skill, file, reference };
    }
  }
}

function toFinding(
  { skill, file, line, text, path, count }: Target,
  missed: ReadonlySet<string>,
  layout: Layout,
): Finding {
  const has = path !== undefined && missed.has(path);
  const others = count === 1
    ? ""
    : ` (and ${count - 1} more ${count === 2 ? "place does" : "places do"})`;
  return {
    rule: "reference-left-out",
    level: "warning",
    skill,
    path: file,
    line,
    message: `${printable(file)}:${line} refers${others} to ${
      printable(text)
    }, which ${has ? "the snapshot leaves out" : "the source does not have"}`,
    ...(has ? { fix: includeLine(path, layout) } : {}),
  };
}

/** Without `include` the whole tree is taken; naming one path then would narrow it to that. */
function includeLine(path: string, { include }: Layout): string {
  return include === undefined
    ? 'set layout.include to ["."], which takes everything'
    : `add "- ${printable(path)}" to layout.include`;
}
