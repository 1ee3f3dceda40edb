import { skillEntries } from "../adopter/skill_files.ts";
import { MAX_REVIEW_BYTES, MAX_REVIEW_FILE_BYTES } from "../base/limits.ts";
import { changedPaths } from "../review/changed_paths.ts";
import { composeReview } from "../review/compose_review.ts";
import { hostsIn } from "../review/hosts_in.ts";
import type { ArrivedFile, Review, ReviewSide } from "../review/model.ts";
import { candidateHosts } from "../review/new_hosts.ts";
import type { ListingEntry } from "../tree/listing.ts";
import { compareUtf8 } from "../tree/utf8_order.ts";
import { readListed } from "./read_listed.ts";

/** A side of a review and where its files lie. */
export interface SideFolder {
  readonly side: ReviewSide;
  /** Absolute path of the snapshot, or of its staging. */
  readonly folder: string;
}

/**
 * Reads what a review needs of two snapshots, and composes it. At most
 * `MAX_REVIEW_BYTES` of changed files are held, those of provided skills
 * before all others; the review names what was not read.
 *
 * @param old absent for a source that is not installed
 */
export async function reviewFolders(
  id: string,
  old: SideFolder | undefined,
  next: SideFolder,
  signal?: AbortSignal,
): Promise<Review> {
  const paths = changedPaths(old?.side, next.side);
  const before = byPath(old?.side);
  const after = byPath(next.side);
  const contents = {
    old: new Map<string, Uint8Array>(),
    next: new Map<string, Uint8Array>(),
  };
  // What a link of a skill leads to is read as if it stood there.
  const readNow = readBySkills(next);
  const readBefore = readBySkills(old);
  const breathe = breather(signal);
  let left = MAX_REVIEW_BYTES;
  for (const path of inOrder(paths)) {
    await breathe();
    const from = before.get(path);
    const to = after.get(path);
    const size = (from?.size ?? 0) + (to?.size ?? 0);
    if (size > left || isLarge(from) || isLarge(to)) continue;
    left -= size;
    if (old !== undefined) take(contents.old, old.folder, from);
    take(contents.next, next.folder, to);
  }
  const candidates = candidateHosts(paths, contents);
  const changed = new Set(paths);
  const known = new Set<string>();
  for (const entry of next.side.listing) {
    if (candidates.size === 0) break;
    if (changed.has(entry.path) || isLarge(entry)) continue;
    await breathe();
    const bytes = readListed(next.folder, entry);
    if (bytes === undefined) continue;
    for (const host of hostsIn(bytes)) {
      if (candidates.delete(host)) known.add(host);
    }
  }
  const arrived = new Map<string, ArrivedFile>();
  for (const [path, entry] of readNow) {
    if (old === undefined || readBefore.has(path)) continue;
    const unchanged = !changed.has(path);
    const file = { mode: entry.mode, unchanged };
    arrived.set(path, file);
    if (!unchanged || entry.size > left || isLarge(entry)) continue;
    await breathe();
    const bytes = readListed(next.folder, entry);
    if (bytes === undefined) continue;
    left -= entry.size;
    arrived.set(path, { ...file, bytes });
  }
  return composeReview(id, old?.side, next.side, contents, {
    knownHosts: known,
    read: new Set(readNow.keys()),
    arrived,
  });

  /** A source that floods its root with files must not push its skills out of the review. */
  function inOrder(paths: readonly string[]): string[] {
    const roots = new Set(
      [...old?.side.skills ?? [], ...next.side.skills].map(({ path }) => path),
    );
    const ranked = paths.map((path) => ({
      path,
      rank: readNow.has(path) || standsBelow(path, roots) ? 0 : 1,
      size: (before.get(path)?.size ?? 0) + (after.get(path)?.size ?? 0),
    }));
    return ranked.sort((a, b) =>
      a.rank - b.rank || a.size - b.size || compareUtf8(a.path, b.path)
    ).map(({ path }) => path);
  }
}

/** The files that the skills of a side read. */
function readBySkills(of: SideFolder | undefined): Map<string, ListingEntry> {
  if (of === undefined) return new Map();
  const { folder, side: { listing, skills } } = of;
  const roots = skills.map(({ path }) => path);
  const entries = skillEntries(folder, listing, roots);
  return new Map([...entries].map((entry) => [entry.path, entry]));
}

function byPath(side: ReviewSide | undefined): Map<string, ListingEntry> {
  return new Map(side?.listing.map((entry) => [entry.path, entry]));
}

function isLarge(entry: ListingEntry | undefined): boolean {
  return entry !== undefined && entry.size > MAX_REVIEW_FILE_BYTES;
}

function take(
  contents: Map<string, Uint8Array>,
  folder: string,
  entry: ListingEntry | undefined,
): void {
  if (entry === undefined) return;
  const bytes = readListed(folder, entry);
  if (bytes !== undefined) contents.set(entry.path, bytes);
}

function standsBelow(path: string, folders: ReadonlySet<string>): boolean {
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) {
    if (folders.has(path.slice(0, at))) return true;
  }
  return false;
}

/** Files read between two looks at the signal, which is delivered to a waiting program only. */
const FILES_IN_A_ROW = 64;

/** Counts files, and lets an interrupt through now and then. */
function breather(signal: AbortSignal | undefined): () => Promise<void> {
  let files = 0;
  return async () => {
    if (++files % FILES_IN_A_ROW !== 0) return;
    await new Promise((resolve) => setTimeout(resolve));
    signal?.throwIfAborted();
  };
}
