import { join } from "node:path";
import type { Finding } from "../base/finding.ts";
import type { CommitId, ContentDigest, Sha512 } from "../base/ids.ts";
import { HostError, SourceError } from "../base/errors.ts";
import type { SkillInventory } from "../adopter/skill_inventory.ts";
import type { HttpClient } from "../http/model.ts";
import type { LockBlock } from "../lock/model.ts";
import { folderState } from "../repository/real_folder.ts";
import { diskError } from "../store/disk_error.ts";
import { makePrivateFolder } from "../store/private_folder.ts";
import { removeTree } from "../store/staging.ts";
import { serializeListing } from "../tree/listing.ts";
import type { ResolvedSource } from "../trust/model.ts";
import { fetchPin } from "../../recipes/mod.ts";
import { inSnapshot } from "../adopter/in_snapshot.ts";
import type { RuleName } from "../base/rules.ts";
import { isAccepted } from "./is_accepted.ts";
import { signingPolicy } from "./signing_policy.ts";
import { requireUsableSkill, stageTree } from "./stage_tree.ts";

/** A source that lies verified in staging, not yet where an agent reads. */
export interface StagedSource {
  readonly source: ResolvedSource;
  readonly commit?: CommitId;
  readonly sha512?: Sha512;
  readonly content: ContentDigest;
  /** Fingerprint of the verified signer; present where a signature is demanded. */
  readonly signer?: string;
  readonly inventory: SkillInventory;
  readonly findings: readonly Finding[];
  /** Files it holds. */
  readonly fileCount: number;
}

/** Where and how to fetch. */
export interface FetchSourceContext {
  /** What `staging` is relative to: the adopter's checkout, or a folder of the run's own. */
  readonly root: string;
  /** The adopter's checkout, in which keys are looked up, when it is not `root`. */
  readonly adopterRoot?: string;
  /** Reads a KEYS file of the adopter's, where that is not from the checkout. */
  readonly readKeys?: (path: string) => Uint8Array | undefined;
  /** Staging folder relative to the root; the source is put at `<staging>/<id>`. */
  readonly staging: string;
  readonly http: HttpClient;
  readonly signal: AbortSignal;
  /** Looks up a variable of the caller's environment, for ssh. */
  readonly env: (name: string) => string | undefined;
  readonly prefix: string;
}

/**
 * Fetches one source and brings it, verified, into staging: the recipe checks
 * the anchor, the tree room checks every name before the first byte is
 * written, and the content must be the locked one.
 *
 * @throws {SourceError} for every fault of the source's or its server's;
 * nothing of it stays in staging then.
 */
export async function fetchSource(
  source: ResolvedSource,
  block: LockBlock | undefined,
  context: FetchSourceContext,
): Promise<StagedSource> {
  const { root, staging, signal } = context;
  requireRealStaging(root, staging);
  const staged = `${staging}/${source.id}`;
  const scratch = `${staged}.scratch`;
  makePrivateFolder(root, scratch);
  makePrivateFolder(root, staged);
  try {
    const { layout, provides } = source;
    const demand = await signingPolicy(source, block, {
      root: context.adopterRoot ?? root,
      ...(context.readKeys === undefined ? {} : { readKeys: context.readKeys }),
      http: context.http,
      now: new Date(),
    });
    const fetched = await fetchPin(source.pin, {
      http: context.http,
      scratch: join(root, scratch),
      signal,
      env: context.env,
      layout,
      provides,
      ...(demand.signing === undefined ? {} : { signing: demand.signing }),
    });
    const signer = fetched.signer ?? demand.standing;
    try {
      const tree = await stageTree(fetched.tree, source, {
        folder: join(root, staged),
        prefix: context.prefix,
        signal,
        written({ content, listing }) {
          requireLockedContent(source, block, content);
          requireRealStaging(root, staging);
          writeListing(root, `${staged}.files`, serializeListing(listing));
          makePublic(root, staged);
        },
      });
      requireUsableSkill(source, tree.inventory);
      const ofTree = [
        ...tree.findings.map((finding) => inSnapshot(finding, source.id)),
        ...tree.inventory.findings,
      ];
      const accepted = isAccepted(block);
      return {
        source,
        ...(fetched.commit === undefined ? {} : { commit: fetched.commit }),
        ...(fetched.sha512 === undefined ? {} : { sha512: fetched.sha512 }),
        content: tree.content,
        ...(signer === undefined ? {} : { signer }),
        inventory: tree.inventory,
        findings: [
          ...demand.findings.map((each) => ({ ...each, source: source.id })),
          ...fetched.findings
            .filter(({ rule }) => !accepted || !SETTLED.has(rule))
            .map((finding) => inSnapshot(finding, source.id)),
          ...ofTree.filter(({ level }) => !accepted || level === "error"),
        ],
        fileCount: tree.listing.length,
      };
    } finally {
      await fetched.tree.close();
    }
  } catch (error) {
    removeTree(root, staged);
    throw error;
  } finally {
    removeTree(root, scratch);
  }
}

/** What a recipe finds in the pin and the bytes alone; what a server or a signature says today is told every time. */
const SETTLED: ReadonlySet<RuleName> = new Set([
  "forge-archive",
  "tree-left-out",
]);

/** The anchor matched, but these are not the bytes that were locked (contract section 11). */
function requireLockedContent(
  source: ResolvedSource,
  block: LockBlock | undefined,
  content: ContentDigest,
): void {
  if (source.pin.method === "git-branch") return;
  if (block?.content === undefined || block.content === content) return;
  throw new SourceError(
    "content-changed",
    `${source.id} matches its anchor, but its content is ${content} and the committed lock says ${block.content}; nothing of it is installed, find out who changed the lock`,
  );
}

/** Others may have been fetched for minutes: nothing is written by way of a link. */
function requireRealStaging(root: string, staging: string): void {
  if (folderState(root, staging).state === "folder") return;
  throw new HostError(
    "disk-error",
    `${staging} is no real folder any more; find out who exchanged it, and run again`,
    { path: staging },
  );
}

function makePublic(root: string, path: string): void {
  try {
    Deno.chmodSync(join(root, path), 0o755);
  } catch (error) {
    throw diskError(error, "set the mode of", path);
  }
}

function writeListing(root: string, path: string, text: string): void {
  try {
    Deno.writeTextFileSync(join(root, path), text, { createNew: true });
  } catch (error) {
    throw diskError(error, "write", path);
  }
}
