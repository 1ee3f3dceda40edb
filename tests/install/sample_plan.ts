import {
  type CommitId,
  type ContentDigest,
  contentDigest,
  type OrganizationName,
  type SafePath,
  type SkillName,
  type SourceId,
} from "../../lib/base/ids.ts";
import type { InstalledState } from "../../lib/adopter/source_state.ts";
import type { PlanOptions, SourceFacts } from "../../lib/install/plan_setup.ts";
import { blockOf } from "../../lib/lock/block_of.ts";
import type { LockBlock } from "../../lib/lock/model.ts";
import type { ResolvedSource } from "../../lib/trust/model.ts";

/** The content digest that sample locks hold. */
export const CONTENT: ContentDigest = contentDigest("c".repeat(64))!;

/** No ids, nothing frozen. */
export const DEFAULTS: PlanOptions = {
  only: [],
  frozen: false,
  allowUnpinned: false,
  prune: true,
};

/** A trusted source that follows a tag. */
export function tagSource(
  id: string,
  change: Partial<ResolvedSource> = {},
): ResolvedSource {
  return {
    id: id as SourceId,
    organization: "independent" as OrganizationName,
    name: id,
    pin: {
      method: "git-tag",
      url: `https://example.org/${id}.git`,
      ref: "v1",
      commit: "a".repeat(40) as CommitId,
    },
    layout: {
      skillsRoot: "skills" as SafePath,
      evalsRoot: "evals" as SafePath,
    },
    provides: [{ skill: "scan" as SkillName }],
    policy: {},
    vouched: { file: "skill-sources.md", line: 4, column: 3 },
    ...change,
  };
}

/** A trusted source that follows a branch. */
export function branchSource(id: string): ResolvedSource {
  const url = `https://example.org/${id}.git`;
  return tagSource(id, { pin: { method: "git-branch", url, ref: "main" } });
}

/** Its lock block, as `setup` writes it. */
export function lockedBlock(source: ResolvedSource): LockBlock {
  return blockOf(source, { content: CONTENT, selection: "1" });
}

/** A source that is locked as the trust list says, with this snapshot on disk. */
export function locked(
  source: ResolvedSource,
  snapshot: InstalledState = "intact",
): SourceFacts {
  return { source, block: lockedBlock(source), snapshot };
}
