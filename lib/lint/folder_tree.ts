import { join, relative, sep } from "node:path";
import { ConfigError, SourceError } from "../base/errors.ts";
import { MAX_SOURCE_ENTRIES } from "../base/limits.ts";
import { findRepository } from "../repository/find_repository.ts";
import { openIgnoreRules } from "../repository/ignore_rules.ts";
import { readTrackedPaths } from "../repository/index_file.ts";
import { lstatOrUndefined } from "../repository/real_folder.ts";
import { diskError } from "../store/disk_error.ts";
import type {
  SourceTree,
  TreeEntry,
  TreeEntryKind,
} from "../tree/source_tree.ts";

/**
 * The files of an author's folder as a source would bring them: what git tracks
 * or would add; all of them where the folder is in no repository. A folder with
 * a `.git` of its own is a submodule.
 *
 * @param folder real absolute path
 * @throws {HostError} `disk-error`
 * @throws {SourceError} `limit-exceeded`
 */
export function folderTree(folder: string): SourceTree {
  const entries: TreeEntry[] = [];
  const isIgnored = ignoredBelow(folder);
  const open = [""];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    for (const { name, isDirectory } of list(folder, path)) {
      const child = path === "" ? name : `${path}/${name}`;
      if (child === ".git" || isIgnored(child, isDirectory)) continue;
      if (entries.length > MAX_SOURCE_ENTRIES) {
        throw new SourceError(
          "limit-exceeded",
          `the source holds more than ${MAX_SOURCE_ENTRIES} entries`,
        );
      }
      const submodule = isDirectory &&
        lstatOrUndefined(join(folder, child, ".git")) !== undefined;
      if (isDirectory && !submodule) open.push(child);
      else entries.push(entryAt(folder, child, submodule));
    }
  }
  return {
    entries,
    async *contents(wanted) {
      for (const entry of wanted) {
        const path = join(folder, new TextDecoder().decode(entry.path));
        const bytes = entry.kind === "symlink"
          ? new TextEncoder().encode(await Deno.readLink(path))
          : await Deno.readFile(path);
        yield { entry, size: bytes.length, chunks: [bytes] };
      }
    },
    close: () => Promise.resolve(),
  };
}

function entryAt(folder: string, path: string, submodule: boolean): TreeEntry {
  const info = lstatOrUndefined(join(folder, path));
  const kind: TreeEntryKind = submodule
    ? "submodule"
    : info?.isSymlink
    ? "symlink"
    : info?.isFile
    ? "file"
    : "fifo";
  return {
    path: new TextEncoder().encode(path),
    kind,
    executable: kind === "file" && ((info?.mode ?? 0) & 0o100) !== 0,
    ...(info === undefined ? {} : { size: info.size }),
  };
}

function list(folder: string, path: string): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(join(folder, path))];
  } catch (error) {
    throw diskError(error, "read", join(folder, path));
  }
}

/** Whether git would leave a path below `folder` out of a commit. */
function ignoredBelow(
  folder: string,
): (path: string, isDirectory: boolean) => boolean {
  let repository;
  try {
    repository = findRepository(folder);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return () => false;
  }
  const rules = openIgnoreRules(repository);
  const tracked = readTrackedPaths(repository);
  const front = relative(repository.root, folder).replaceAll(sep, "/");
  return (path, isDirectory) => {
    const full = front === "" ? path : `${front}/${path}`;
    return rules.check(full, isDirectory).ignored && !tracked.has(full) &&
      tracked.below(`${full}/`).length === 0;
  };
}
