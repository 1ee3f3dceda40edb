import { join, sep } from "node:path";
import { MAX_SCAN_FILE_BYTES } from "../base/limits.ts";
import type { ScanFile } from "../scan/model.ts";
import type { Listing, ListingEntry } from "../tree/listing.ts";
import { compareUtf8 } from "../tree/utf8_order.ts";
import { within } from "../tree/within.ts";
import { readInside } from "./read_inside.ts";

/**
 * Reads the files of skills in a snapshot one after the other, each once, as
 * far as a scan looks at them.
 *
 * @param folder absolute path of the snapshot or its staging
 * @param listing every file of the snapshot, sorted as listings are
 * @param roots folders of the skills in it
 */
export function* skillFiles(
  folder: string,
  listing: Listing,
  roots: readonly string[],
): Generator<ScanFile> {
  for (const { path, mode } of skillEntries(folder, listing, roots)) {
    const bytes = readInside(folder, path, MAX_SCAN_FILE_BYTES);
    if (bytes !== undefined) yield { path, mode, bytes };
  }
}

/**
 * The files of skills, each once, unread. What a link of a skill leads to
 * inside the snapshot belongs to it, under its own path: an agent reads it all
 * the same. The parameters are those of {@linkcode skillFiles}.
 */
export function* skillEntries(
  folder: string,
  listing: Listing,
  roots: readonly string[],
): Generator<ListingEntry> {
  const inSkill = within(roots);
  const open = listing.filter(({ path }) => inSkill(path)).reverse();
  const seen = new Set(open.map(({ path }) => path));
  const targets = new Set<string>();
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    if (entry.mode !== "120000") {
      yield entry;
      continue;
    }
    const target = targetOf(folder, entry.path);
    if (target === undefined || targets.has(target)) continue;
    targets.add(target);
    for (const more of below(listing, target)) {
      if (seen.has(more.path)) continue;
      seen.add(more.path);
      open.push(more);
    }
  }
}

/** Where a link leads inside the snapshot, `""` for its root. */
function targetOf(folder: string, path: string): string | undefined {
  const real = realPath(join(folder, path));
  const top = realPath(folder);
  if (real === undefined || top === undefined) return undefined;
  if (real === top) return "";
  return real.startsWith(top + sep)
    ? real.slice(top.length + 1).replaceAll(sep, "/")
    : undefined;
}

/** The file `path`, or those below the folder `path`, which stand side by side in a listing. */
function below(listing: Listing, path: string): ListingEntry[] {
  if (path === "") return [...listing];
  const exact = listing[firstFrom(listing, path)];
  if (exact?.path === path) return [exact];
  const prefix = `${path}/`;
  const found: ListingEntry[] = [];
  for (let at = firstFrom(listing, prefix); at < listing.length; at++) {
    const entry = listing[at]!;
    if (!entry.path.startsWith(prefix)) break;
    found.push(entry);
  }
  return found;
}

/** Index of the first entry that is not before `path`. */
function firstFrom(listing: Listing, path: string): number {
  let low = 0;
  let high = listing.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareUtf8(listing[middle]!.path, path) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function realPath(path: string): string | undefined {
  try {
    return Deno.realPathSync(path);
  } catch {
    // A link that leads nowhere, or in a circle, is reported elsewhere.
    return undefined;
  }
}
