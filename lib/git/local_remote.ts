import { fileURLToPath } from "node:url";
import { SourceError } from "../base/errors.ts";
import { isGitDir } from "../repository/git_dir.ts";
import { printable } from "../report/printable.ts";
import { commitGraph } from "./commit_graph.ts";
import type { ObjectStore } from "./git_object.ts";
import { listRefs, resolveRef } from "./local_refs.ts";
import { openLocalRepository } from "./local_repository.ts";
import type { Remote } from "./remote.ts";
import { peelTag } from "./tags.ts";

/** Where git looks for a repository at a path, in its own order. */
const SUFFIXES = ["/.git", "", ".git/.git", ".git"];

/**
 * Opens the repository that a `file://` url names, bare or not, and reads it
 * without a subprocess. Throws `SourceError` (`not-found`) when there is none
 * or it cannot be read.
 */
export async function openLocalRemote(url: string): Promise<Remote> {
  const path = localPath(url);
  const suffix = SUFFIXES.find((suffix) => isRepository(path + suffix));
  if (suffix === undefined) {
    throw new SourceError(
      "not-found",
      `${printable(url)} is no git repository; check the path.`,
    );
  }
  const repository = await openLocalRepository(path + suffix).catch((error) => {
    throw new SourceError("not-found", (error as Error).message, {
      cause: error,
    });
  });
  const { objects, format } = repository;
  return {
    format,
    async *refs(prefixes) {
      try {
        if (prefixes.includes("HEAD")) {
          const id = resolveRef(repository, "HEAD");
          if (id !== undefined) yield { name: "HEAD", id };
        }
        for (const [name, id] of listRefs(repository, "refs/")) {
          if (!prefixes.some((prefix) => name.startsWith(prefix))) continue;
          const peeled = peeledOrSame(objects, id);
          yield peeled === id ? { name, id } : { name, id, peeled };
        }
      } finally {
        objects.close();
      }
    },
    download: () => Promise.resolve(objects),
    history: (want, have) =>
      Promise.resolve().then(() => {
        try {
          return commitGraph(objects, want, have);
        } finally {
          objects.close();
        }
      }),
  };
}

/** A ref whose objects are broken is listed all the same: another one may be wanted. */
function peeledOrSame(objects: ObjectStore, id: string): string {
  try {
    return peelTag(objects, id).id;
  } catch (error) {
    if (error instanceof SourceError) return id;
    throw error;
  }
}

function localPath(url: string): string {
  try {
    return fileURLToPath(url.replace(/[?#].*$/s, "")).replace(/(?<=.)\/+$/, "");
  } catch (cause) {
    throw new SourceError(
      "not-found",
      `${printable(url)} names no path on this machine.`,
      { cause },
    );
  }
}

function isRepository(path: string): boolean {
  try {
    return Deno.statSync(path).isFile
      ? Deno.readTextFileSync(path).startsWith("gitdir: ")
      : isGitDir(path);
  } catch {
    return false;
  }
}
