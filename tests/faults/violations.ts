import { parseCommittedLock } from "../../lib/lock/parse_committed_lock.ts";
import { AGENTS } from "../../lib/wiring/agents.ts";
import { git } from "../support/git.ts";
import { snapshotDigest } from "./final_state.ts";

const SNAPSHOTS = ".apache-magpie-sources";
const LOCK = ".apache-magpie.sources.lock";
/** What a run writes outside its own folder; everything else is the user's. */
const OURS = /^\.apache-magpie|^\.gitignore$|\/magpie-[^/]*$/;

/** What must hold at every instant of one scenario. */
export interface Expectation {
  /** By path: the user's files and links, as they were before. */
  readonly userFiles: ReadonlyMap<string, string>;
  /** By path: what the run itself makes of one of them, all or nothing. */
  readonly edited: ReadonlyMap<string, string>;
  /** Digests that the snapshot of an id may have while a link leads into it. */
  readonly digests: ReadonlyMap<string, ReadonlySet<string>>;
  /** The old and the new text of the committed lock; `undefined`: any that parses. */
  readonly locks: ReadonlySet<string | undefined> | undefined;
  /** The old and the new text of `.gitignore`. */
  readonly ignores: ReadonlySet<string | undefined>;
  /** What `git status` may show. */
  readonly status: ReadonlySet<string>;
}

/** What is wrong in an adopter whose run was killed a moment ago; empty: nothing. */
export async function violations(
  root: string,
  expected: Expectation,
): Promise<string[]> {
  return [
    ...await userFaults(root, expected),
    ...await linkFaults(root, expected),
    ...await fileFaults(root, expected),
    ...(await statusOf(root))
      .filter((line) => !expected.status.has(line))
      .map((line) => `git status shows ${line}`),
  ];
}

/** The user's files and links of an adopter, with mode and bytes or text. */
export async function userFiles(root: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const walk = async (folder: string): Promise<void> => {
    for await (const { name } of Deno.readDir(`${root}/${folder}`)) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (path === ".git" || OURS.test(path)) continue;
      const info = await Deno.lstat(`${root}/${path}`);
      if (info.isDirectory) {
        await walk(path);
        continue;
      }
      found.set(
        path,
        info.isSymlink
          ? `-> ${await Deno.readLink(`${root}/${path}`)}`
          : `${info.mode} ${await Deno.readTextFile(`${root}/${path}`)}`,
      );
    }
  };
  await walk("");
  return found;
}

/** What git sees as changed or untracked, one line each. */
export async function statusOf(root: string): Promise<string[]> {
  const text = await git(root, ["status", "--porcelain", "-uall"]);
  return text === "" ? [] : text.split("\n");
}

/** A file's text; `undefined`: no such file. */
export async function textOf(path: string): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

async function userFaults(
  root: string,
  { userFiles: before, edited }: Expectation,
): Promise<string[]> {
  const now = await userFiles(root);
  const lost = [...before].filter(([path, text]) =>
    now.get(path) !== text && now.get(path) !== (edited.get(path) ?? text)
  );
  const strange = [...now.keys()].filter((path) => !before.has(path));
  return [
    ...lost.map(([path]) => `the user's ${path} is changed`),
    ...strange.map((path) => `${path} lies among the user's files`),
  ];
}

/** Every link of ours dangles or leads into a snapshot of known content. */
async function linkFaults(
  root: string,
  { digests }: Expectation,
): Promise<string[]> {
  const faults: string[] = [];
  const judged = new Map<string, string>();
  for (const { folder } of AGENTS) {
    for (const name of await links(`${root}/${folder}`)) {
      const real = await Deno.realPath(`${root}/${folder}/${name}`)
        .catch(() => undefined);
      if (real === undefined) continue;
      const id = real.slice(`${root}/${SNAPSHOTS}/`.length).split("/")[0]!;
      if (!real.startsWith(`${root}/${SNAPSHOTS}/`) || id === ".state") {
        faults.push(`${folder}/${name} leads to ${real}`);
        continue;
      }
      const digest = judged.get(id) ?? snapshotDigest(root, id);
      judged.set(id, digest);
      if (!digests.get(id)?.has(digest)) {
        faults.push(`${folder}/${name} leads to unverified bytes: ${digest}`);
      }
    }
  }
  return faults;
}

async function links(folder: string): Promise<string[]> {
  try {
    const found = await Array.fromAsync(Deno.readDir(folder));
    return found
      .filter(({ name, isSymlink }) => isSymlink && name.startsWith("magpie-"))
      .map(({ name }) => name);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

async function fileFaults(
  root: string,
  { locks, ignores }: Expectation,
): Promise<string[]> {
  const faults: string[] = [];
  const lock = await textOf(`${root}/${LOCK}`);
  if (locks?.has(lock) === false) {
    faults.push(`the committed lock is neither old nor new`);
  }
  if (lock !== undefined) {
    try {
      parseCommittedLock(new TextEncoder().encode(lock), LOCK);
    } catch (error) {
      faults.push(`the committed lock does not parse: ${error}`);
    }
  }
  const ignore = await textOf(`${root}/.gitignore`);
  if (!ignores.has(ignore)) faults.push(".gitignore is neither old nor new");
  return faults;
}
