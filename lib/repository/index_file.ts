import { join } from "node:path";
import { HostError } from "../base/errors.ts";
import { compareBytes, NameList } from "./name_list.ts";
import { type IndexNames, joinSplitIndex, parseIndex } from "./parse_index.ts";
import type { Repository } from "./repository.ts";

/** The paths that git tracks in a checkout. */
export interface TrackedPaths {
  /** Whether git tracks exactly `path`. */
  has(path: string): boolean;
  /** The tracked paths that begin with `prefix`, sorted as git sorts them. */
  below(prefix: string): string[];
}

/**
 * Reads which paths the checkout's index holds, without running git. Names
 * stay bytes until one is asked for, so that a repository of 100,000 files
 * costs little more than reading its index.
 *
 * @throws {HostError} `disk-error` when the index cannot be read or is none.
 */
export function readTrackedPaths(repository: Repository): TrackedPaths {
  const { gitDir, commonDir, objectIdBytes } = repository;
  if (gitDir === undefined) return tracked(NameList.of([]));
  const path = join(gitDir, "index");
  const bytes = readIndexFile(path);
  if (bytes === undefined) return tracked(NameList.of([]));
  const index = parsed(path, parseIndex(bytes, objectIdBytes));
  if (index.shared === undefined) return tracked(index.names);
  const sharedName = `sharedindex.${index.shared.id}`;
  const sharedPath = join(gitDir, sharedName);
  const shared = readIndexFile(sharedPath) ??
    readIndexFile(join(commonDir ?? gitDir, sharedName));
  if (shared === undefined) throw damaged(sharedPath, "is missing");
  const base = parsed(sharedPath, parseIndex(shared, objectIdBytes));
  return tracked(parsed(path, joinSplitIndex(bytes, index, base)));
}

function tracked(names: NameList): TrackedPaths {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  return {
    has(path) {
      const wanted = encoder.encode(path);
      const found = names.at(names.search(wanted));
      return found !== undefined && compareBytes(found, wanted) === 0;
    },
    below(prefix) {
      const wanted = encoder.encode(prefix);
      const found: string[] = [];
      for (let at = names.search(wanted);; at++) {
        const name = names.at(at);
        const front = name?.subarray(0, wanted.length);
        if (front === undefined || compareBytes(front, wanted) !== 0) break;
        const path = decoder.decode(name);
        // The stages of a merge conflict are several entries of one name.
        if (path !== found.at(-1)) found.push(path);
      }
      return found;
    },
  };
}

/** The bytes of an index file; `undefined` when there is none. Throws `HostError` (`disk-error`). */
export function readIndexFile(path: string): Uint8Array | undefined {
  try {
    return Deno.readFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw new HostError("disk-error", `${path} cannot be read`, {
      path,
      cause: error,
    });
  }
}

function parsed<T extends IndexNames | NameList>(
  path: string,
  result: T | string,
): T {
  if (typeof result === "string") throw damaged(path, result);
  return result;
}

function damaged(path: string, what: string): HostError {
  return new HostError(
    "disk-error",
    `${path} ${what}: run \`git status\` to see what git says of it`,
    { path },
  );
}
