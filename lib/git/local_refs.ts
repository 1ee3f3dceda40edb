import { MAX_REFS_BYTES } from "../base/limits.ts";
import { checkGitRef } from "../trust/ref.ts";
import { lstatOrUndefined } from "../repository/real_folder.ts";
import { damaged, limitExceeded } from "./git_errors.ts";
import type { LocalRepository } from "./local_repository.ts";
import { isObjectId } from "./object_format.ts";

/** Refs that lead to refs that are followed; git's own bound. */
const MAX_SYMREF_DEPTH = 5;
/** Bytes of a loose ref. */
const MAX_REF_BYTES = 4096;
/** Refs that each worktree has for itself. */
const PER_WORKTREE = /^refs\/(?:bisect|worktree|rewritten)\//;

/**
 * The id that a ref names: `HEAD` or a full name such as `refs/tags/v1`, read
 * from its own file, else from `packed-refs`. `undefined` when there is none,
 * as for the `HEAD` of a repository without commits.
 *
 * A ref is text from outside: no name or symbolic ref with `..` is followed,
 * and no symbolic link on the way. Throws `SourceError` (`git-damaged`).
 */
export function resolveRef(
  repository: LocalRepository,
  name: string,
): string | undefined {
  let at = name;
  for (let depth = 0; depth <= MAX_SYMREF_DEPTH; depth++) {
    if (!isRefName(at)) throw damaged("a ref's name is malformed");
    const text = looseRef(repository, at);
    if (text === undefined) return packedRefs(repository).get(at);
    const target = /^ref:\s*(\S+)$/.exec(text)?.[1];
    if (target === undefined) {
      if (isObjectId(repository.format, text)) return text;
      throw damaged("a ref holds neither an id nor another ref");
    }
    at = target;
  }
  throw damaged(`a ref leads through more than ${MAX_SYMREF_DEPTH} refs`);
}

/** Every ref whose full name begins with `prefix`, which ends in a slash. */
export function listRefs(
  repository: LocalRepository,
  prefix: string,
): ReadonlyMap<string, string> {
  const refs = new Map<string, string>();
  for (const [name, id] of packedRefs(repository)) {
    if (name.startsWith(prefix)) refs.set(name, id);
  }
  for (const name of looseNames(repository, prefix.replace(/\/$/, ""))) {
    const id = resolveRef(repository, name);
    if (id !== undefined) refs.set(name, id);
  }
  return refs;
}

function isRefName(name: string): boolean {
  if (name === "HEAD") return true;
  return name.startsWith("refs/") && checkGitRef(name).fault === undefined;
}

function folderOf(repository: LocalRepository, name: string): string {
  return name === "HEAD" || PER_WORKTREE.test(name)
    ? repository.gitDir
    : repository.commonDir;
}

function looseRef(
  repository: LocalRepository,
  name: string,
): string | undefined {
  let path = folderOf(repository, name);
  for (const part of name.split("/")) {
    path = `${path}/${part}`;
    const info = lstatOrUndefined(path);
    if (info === undefined) return undefined;
    if (info.isSymlink) throw damaged("a ref is a symbolic link");
    if (info.isFile && info.size > MAX_REF_BYTES) {
      throw damaged("a ref's file is too large");
    }
  }
  return lstatOrUndefined(path)?.isFile
    ? Deno.readTextFileSync(path).trimEnd()
    : undefined;
}

function* looseNames(
  repository: LocalRepository,
  folder: string,
): Generator<string> {
  const path = `${repository.commonDir}/${folder}`;
  if (!lstatOrUndefined(path)?.isDirectory) return;
  for (const { name, isDirectory, isFile } of Deno.readDirSync(path)) {
    const ref = `${folder}/${name}`;
    if (isDirectory) yield* looseNames(repository, ref);
    else if (isFile && isRefName(ref)) yield ref;
  }
}

function packedRefs(repository: LocalRepository): Map<string, string> {
  const refs = new Map<string, string>();
  const path = `${repository.commonDir}/packed-refs`;
  const info = lstatOrUndefined(path);
  if (info === undefined) return refs;
  if (!info.isFile) throw damaged("packed-refs is no regular file");
  if (info.size > MAX_REFS_BYTES) {
    throw limitExceeded(`packed-refs exceeds ${MAX_REFS_BYTES} bytes`);
  }
  for (const line of Deno.readTextFileSync(path).split("\n")) {
    const blank = line.indexOf(" ");
    const id = line.slice(0, blank);
    if (isObjectId(repository.format, id)) refs.set(line.slice(blank + 1), id);
  }
  return refs;
}
