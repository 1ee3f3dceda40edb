import { printable } from "../report/printable.ts";
import type { Pin, Policy, Provide, ResolvedSource } from "../trust/model.ts";
import type { StagedSource } from "./fetch_source.ts";
import type { SetupPlan, SourcePlan } from "./plan_setup.ts";

/** The actions that need a person's consent (contract section 6). */
export function consentNeeded(plan: SetupPlan): {
  readonly pins: readonly SourcePlan[];
  readonly repairs: readonly SourcePlan[];
  readonly prune: readonly string[];
} {
  return {
    pins: plan.sources.filter(({ action }) => action === "first-pin"),
    repairs: plan.sources.filter(({ action }) => action === "repair"),
    prune: plan.prune,
  };
}

/** The anchor of a pin: what the bytes must match. Empty for a branch. */
export function anchorText(pin: Pin): string {
  switch (pin.method) {
    case "git-tag":
      return `commit ${pin.commit}`;
    case "svn-zip":
      return `sha512 ${pin.sha512}`;
    case "git-branch":
      return "";
  }
}

/** `provides` on one line. */
export function providesText(provides: readonly Provide[]): string {
  return provides.map((item) =>
    "skill" in item ? item.skill : `${item.family}-*`
  ).join(", ");
}

/**
 * What will happen, before anything does: for each source to be fetched its
 * pin, who must have signed it, what it provides, and the shell commands that
 * would do the same.
 */
export function describePlan(
  plan: SetupPlan,
  recipes: ReadonlyMap<string, readonly string[]>,
): string {
  const lines: string[] = [];
  for (const item of plan.sources) {
    const { source, action } = item;
    if (action === "keep" || action === "leave") continue;
    lines.push(`${source.id}  ${HEADINGS[action]}`, ...describeSource(source));
    for (const line of recipes.get(source.id) ?? []) {
      lines.push(`    $ ${printable(line)}`);
    }
    lines.push("");
  }
  for (const id of plan.prune) {
    const worktree = plan.spared?.get(id);
    const snapshot = worktree === undefined
      ? "its snapshot is moved to .apache-magpie-sources/.state/replaced"
      : `its snapshot stays for the linked worktree ${printable(worktree)}`;
    lines.push(
      `${id}  to be removed: the trust list no longer names it (${snapshot})`,
      "",
    );
  }
  return lines.join("\n");
}

const HEADINGS = {
  "first-pin": "to be fetched and pinned for the first time",
  "restore": "to be fetched as the committed lock says",
  "move": "to be fetched as the trust list now says",
  "repair":
    "edited on disk; to be replaced by what the committed lock says (the edited one is moved to .apache-magpie-sources/.state/replaced)",
} as const;

function describeSource(source: ResolvedSource): string[] {
  const { pin, policy } = source;
  const anchor = anchorText(pin);
  return [
    `  organization  ${source.organization}`,
    `  method        ${pin.method}`,
    `  url           ${printable(pin.url)}`,
    `  ref           ${printable(pin.ref)}`,
    `  anchor        ${
      anchor === "" ? "none: a branch is work in progress" : anchor
    }`,
    `  signer        ${printable(signerText(policy))}`,
    `  provides      ${providesText(source.provides)}`,
  ];
}

function signerText({ keys, signedBy }: Policy): string {
  const from = keys === undefined ? "" : `, with the keys of ${keys}`;
  if (signedBy !== undefined) return `${signedBy.join(" or ")}${from}`;
  return keys === undefined ? "none demanded" : `any key of ${keys}`;
}

/** What was fetched, before it is linked: the expanded skills of each first pin. */
export function describeStaged(staged: readonly StagedSource[]): string {
  const lines: string[] = [];
  for (const { source, signer, inventory, fileCount, content } of staged) {
    lines.push(
      `${source.id}  fetched and verified: ${fileCount} files, content ${content}`,
      ...signer === undefined ? [] : [`  signed by ${signer}`],
    );
    for (const { name, reading } of inventory.usable) {
      const about = reading.description ?? "(no description)";
      lines.push(`  ${name}  ${printable(shorten(about))}`);
    }
    for (const { name } of inventory.unusable) {
      lines.push(`  ${name}  cannot be used and is not linked`);
    }
  }
  return lines.join("\n") + "\n";
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const characters = [...line];
  return characters.length <= 100
    ? line
    : characters.slice(0, 99).join("") + "…";
}
