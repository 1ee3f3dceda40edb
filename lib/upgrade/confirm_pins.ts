import { join } from "node:path";
import type { Adopter } from "../adopter/load_adopter.ts";
import type { Finding } from "../base/finding.ts";
import { checkRemotes } from "../health/check_remotes.ts";
import type { RemoteCheckContext } from "../health/remote_check.ts";
import type { SourcePlan } from "../install/plan_setup.ts";
import { makeStaging, removeTree } from "../store/staging.ts";

/** What the servers say of sources that nothing here moves. */
export interface Confirmed {
  /** Branches whose tip is no longer what was fetched. */
  readonly movedOn: ReadonlySet<string>;
  /** Sources whose server no longer gives what is pinned, or gives nothing. */
  readonly gone: ReadonlySet<string>;
  readonly findings: readonly Finding[];
}

/** Asks the servers of what is kept whether the pins still hold. */
export async function confirmPins(
  { root, locks }: Adopter,
  plan: readonly SourcePlan[],
  context: Omit<RemoteCheckContext, "scratch" | "archives">,
): Promise<Confirmed> {
  const commits = new Map(
    (locks.local?.blocks ?? []).map(({ id, fetchedCommit }) =>
      [id, fetchedCommit] as const
    ),
  );
  const staying = plan.filter(({ action }) => action === "keep");
  // A branch that was fetched nobody knows where has to be fetched again.
  const unknown = staying.map(({ source }) => source).filter(({ id, pin }) =>
    pin.method === "git-branch" && commits.get(id) === undefined
  );
  if (staying.length === 0) {
    return { movedOn: new Set(), gone: new Set(), findings: [] };
  }
  const staging = makeStaging(root);
  try {
    const { findings } = await checkRemotes(
      staying.map(({ source, block }) => ({
        source,
        block,
        local: locks.local?.blocks.find(({ id }) => id === source.id),
      })),
      { ...context, scratch: join(root, staging), archives: true },
    );
    // Of a branch that moves now, the review and its verdict say more.
    const moved = findings.filter(({ rule }) =>
      rule === "branch-moved" || rule === "branch-rewritten"
    );
    return {
      movedOn: new Set([
        ...sourcesOf(moved),
        ...unknown.map(({ id }) => id),
      ]),
      gone: sourcesOf(findings.filter(({ level }) => level === "error")),
      findings: findings.filter((finding) => !moved.includes(finding)),
    };
  } finally {
    removeTree(root, staging);
  }
}

function sourcesOf(findings: readonly Finding[]): ReadonlySet<string> {
  return new Set(findings.flatMap(({ source }) => source ?? []));
}
