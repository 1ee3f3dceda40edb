import { join } from "node:path";
import type { Finding } from "../base/finding.ts";
import type { SafePath } from "../base/ids.ts";
import type { RuleName } from "../base/rules.ts";
import { printable } from "../report/printable.ts";
import { CANONICAL_FOLDER } from "./agents.ts";
import type { LinkPlan, PlannedLink, UnclaimedLink } from "./link_plan.ts";
import { ownLink } from "./ownership.ts";
import { type StandingEntry, standingPath } from "./standing.ts";

/**
 * What `verify` says of the links: the plan that `setup` would carry out, as
 * findings, and canonical links that lead nowhere.
 *
 * @param existing What the plan was made from.
 * @param fix The command that carries it out.
 */
export function checkLinks(
  root: string,
  plan: LinkPlan,
  existing: readonly StandingEntry[],
  fix: string = "skill-sources setup",
): Finding[] {
  const places = new Map(existing.map((entry) => [standingPath(entry), entry]));
  const findings: Finding[] = [];
  const say = (
    rule: RuleName,
    link: PlannedLink | UnclaimedLink,
    message: string,
  ) =>
    findings.push({
      rule,
      level: "error",
      message,
      ...(link.source === undefined ? {} : { source: link.source }),
      skill: link.skill,
      path: link.path,
      fix,
    });

  for (const link of plan.create) {
    say("link-missing", link, `${link.path} is missing`);
  }
  for (const link of plan.rewrite) {
    const text = places.get(link.path)?.text ?? "";
    say(
      "link-misdirected",
      link,
      `${link.path} leads to ${printable(text)} instead of ${link.text}`,
    );
  }
  // A relay leads through its canonical link, and a taken name is said to be
  // taken: one fault is named once.
  const taken = new Set(plan.collisions.map(({ skill }) => skill));
  const going = new Set(
    plan.remove.filter(isCanonical).map(({ skill }) => skill),
  );
  for (const link of plan.remove) {
    if (taken.has(link.skill)) continue;
    if (!isCanonical(link) && going.has(link.skill)) continue;
    say(
      "link-untrusted",
      link,
      `${link.path} leads to ${
        printable(link.text)
      }, which is no usable skill of a trusted source`,
    );
  }
  const changing = new Set(
    [...plan.rewrite, ...plan.remove].map(({ path }) => path as string),
  );
  for (const entry of existing) {
    const path = standingPath(entry);
    if (entry.folder !== CANONICAL_FOLDER || changing.has(path)) continue;
    const { name, text = "" } = entry;
    const own = entry.kind === "symlink" &&
      ownLink({ folder: entry.folder, name, text }, "any", () => "missing");
    if (!own || leadsToFolder(join(root, path))) continue;
    say(
      "link-dangling",
      { path: path as SafePath, text, ...own },
      `${path} leads to no folder`,
    );
  }
  const named = new Set<string>();
  for (const collision of plan.collisions) {
    const kind = places.get(collision.path ?? "")?.kind;
    const occupied = kind !== undefined && kind !== "symlink";
    if (occupied) named.add(collision.path ?? "");
    findings.push(
      occupied ? { ...collision, rule: "link-not-a-link" } : collision,
    );
  }
  return [...findings, ...placeholders(existing, named)];
}

function isCanonical({ path }: { readonly path: string }): boolean {
  return path.startsWith(`${CANONICAL_FOLDER}/`);
}

/** Links that git wrote as text files, also those of the framework. */
function placeholders(
  existing: readonly StandingEntry[],
  named: ReadonlySet<string>,
): Finding[] {
  return existing.flatMap((entry): Finding[] => {
    const path = standingPath(entry);
    if (entry.kind !== "file" || entry.text === undefined || named.has(path)) {
      return [];
    }
    const fix = `git checkout -- ${path}`;
    return [{
      rule: "link-not-a-link",
      level: "error",
      message: `${path} is a text file that holds the path ${
        printable(entry.text)
      } where a link belongs: set core.symlinks to true and run \`${fix}\``,
      path,
      fix,
    }];
  });
}

function leadsToFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}
