import { join } from "node:path";
import type { Adopter } from "../adopter/load_adopter.ts";
import { inSnapshot } from "../adopter/in_snapshot.ts";
import { readTextInside } from "../adopter/read_inside.ts";
import {
  type SkillInventory,
  skillInventory,
} from "../adopter/skill_inventory.ts";
import {
  type InstalledState,
  type SourceState,
  sourceState,
} from "../adopter/source_state.ts";
import { snapshotFiles } from "../adopter/snapshot_files.ts";
import type { Finding } from "../base/finding.ts";
import { MAX_SKILL_MD_BYTES } from "../base/limits.ts";
import type { LocalBlock, LockBlock } from "../lock/model.ts";
import { bindSuites } from "../skills/suites.ts";
import { SNAPSHOTS } from "../store/paths.ts";
import type { ResolvedSource } from "../trust/model.ts";
import { lockFindings } from "./lock_findings.ts";
import { tamperFindings } from "./tamper_findings.ts";

/** What was found out about one trusted source. */
export interface CheckedSource {
  readonly source: ResolvedSource;
  readonly block: LockBlock | undefined;
  readonly local: LocalBlock | undefined;
  readonly state: InstalledState;
  /** The trust list differs from the lock in what only `upgrade` may move. */
  readonly pinChanged: boolean;
  /** The skills of the snapshot on disk; `undefined` where there is none. */
  readonly inventory: SkillInventory | undefined;
  readonly findings: readonly Finding[];
}

/** How thoroughly to look. */
export interface CheckOptions {
  /** Compare types, modes, sizes and times instead of hashing every byte. */
  readonly quick: boolean;
  readonly prefix: string;
}

/**
 * Holds one trusted source against both locks and the disk (contract section
 * 7): wish against fact, fact against bytes, bytes against skills and suites.
 */
export function checkSource(
  adopter: Adopter,
  source: ResolvedSource,
  options: CheckOptions,
): CheckedSource {
  const { snapshotsRoot, locks } = adopter;
  const block = locks.committed?.blocks.find(({ id }) => id === source.id);
  const local = locks.local?.blocks.find(({ id }) => id === source.id);
  const found = sourceState(
    snapshotsRoot,
    source.id,
    block,
    local,
    options,
  );
  const pins = lockFindings(source, block);
  const files = found.state === "missing"
    ? undefined
    : snapshotFiles(snapshotsRoot, source.id, found.expected);
  const inventory = files && skillInventory(
    join(snapshotsRoot, SNAPSHOTS, source.id),
    files,
    { ...source, prefix: options.prefix },
  );
  const findings = [
    ...pins,
    ...stateFindings(source, block, local, found),
    ...(inventory?.findings ?? []),
    ...suiteFindings(snapshotsRoot, source, files, inventory),
  ];
  return {
    source,
    block,
    local,
    state: found.state,
    pinChanged: pins.some(({ rule }) => rule === "pin-changed"),
    inventory,
    findings,
  };
}

function stateFindings(
  source: ResolvedSource,
  block: LockBlock | undefined,
  local: LocalBlock | undefined,
  found: SourceState,
): Finding[] {
  const path = `${SNAPSHOTS}/${source.id}`;
  const finding = (
    rule: Finding["rule"],
    message: string,
    level: Finding["level"] = "error",
  ): Finding => ({
    rule,
    level,
    source: source.id,
    path,
    message: `${source.id} ${message}`,
    fix: "skill-sources setup",
  });
  const noise = found.comparison?.noise ?? [];
  // No fix: they are no content, so that `setup` leaves them where they are.
  const noisy: Finding[] = noise.length === 0 ? [] : [{
    rule: "snapshot-noise",
    level: "warning",
    source: source.id,
    path,
    message: `${source.id} holds what tools left behind (${noise.length}), ` +
      `such as ${noise[0]}; it is no content and may be deleted`,
  }];
  switch (found.state) {
    case "missing":
      return block === undefined
        ? []
        : [finding("snapshot-missing", "has no snapshot in this checkout")];
    case "unverified":
      return [finding(
        "snapshot-unverified",
        source.pin.method === "git-branch"
          ? "has a snapshot that no local lock vouches for"
          : "has a snapshot, but the committed lock has no content digest to check it against",
      )];
    case "outdated":
      return [
        sameAnchor(block, local) && local?.content !== found.expected
          ? finding(
            "content-changed",
            `was fetched from the locked anchor, but its content is ${local?.content} and the lock says ${found.expected}`,
          )
          : finding(
            "drift",
            "was fetched under another pin than the committed lock has",
          ),
        ...noisy,
      ];
    case "edited":
      return [...tamperFindings(source.id, found.comparison!), ...noisy];
    case "intact":
      return [
        ...(local === undefined
          ? [finding("drift", "has no block in the local lock yet", "warning")]
          : []),
        ...noisy,
      ];
  }
}

function sameAnchor(
  block: LockBlock | undefined,
  local: LocalBlock | undefined,
): boolean {
  switch (block?.pin.method) {
    case "git-tag":
      return local?.fetchedCommit === block.pin.commit;
    case "svn-zip":
      return local?.fetchedSha512 === block.pin.sha512;
    case "git-branch":
      return true;
    case undefined:
      return false;
  }
}

function suiteFindings(
  root: string,
  source: ResolvedSource,
  files: readonly { readonly path: string }[] | undefined,
  inventory: SkillInventory | undefined,
): Finding[] {
  if (files === undefined || inventory === undefined) return [];
  const folder = join(root, SNAPSHOTS, source.id);
  return bindSuites(
    {
      paths: files.map(({ path }) => path),
      readText: (path) => readTextInside(folder, path, MAX_SKILL_MD_BYTES),
    },
    source.layout,
    inventory.usable,
  ).map((finding) => inSnapshot(finding, source.id));
}
