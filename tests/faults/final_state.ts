import { contentDigest } from "../../lib/tree/content_digest.ts";
import { rehashSnapshot } from "../../lib/tree/rehash_snapshot.ts";

const SNAPSHOTS = ".apache-magpie-sources";
const STATE = `${SNAPSHOTS}/.state`;
/** Snapshots that were replaced, and the run lock: neither is part of the result. */
const NO_RESULT = /^(?:replaced|run\.lock)$/;

/**
 * Everything a run leaves in an adopter, one line each, without the times of
 * the local lock and of the listings. Two checkouts with equal states are in
 * the same state for people, agents and git.
 */
export async function finalState(root: string): Promise<string[]> {
  const lines: string[] = [];
  for await (const path of below(root, "", [".git", SNAPSHOTS])) {
    lines.push(`${path} ${await describe(root, path)}`);
  }
  for (const name of await names(`${root}/${SNAPSHOTS}`)) {
    if (name === ".state") continue;
    lines.push(`${SNAPSHOTS}/${name} ${await snapshot(root, name)}`);
  }
  for (const name of await names(`${root}/${STATE}`)) {
    if (NO_RESULT.test(name)) continue;
    lines.push(`${STATE}/${name} ${await describe(root, `${STATE}/${name}`)}`);
  }
  return lines;
}

/** The digest of a snapshot, with whatever in it cannot be content. */
export function snapshotDigest(root: string, id: string): string {
  const { listing, strange } = rehashSnapshot(`${root}/${SNAPSHOTS}/${id}`);
  const extra = strange.map(({ path, what }) => ` ${path} ${what}`);
  return contentDigest(listing) + extra.join("");
}

async function snapshot(root: string, name: string): Promise<string> {
  const info = await Deno.lstat(`${root}/${SNAPSHOTS}/${name}`);
  if (!info.isDirectory) return await describe(root, `${SNAPSHOTS}/${name}`);
  const mode = (info.mode ?? 0) & 0o777;
  const stop = await Deno.lstat(`${root}/${SNAPSHOTS}/${name}/.git`)
    .then(({ isDirectory }) => isDirectory, () => false);
  return `${mode.toString(8)} .git:${stop} ${snapshotDigest(root, name)}`;
}

/** Mode and bytes of a file, a link's text, or "folder"; times are masked. */
async function describe(root: string, path: string): Promise<string> {
  const info = await Deno.lstat(`${root}/${path}`);
  if (info.isSymlink) return `-> ${await Deno.readLink(`${root}/${path}`)}`;
  const mode = ((info.mode ?? 0) & 0o777).toString(8);
  if (info.isDirectory) return `${mode} folder`;
  const text = await Deno.readTextFile(`${root}/${path}`);
  const masked = path.endsWith(".local.lock")
    ? text.replace(/^(\s*fetched_at:).*$/gm, "$1 …")
    : path.endsWith(".files")
    ? text.replace(/^(\d{6} [0-9a-f]{64} \d+) \d+ /gm, "$1 … ")
    : text;
  return `${mode} ${JSON.stringify(masked)}`;
}

async function* below(
  root: string,
  folder: string,
  without: readonly string[],
): AsyncGenerator<string> {
  for (const name of await names(`${root}/${folder}`)) {
    if (without.includes(name)) continue;
    const path = folder === "" ? name : `${folder}/${name}`;
    yield path;
    const info = await Deno.lstat(`${root}/${path}`);
    if (info.isDirectory) yield* below(root, path, []);
  }
}

async function names(folder: string): Promise<string[]> {
  try {
    const found = await Array.fromAsync(Deno.readDir(folder));
    return found.map(({ name }) => name).sort();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}
