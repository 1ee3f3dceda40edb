import type { Adopter } from "../adopter/load_adopter.ts";
import type { Finding } from "../base/finding.ts";
import { describePlan } from "../install/describe_plan.ts";
import type { Installed } from "../install/install.ts";
import type { Action, SourcePlan } from "../install/plan_setup.ts";
import { removableLinks } from "../install/plan_wiring.ts";
import type { Prepared } from "../install/prepare.ts";
import { table } from "../report/table.ts";
import { describePin } from "../../recipes/mod.ts";
import type { CommandResult } from "./command.ts";
import { commitLine } from "./commit_line.ts";
import { noTrustListNote } from "./no_trust_list_note.ts";
import { pinDocument, shortAnchor } from "./pin_document.ts";

/** What became of one source, as `--json` names it. */
type SourceOutcome =
  | "kept"
  | "installed"
  | "restored"
  | "repaired"
  | "moved"
  | "left"
  | "failed"
  | "refused"
  | "planned";

const DONE: Readonly<Record<Action, SourceOutcome>> = {
  "keep": "kept",
  "first-pin": "installed",
  "restore": "restored",
  "repair": "repaired",
  "move": "moved",
  "leave": "left",
};

/** The result where there is no trust list: nothing is trusted, nothing is wrong. */
export function noTrustListReport(adopter: Adopter): CommandResult {
  return {
    document: { sources: [], pruned: [], changed: false },
    findings: [...adopter.findings, noTrustListNote()],
    text: "No trusted sources.\n",
  };
}

/**
 * The result of `--dry-run`, and of a run that had nothing to do.
 *
 * @param more what else was found about the plan
 */
export async function plannedReport(
  adopter: Adopter,
  { plan }: Prepared,
  more: readonly Finding[] = [],
): Promise<CommandResult> {
  const recipes = new Map<string, readonly string[]>();
  for (const { source } of plan.sources) {
    recipes.set(source.id, await describePin(source.pin));
  }
  const text = describePlan(plan, recipes);
  const findings = [
    ...adopter.findings,
    ...refusedFindings(adopter),
    ...plan.findings,
    ...more,
  ];
  return {
    document: {
      sources: sourceDocuments(adopter, plan.sources, ({ action }) => ({
        outcome: action === "keep" || action === "leave"
          ? DONE[action]
          : "planned",
        action,
      })),
      pruned: plan.prune,
      changed: false,
    },
    findings,
    text: text === "" ? nothing(findings) : text,
  };
}

/** The result where the person said no. */
export function declinedReport(
  adopter: Adopter,
  prepared: Prepared,
): CommandResult {
  return {
    document: { sources: [], pruned: [], changed: false },
    findings: [
      ...adopter.findings,
      ...refusedFindings(adopter),
      ...prepared.plan.findings,
      {
        rule: "consent-needed",
        level: "error",
        message: "the question was answered with no; nothing was changed",
      },
    ],
    text: "",
  };
}

/** The result of a run that did what was planned. */
export function installedReport(
  adopter: Adopter,
  installed: Installed,
): CommandResult {
  const { prepared, staged, failed, links, changed } = installed;
  const { plan } = prepared;
  const linked = linkedSkills(installed);
  const standing = standingSkills(installed);
  const outcome = ({ action, source }: SourcePlan): SourceOutcome =>
    failed.has(source.id) ? "failed" : DONE[action];
  const stays = (item: SourcePlan) =>
    ["failed", "left"].includes(outcome(item));
  const skillsOf = (item: SourcePlan) =>
    (stays(item) ? standing : linked).get(item.source.id) ?? [];
  const pinOf = (item: SourcePlan) =>
    stays(item) && item.block !== undefined ? item.block.pin : item.source.pin;
  const rows = plan.sources.map((item) => [
    item.source.id,
    pinOf(item).ref,
    shortAnchor(pinOf(item), staged.get(item.source.id)?.commit),
    outcome(item),
    counted(skillsOf(item).length, "skill"),
  ]);
  for (const { id } of adopter.trust.refused) {
    rows.push([id, "", "", "refused", ""]);
  }
  for (const id of plan.prune) rows.push([id, "", "", "removed", ""]);
  const text = rows.length === 0 ? "No trusted sources.\n" : table(rows);
  return {
    document: {
      sources: sourceDocuments(adopter, plan.sources, (item) => ({
        ...pinDocument(pinOf(item)),
        outcome: outcome(item),
        content: staged.get(item.source.id)?.content ?? item.block?.content,
        signer: staged.get(item.source.id)?.signer ?? item.block?.signer,
        skills: skillsOf(item),
      })),
      pruned: plan.prune,
      links: {
        created: links.create.map(({ path }) => path),
        rewritten: links.rewrite.map(({ path }) => path),
        removed: links.remove.map(({ path }) => path),
      },
      changed,
    },
    findings: [
      ...adopter.findings,
      ...refusedFindings(adopter),
      ...plan.findings,
      ...prepared.agents.findings,
      ...installed.findings,
    ],
    text: changed
      ? text + commitLine(adopter, installed.written)
      : `${text}Nothing changed.\n`,
  };
}

/** The errors of entries that are present but invalid. */
export function refusedFindings(adopter: Adopter): Finding[] {
  return adopter.trust.refused.flatMap(({ id, errors }) =>
    errors.map((error) => error.toFinding(id))
  );
}

function sourceDocuments(
  adopter: Adopter,
  sources: readonly SourcePlan[],
  more: (item: SourcePlan) => Record<string, unknown>,
): Record<string, unknown>[] {
  return [
    ...sources.map((item) => ({
      id: item.source.id,
      organization: item.source.organization,
      ...pinDocument(item.source.pin),
      ...more(item),
    })),
    ...adopter.trust.refused.map(({ id }) => ({ id, outcome: "refused" })),
  ];
}

/** What is refused is no matter of there being nothing to do. */
function nothing(findings: readonly Finding[]): string {
  return findings.some(({ level }) => level === "error")
    ? "Nothing was done.\n"
    : "Nothing to do.\n";
}

function linkedSkills({ links }: Installed): Map<string, string[]> {
  return bySource([...links.keep, ...links.rewrite, ...links.create]);
}

/** What is linked of the sources that the run leaves as they are. */
function standingSkills({ prepared }: Installed): Map<string, string[]> {
  return bySource(removableLinks(prepared.sites));
}

function bySource(
  links: readonly { readonly source?: string; readonly skill: string }[],
): Map<string, string[]> {
  const skills = new Map<string, Set<string>>();
  for (const { source, skill } of links) {
    if (source === undefined) continue;
    skills.set(source, (skills.get(source) ?? new Set()).add(skill));
  }
  return new Map([...skills].map(([id, names]) => [id, [...names].sort()]));
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
