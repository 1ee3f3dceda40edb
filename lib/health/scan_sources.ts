import { join } from "node:path";
import { inSnapshot } from "../adopter/in_snapshot.ts";
import type { Adopter } from "../adopter/load_adopter.ts";
import { skillFiles } from "../adopter/skill_files.ts";
import { snapshotFiles } from "../adopter/snapshot_files.ts";
import type { Finding } from "../base/finding.ts";
import { folderState } from "../repository/real_folder.ts";
import { scanFiles } from "../scan/scan_files.ts";
import { toFinding } from "../scan/to_finding.ts";
import { type ProvidedSkill, resolveProvides } from "../skills/provides.ts";
import { SNAPSHOTS } from "../store/paths.ts";
import type { ResolvedSource } from "../trust/model.ts";

/** What was found in the content of one source. */
export interface ScannedSource {
  readonly id: string;
  readonly skills: readonly string[];
  /** Files that were looked at. */
  readonly files: number;
  readonly findings: readonly Finding[];
}

/**
 * Looks at the provided skills of every source that lies in this checkout, as
 * they lie there: whether the bytes are the locked ones is what `verify` says.
 */
export async function scanSources(adopter: Adopter): Promise<ScannedSource[]> {
  const scanned: ScannedSource[] = [];
  for (const source of adopter.trust.sources) {
    scanned.push(await scanSource(adopter, source));
  }
  return scanned;
}

async function scanSource(
  { root, locks }: Adopter,
  { id, layout, provides }: ResolvedSource,
): Promise<ScannedSource> {
  if (folderState(root, `${SNAPSHOTS}/${id}`).state !== "folder") {
    return { id, skills: [], files: 0, findings: [notFetched(id)] };
  }
  const block = locks.committed?.blocks.find((one) => one.id === id);
  const local = locks.local?.blocks.find((one) => one.id === id);
  const listing = snapshotFiles(root, id, block?.content ?? local?.content);
  const { skills } = resolveProvides(
    listing.map(({ path, mode }) => ({
      path,
      kind: mode === "120000" ? "symlink" : "file",
    })),
    layout.skillsRoot,
    provides,
  );
  const files = skillFiles(
    join(root, SNAPSHOTS, id),
    listing,
    skills.map((skill) => skill.root),
  );
  const found = await scanFiles(files);
  return {
    id,
    skills: skills.map(({ name }) => name),
    files: found.files,
    findings: found.findings.map((one) =>
      inSnapshot(ofSkill(toFinding(one), skills), id)
    ),
  };
}

/** The finding with the skill in whose folder it lies. */
function ofSkill(
  finding: Finding,
  skills: readonly ProvidedSkill[],
): Finding {
  const skill = skills.find(({ root }) =>
    finding.path === root || finding.path?.startsWith(`${root}/`)
  );
  return skill === undefined ? finding : { ...finding, skill: skill.name };
}

function notFetched(id: string): Finding {
  return {
    rule: "snapshot-missing",
    level: "note",
    source: id,
    path: `${SNAPSHOTS}/${id}`,
    message:
      `${id} has no snapshot in this checkout; nothing of it was scanned`,
    fix: "skill-sources setup",
  };
}
