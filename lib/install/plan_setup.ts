import type { Finding, Level } from "../base/finding.ts";
import type { SourceId } from "../base/ids.ts";
import type { RuleName } from "../base/rules.ts";
import { describeDifferences } from "../lock/describe_differences.ts";
import { diffLock, type LockDifference } from "../lock/diff_lock.ts";
import type { LockBlock } from "../lock/model.ts";
import { beyondThisVersion } from "./beyond_this_version.ts";
import type { InstalledState } from "../adopter/source_state.ts";
import { acceptedSigner, demandsSignature } from "../signature/demand.ts";
import type { ResolvedSource } from "../trust/model.ts";

/** What `setup` will do about one source. */
export type Action =
  /** It is as the lock says. */
  | "keep"
  /** The trust list names it, the lock does not yet: needs consent. */
  | "first-pin"
  /** Fetch again what the lock already says: asks nothing. */
  | "restore"
  /** The same over a snapshot that somebody edited: needs consent. */
  | "repair"
  /** Another pin, layout or list than the lock has; only `upgrade` plans it. */
  | "move"
  /** Refused or changed: its snapshot, links and lock block stay. */
  | "leave";

/** One trusted source and what is known of it here. */
export interface SourceFacts {
  readonly source: ResolvedSource;
  readonly block: LockBlock | undefined;
  readonly snapshot: InstalledState;
}

/** The plan for one source. */
export interface SourcePlan extends SourceFacts {
  readonly action: Action;
  /** The lock block gains keys it lacked, or a tighter policy. */
  readonly updatesLock: boolean;
}

/** What `setup` will do. */
export interface SetupPlan {
  /** In trust-list order. */
  readonly sources: readonly SourcePlan[];
  /** Ids whose lock block, snapshot and links go, as nothing trusts them any more. */
  readonly prune: readonly SourceId[];
  /** Those of them whose snapshot stays, and the linked worktree that it stays for. */
  readonly spared?: ReadonlyMap<string, string>;
  readonly findings: readonly Finding[];
}

/** What is locked or on disk though no trust-list entry names it. */
export interface Orphan {
  readonly id: SourceId;
  /** The committed lock has a block of it, so that pruning changes the lock. */
  readonly locked: boolean;
  /** Links of ours lead to it. */
  readonly linked?: boolean;
  /** The linked worktree whose committed lock names the snapshot that is here. */
  readonly sparedFor?: string | undefined;
}

/** What narrows a plan. */
export interface PlanOptions {
  /** Ids on the command line; empty: all. */
  readonly only: readonly string[];
  readonly frozen: boolean;
  readonly allowUnpinned: boolean;
  readonly prune: boolean;
}

/**
 * Decides what happens to each source: "the trust list is the wish, the
 * committed lock the fact" (contract section 4). Pure; the same facts always
 * give the same plan.
 *
 * @param facts one for each trusted source, in trust-list order
 * @param orphans ids that the lock or the disk knows and the trust list does not
 */
export function planSetup(
  facts: readonly SourceFacts[],
  orphans: readonly Orphan[],
  options: PlanOptions,
): SetupPlan {
  const findings: Finding[] = [];
  const chosen = (id: string) =>
    options.only.length === 0 || options.only.includes(id);
  const sources = facts.map((fact) =>
    chosen(fact.source.id)
      ? planSource(fact, options, findings)
      : { ...fact, action: "leave" as const, updatesLock: false }
  );
  const prune: SourceId[] = [];
  const spared = new Map<string, string>();
  for (
    const { id, locked, linked, sparedFor } of options.only.length === 0
      ? orphans
      : []
  ) {
    if (sparedFor !== undefined && !locked && !linked) continue;
    const frozen = options.frozen && locked;
    if (options.prune && !frozen) {
      prune.push(id);
      if (sparedFor !== undefined) spared.set(id, sparedFor);
    } else {
      findings.push({
        rule: frozen ? "lock-stale" : "untrusted-source",
        level: frozen ? "error" : "warning",
        source: id,
        message:
          `${id} is installed or locked but the trust list no longer names it`,
        fix: "skill-sources setup",
      });
    }
  }
  return { sources, prune, spared, findings };
}

function planSource(
  fact: SourceFacts,
  options: PlanOptions,
  findings: Finding[],
): SourcePlan {
  const { source, block } = fact;
  const say = (rule: RuleName, level: Level, message: string, fix?: string) =>
    void findings.push({
      rule,
      level,
      message,
      source: source.id,
      path: source.vouched.file,
      line: source.vouched.line,
      ...(fix === undefined ? {} : { fix }),
    });
  const leave: SourcePlan = { ...fact, action: "leave", updatesLock: false };

  const unable = beyondThisVersion(source, block);
  if (unable !== undefined) {
    findings.push(unable);
    return leave;
  }
  const branch = source.pin.method === "git-branch";
  if (branch && options.frozen && !options.allowUnpinned) {
    say(
      "branch-not-pinned",
      "error",
      `${source.id} follows a branch, which no lock can pin; --frozen refuses it`,
      "pin a tag, or add --allow-unpinned",
    );
    return leave;
  }
  if (block === undefined) {
    if (!options.frozen) {
      return { ...fact, action: "first-pin", updatesLock: true };
    }
    say(
      "lock-stale",
      "error",
      `${source.id} is trusted but not in the committed lock; --frozen does not change the lock`,
      "run skill-sources setup and commit the lock",
    );
    return leave;
  }
  const differences = diffLock(source, block).differences;
  const moved = differences.filter((difference) =>
    difference.kind === "pin" || difference.kind === "loosened"
  );
  if (moved.length > 0) {
    say(
      "pin-changed",
      "error",
      `${source.id} differs from the committed lock: ${
        describeDifferences(moved, source)
      }`,
      `skill-sources upgrade ${source.id}`,
    );
    return leave;
  }
  const unverified = lacksSigner(source, block, differences);
  if (unverified && branch && fact.snapshot === "intact") {
    say(
      "signature-required",
      "error",
      `${source.id} follows a branch and was fetched before a signature was demanded as it is now; setup never moves a branch`,
      `skill-sources upgrade ${source.id}`,
    );
    return leave;
  }
  const tightened = differences.filter(({ kind }) => kind === "tightened");
  if (options.frozen && tightened.length > 0) {
    say(
      "lock-stale",
      "error",
      `${source.id} is trusted under a tighter policy than the lock has: ${
        describeDifferences(tightened, source)
      }; --frozen does not change the lock`,
      "run skill-sources setup and commit the lock",
    );
  }
  const lacks = !branch &&
    (block.content === undefined || block.selection === undefined ||
      unverified);
  const updatesLock = !options.frozen && (differences.length > 0 || lacks);
  const action: Action = fact.snapshot === "intact"
    ? unverified ? "restore" : "keep"
    : fact.snapshot === "edited"
    ? "repair"
    : "restore";
  return { ...fact, action, updatesLock };
}

/**
 * Whether a signature is demanded that was never verified under this demand:
 * the bytes may be intact and still have to be fetched once more for it.
 */
function lacksSigner(
  source: ResolvedSource,
  block: LockBlock,
  differences: readonly LockDifference[],
): boolean {
  if (!demandsSignature(source)) return false;
  // A branch locks no signer: what its block demanded was held when it was written.
  if (source.pin.method === "git-branch") {
    return differences.some(({ key }) => key === "keys" || key === "signed_by");
  }
  return acceptedSigner(source.policy, block.signer) === undefined;
}
