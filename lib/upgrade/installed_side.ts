import { join } from "node:path";
import type { Adopter } from "../adopter/load_adopter.ts";
import { skillInventory } from "../adopter/skill_inventory.ts";
import { snapshotFiles } from "../adopter/snapshot_files.ts";
import { SkillSourcesError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import type { SourceId } from "../base/ids.ts";
import type { HttpClient } from "../http/model.ts";
import { fetchSource } from "../install/fetch_source.ts";
import type { SourceFacts } from "../install/plan_setup.ts";
import type { LockBlock } from "../lock/model.ts";
import { sourceFromBlock } from "../lock/source_from_block.ts";
import { diskError } from "../store/disk_error.ts";
import { SNAPSHOTS } from "../store/paths.ts";
import type { ResolvedSource } from "../trust/model.ts";
import type { SideFolder } from "./review_folders.ts";
import { sideOf } from "./side_of.ts";
import { type StagedPlace, stagedSide } from "./staged_side.ts";

/** What finding the installed side needs of the run. */
export interface InstalledSideContext extends StagedPlace {
  readonly adopter: Adopter;
  readonly prefix: string;
  readonly http: HttpClient;
  readonly signal: AbortSignal;
  readonly env: (name: string) => string | undefined;
}

/** What a review compares with. */
export interface InstalledSide {
  /** Absent where everything has to be shown as new. */
  readonly old?: SideFolder;
  readonly findings: readonly Finding[];
}

/**
 * What the committed lock says is installed. Where the snapshot is missing or
 * edited, the locked pin is fetched once more, so that a fresh clone sees the
 * same review as everybody else; where that fails, there is no old side, and a
 * finding says so.
 */
export async function installedSide(
  facts: SourceFacts,
  context: InstalledSideContext,
): Promise<InstalledSide> {
  const { source, block, snapshot } = facts;
  const { snapshotsRoot: root, locks } = context.adopter;
  const { id } = source;
  if (block === undefined) return { findings: [] };
  const locked = lockedSource(source, block);
  const local = locks.local?.blocks.find((each) => each.id === id);
  if (snapshot === "intact") {
    const folder = join(root, SNAPSHOTS, id);
    const content = block.content ?? local?.content;
    const listing = snapshotFiles(root, id, content);
    const inventory = skillInventory(folder, listing, {
      ...locked,
      prefix: context.prefix,
    });
    const side = sideOf(
      { ...locked, policy: block.policy },
      listing,
      inventory,
      {
        ...(content === undefined ? {} : { content }),
        ...(block.signer === undefined ? {} : { signer: block.signer }),
        ...(local?.fetchedCommit === undefined
          ? {}
          : { commit: local.fetchedCommit }),
      },
    );
    return { old: { folder, side }, findings: [] };
  }
  return await fetchedAgain(locked, block, context);
}

async function fetchedAgain(
  locked: ResolvedSource,
  block: LockBlock,
  context: InstalledSideContext,
): Promise<InstalledSide> {
  const { root } = context;
  const { id } = locked;
  if (block.pin.method === "git-branch") {
    const why = "the branch's old state is pinned by nothing";
    return { findings: [incomplete(id, why)] };
  }
  const staging = `${context.staging}/installed`;
  try {
    Deno.mkdirSync(join(root, staging), { mode: 0o700, recursive: true });
  } catch (error) {
    throw diskError(error, "make", staging);
  }
  try {
    const old = await fetchSource(locked, block, {
      ...context,
      adopterRoot: context.adopter.root,
      staging,
    });
    const { folder, side } = stagedSide(old, { root, staging });
    return {
      old: { folder, side: { ...side, policy: block.policy } },
      findings: [],
    };
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof SkillSourcesError)) throw error;
    return { findings: [incomplete(id, error.message)] };
  }
}

/** The source as the lock knows it: the digest it locks holds the bytes, so no signature is asked. */
function lockedSource(
  source: ResolvedSource,
  block: LockBlock,
): ResolvedSource {
  const { pin, layout, provides } = sourceFromBlock(block);
  return {
    ...source,
    pin,
    layout,
    provides: provides ?? source.provides,
    policy: {},
  };
}

function incomplete(id: SourceId, why: string): Finding {
  return {
    rule: "review-incomplete",
    level: "warning",
    source: id,
    message:
      `what is installed of ${id} is not intact here and could not be fetched again, so the review shows everything as new: ${why}`,
  };
}
