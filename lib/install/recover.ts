import type { Finding } from "../base/finding.ts";
import { HostError } from "../base/errors.ts";
import { journalStands, readJournal, removeJournal } from "../store/journal.ts";
import { sweepStaging } from "../store/staging.ts";
import { applyStep } from "./apply_steps.ts";
import { lockedFacts, vouchedStep } from "./vouched_step.ts";

/** How {@linkcode recover} treats a journal. */
export interface RecoverOptions {
  /**
   * Whether a journal may be followed. Without git nobody can tell one that
   * this checkout wrote from one that came with its files.
   */
  readonly follow: boolean;
}

const DROPPED: Finding = {
  rule: "interrupted-run",
  level: "warning",
  message:
    "an earlier run was interrupted; without git its journal is not followed, and what it had begun is given up",
};

/**
 * Finishes what a killed run had begun, or gives it up where it cannot be
 * finished, and sweeps its staging. Only under the run lock.
 *
 * Only what the locks vouch for is finished: see {@linkcode vouchedStep}.
 * Giving up is safe, as `setup` then compares disk, lock and trust list afresh.
 */
export function recover(
  root: string,
  { follow }: RecoverOptions,
): Finding[] {
  const findings: Finding[] = [];
  if (journalStands(root)) {
    findings.push(follow ? finish(root) : DROPPED);
    removeJournal(root);
  }
  sweepStaging(root);
  return findings;
}

function finish(root: string): Finding {
  const rule = "interrupted-run";
  try {
    const steps = readJournal(root);
    if (steps === undefined) {
      return {
        rule,
        level: "warning",
        message:
          "an earlier run was interrupted and its journal cannot be read; it is dropped",
      };
    }
    const facts = lockedFacts(root);
    for (const step of steps) {
      if (vouchedStep(step, facts)) applyStep(root, step, true);
    }
    return {
      rule,
      level: "note",
      message: "an earlier run was interrupted; what it had begun is finished",
    };
  } catch (error) {
    // Whatever stands in the way is met again, and named, by the fresh plan.
    if (!(error instanceof HostError)) throw error;
    return {
      ...error.toFinding(),
      rule,
      level: "warning",
      message:
        `an earlier run was interrupted and what it had begun is given up: ${error.message}`,
    };
  }
}
