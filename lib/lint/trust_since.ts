import type { AdopterFiles } from "../adopter/adopter_files.ts";
import { filesAsOf } from "../adopter/files_as_of.ts";
import type { Adopter } from "../adopter/load_adopter.ts";
import { type Layers, readLayers } from "../adopter/read_layers.ts";
import { ConfigError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { MAX_LOCK_BYTES } from "../base/limits.ts";
import type { CommittedLock } from "../lock/model.ts";
import { parseCommittedLock } from "../lock/parse_committed_lock.ts";
import { printable } from "../report/printable.ts";
import { COMMITTED_LOCK } from "../store/paths.ts";
import type { ResolvedSource } from "../trust/model.ts";
import type { Resolution } from "../trust/resolve.ts";
import { withGenerated } from "./generated_files.ts";
import { keysChanges } from "./keys_changes.ts";
import { lockChanges } from "./lock_changes.ts";
import { trustChanges } from "./trust_changes.ts";

/** What changed of trust, and since when exactly. */
export interface TrustSince {
  /** Full id of the commit that was compared with. */
  readonly commit: string;
  readonly findings: readonly Finding[];
  /** Ids of the sources that are trusted now and in another way than then, sorted. */
  readonly changed: readonly string[];
  /** What was trusted and locked then; what could not be read is empty. */
  readonly sources: readonly ResolvedSource[];
  readonly lock: CommittedLock | undefined;
}

/**
 * Compares the trust list, the organizations' lists and the committed lock with
 * those of `revision` (contract section 6, `--since`).
 *
 * @throws {UsageError} where the revision names no commit
 */
export async function trustSince(
  adopter: Adopter,
  revision: string,
): Promise<TrustSince> {
  const { commit, files, close } = await filesAsOf(
    adopter.repository,
    revision,
  );
  const findings: Finding[] = [];
  const read = <T>(act: () => T, instead: T): T => {
    try {
      return act();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      findings.push(unreadable(error, revision));
      return instead;
    }
  };
  const lock = read(() => readLock(files), undefined);
  const layers = read<Pick<Layers, "trust">>(
    () =>
      readLayers(withGenerated(files, adopter.files, adopter.tracked), lock),
    { trust: { sources: [], refused: [], findings: [] } },
  );
  const { trust, locks } = adopter;
  const keys = keysChanges(
    { sources: layers.trust.sources, files },
    { sources: trust.sources, files: adopter.files },
    revision,
  );
  close();
  const trusted = idsOf(trust);
  const changes = [...trustChanges(layers.trust, trust, revision), ...keys];
  return {
    commit,
    changed: trust.sources.map(({ id }) => id as string)
      .filter((id) => changes.some(({ source }) => source === id)).toSorted(),
    sources: layers.trust.sources,
    lock,
    findings: [
      ...findings,
      ...changes,
      ...lockChanges(
        lock,
        locks.committed,
        (id) => trusted.has(id),
        revision,
      ),
    ],
  };
}

function idsOf({ sources, refused }: Resolution): ReadonlySet<string> {
  return new Set<string>([...sources, ...refused].map(({ id }) => id));
}

function readLock(files: AdopterFiles): CommittedLock | undefined {
  const bytes = files.read(COMMITTED_LOCK, MAX_LOCK_BYTES, "lock-invalid");
  return bytes && parseCommittedLock(bytes, COMMITTED_LOCK);
}

/** A revision that was broken must not keep the change that mends it from being merged. */
function unreadable({ message }: ConfigError, revision: string): Finding {
  return {
    rule: "trust-changed",
    level: "warning",
    message: `what was trusted as of ${
      printable(revision)
    } cannot be read, so that all of it counts as new: ${message}`,
    fix: "review all of the trust list and the lock",
  };
}
