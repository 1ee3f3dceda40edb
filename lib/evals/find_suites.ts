import { join } from "node:path";
import { inSnapshot } from "../adopter/in_snapshot.ts";
import type { Adopter } from "../adopter/load_adopter.ts";
import { readTextInside } from "../adopter/read_inside.ts";
import { skillInventory } from "../adopter/skill_inventory.ts";
import { snapshotFiles } from "../adopter/snapshot_files.ts";
import type { Finding } from "../base/finding.ts";
import type { SafePath, SkillName } from "../base/ids.ts";
import { MAX_SKILL_MD_BYTES } from "../base/limits.ts";
import { folderState } from "../repository/real_folder.ts";
import { type SuiteStep, suiteSteps } from "../skills/suite_steps.ts";
import { bindSuites } from "../skills/suites.ts";
import { SNAPSHOTS } from "../store/paths.ts";
import { suiteRoot } from "../tree/suite_root.ts";
import type { ResolvedSource } from "../trust/model.ts";
import { DEFAULT_PREFIX } from "../wiring/link_text.ts";

/** The suite of one provided skill, or the place where it would stand. */
export interface FoundSuite {
  readonly source: ResolvedSource;
  readonly skill: SkillName;
  /** Relative to the snapshot's root. */
  readonly path: SafePath;
  /** `unbound`: something it names is not in its own snapshot. */
  readonly state: "bound" | "unbound" | "missing";
  readonly steps: readonly SuiteStep[];
}

/** What was found in the installed sources. */
export interface SuiteSurvey {
  readonly suites: readonly FoundSuite[];
  readonly findings: readonly Finding[];
}

/**
 * Finds the suites of the provided skills of every source that lies in this
 * checkout, and holds each against its own snapshot (RFC-AI-0006 "Symlink and
 * eval binding"). Reads only, and nothing outside of the snapshots.
 */
export function findSuites(adopter: Adopter): SuiteSurvey {
  const found = adopter.trust.sources.map((source) =>
    suitesOf(adopter, source)
  );
  return {
    suites: found.flatMap(({ suites }) => suites),
    findings: found.flatMap(({ findings }) => findings),
  };
}

function suitesOf(adopter: Adopter, source: ResolvedSource): SuiteSurvey {
  const { snapshotsRoot, locks, config } = adopter;
  const { id, layout } = source;
  if (folderState(snapshotsRoot, `${SNAPSHOTS}/${id}`).state !== "folder") {
    return { suites: [], findings: [notFetched(id)] };
  }
  const folder = join(snapshotsRoot, SNAPSHOTS, id);
  const block = locks.committed?.blocks.find((one) => one.id === id);
  const local = locks.local?.blocks.find((one) => one.id === id);
  const files = snapshotFiles(
    snapshotsRoot,
    id,
    block?.content ?? local?.content,
  );
  const prefix = config.prefix ?? DEFAULT_PREFIX;
  const inventory = skillInventory(folder, files, { ...source, prefix });
  const paths = files.map(({ path }) => path);
  const findings = bindSuites(
    {
      paths,
      readText: (path) => readTextInside(folder, path, MAX_SKILL_MD_BYTES),
    },
    layout,
    inventory.usable,
  );
  const unbound = new Set(
    findings.flatMap(({ rule, skill }) =>
      rule === "eval-unbound" && skill !== undefined ? [skill] : []
    ),
  );
  return {
    suites: inventory.usable.map(({ name }) => {
      const path = suiteRoot(layout, name);
      const inside = paths.filter((one) => one.startsWith(`${path}/`));
      return {
        source,
        skill: name,
        path,
        state: inside.length === 0
          ? "missing"
          : unbound.has(name)
          ? "unbound"
          : "bound",
        steps: suiteSteps(inside, path),
      };
    }),
    findings: [
      ...inventory.findings.filter(({ level }) => level === "error"),
      ...findings.map((finding) => inSnapshot(finding, id)),
    ],
  };
}

function notFetched(id: string): Finding {
  return {
    rule: "snapshot-missing",
    level: "note",
    source: id,
    path: `${SNAPSHOTS}/${id}`,
    message: `${id} has no snapshot in this checkout; its suites are not known`,
    fix: "skill-sources setup",
  };
}
