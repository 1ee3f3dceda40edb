import { loadAdopter } from "../adopter/load_adopter.ts";
import type { Finding } from "../base/finding.ts";
import { HostError } from "../base/errors.ts";
import { readRegular } from "../repository/read_regular.ts";
import type { Repository } from "../repository/repository.ts";
import { atomicWrite, fingerprint } from "../store/atomic_write.ts";
import { GITIGNORE, SNAPSHOTS } from "../store/paths.ts";
import { createLink } from "../wiring/create_link.ts";
import type { LinkPlan } from "../wiring/link_plan.ts";
import { removeLink } from "../wiring/remove_link.ts";
import {
  judgeSnapshotsLink,
  makeSnapshotsLink,
  snapshotsLinkFindings,
} from "../wiring/snapshots_link.ts";
import type { FileChange } from "./compose_steps.ts";
import { unlinkUnlocked } from "./unlink_unlocked.ts";
import { planWorktree, type WorktreeSource } from "./plan_worktree.ts";

/** How {@linkcode initWorktree} works. */
export interface InitWorktreeOptions {
  /** Whether sizes and times will do, as the snapshots were hashed just now. */
  readonly quick: boolean;
  /** No committed file may change: `.gitignore` is left as it is. */
  readonly frozen: boolean;
}

/** What was done in a linked worktree. */
export interface WorktreeOutcome {
  /**
   * `false`: the worktree's branch has no trust list, and nothing was done but
   * to remove links to what its lock does not name.
   */
  readonly trusted: boolean;
  readonly sources: readonly WorktreeSource[];
  /** Paths below the worktree. */
  readonly created: readonly string[];
  readonly rewritten: readonly string[];
  readonly removed: readonly string[];
  /** Lines that were added to `.gitignore`. */
  readonly ignoreLines: readonly string[];
  readonly findings: readonly Finding[];
}

const NOTHING = {
  sources: [],
  created: [],
  rewritten: [],
  removed: [],
  ignoreLines: [],
};

/**
 * Gives a linked worktree its link to the main checkout's snapshots, its links
 * and its ignore lines. Only under the main checkout's run lock, which keeps
 * `setup` from moving a snapshot meanwhile. Done already, it writes nothing;
 * cut off, the next run does the rest.
 *
 * @throws {ConfigError} when a file of the worktree cannot be read as a whole.
 * @throws {HostError} `disk-error` and what stands in a link's way.
 */
export async function initWorktree(
  worktree: Repository,
  { quick, frozen }: InitWorktreeOptions,
): Promise<WorktreeOutcome> {
  const adopter = await loadAdopter(worktree.root, {});
  const { root, snapshotsRoot: mainRoot } = adopter;
  if (adopter.trustList === undefined) {
    const removed = unlinkUnlocked(worktree, { quick });
    return { ...NOTHING, removed, trusted: false, findings: adopter.findings };
  }
  const plan = planWorktree(adopter, { quick });
  const refused = adopter.trust.refused.flatMap(({ id, errors }) =>
    errors.map((error) => error.toFinding(id))
  );
  const findings = [...adopter.findings, ...refused, ...plan.findings];
  const { snapshotsLink, used, wired } = plan;
  if (snapshotsLink.state === "foreign" || snapshotsLink.state === "occupied") {
    // Links would lead through it, to what nobody has verified.
    findings.push(...snapshotsLinkFindings(root, mainRoot));
    return { ...NOTHING, trusted: true, findings };
  }
  const { links, gitignore } = plan.wiring;
  const missingLines = wired ? plan.wiring.missingLines : [];
  if (frozen && missingLines.length > 0) {
    findings.push({
      rule: "ignore-missing",
      level: "error",
      path: GITIGNORE,
      message: `.gitignore lacks ${
        missingLines.join(", ")
      }; --frozen does not change it`,
      fix: "skill-sources worktree-init",
    });
  } else if (wired) ignore(root, mainRoot, gitignore);
  const changed = applyLinks(root, mainRoot, links, used);
  return {
    ...changed,
    trusted: true,
    sources: plan.sources,
    ignoreLines: frozen ? [] : missingLines,
    findings,
  };
}

/** Links that go, the one to the snapshots, links that come. */
function applyLinks(
  root: string,
  mainRoot: string,
  links: LinkPlan,
  used: boolean,
): Pick<WorktreeOutcome, "created" | "rewritten" | "removed"> {
  for (const { path, text } of links.remove) removeLink(root, path, text);
  const { state } = judgeSnapshotsLink(root, mainRoot);
  if (used || state === "stale") makeSnapshotsLink(root, mainRoot);
  for (const { path, text } of [...links.rewrite, ...links.create]) {
    createLink(root, path, text, mainRoot);
  }
  return {
    created: [
      ...used && state === "absent" ? [SNAPSHOTS] : [],
      ...links.create.map(({ path }) => path),
    ],
    rewritten: [
      ...state === "stale" ? [SNAPSHOTS] : [],
      ...links.rewrite.map(({ path }) => path),
    ],
    removed: links.remove.map(({ path }) => path),
  };
}

function ignore(
  root: string,
  mainRoot: string,
  { current, next }: FileChange,
): void {
  if (next === undefined) return;
  const standing = readRegular(root, GITIGNORE, Number.MAX_SAFE_INTEGER);
  if (fingerprint(standing) !== fingerprint(current)) {
    throw new HostError(
      "interrupted-run",
      `${GITIGNORE} was changed meanwhile; it is left as it is, run again`,
      { path: GITIGNORE },
    );
  }
  atomicWrite(root, GITIGNORE, next, mainRoot);
}
