import { MAX_LINK_TEXT_BYTES } from "../base/limits.ts";
import { readTree } from "../git/read_tree.ts";
import type { LocalRepository } from "../git/local_repository.ts";
import { readGitFileBytes } from "../repository/git_dir.ts";
import type { IndexEntry } from "../repository/index_entries.ts";
import { pathAttribute } from "../repository/path_attribute.ts";
import type { Node, Tree } from "./follow_link.ts";

/** What `git archive` of a staged tree ships. */
export interface ArchiveTree {
  /** Every path that is shipped but folders. */
  readonly paths: readonly string[];
  /** The links among them, by path, with their text. */
  readonly links: ReadonlyMap<string, string>;
  /** Those whose text is longer than any system takes; it is cut in `links`. */
  readonly tooLong: ReadonlySet<string>;
  readonly tree: Tree;
  /** Whether the index has the path, which `export-ignore` then keeps out. */
  readonly staged: (path: string) => boolean;
}

const LINK = 0o120000;
const SUBMODULE = 0o160000;
const FOLDER = 0o40000;

/**
 * Works out what `git archive` of the staged tree would ship: every entry of
 * the index but those that the staged `.gitattributes` files and
 * `info/attributes` mark `export-ignore`, themselves or by a folder above them.
 * Throws `SourceError` (`git-damaged`) where a staged object is missing.
 *
 * @param entries those of stage 0 that are no intents
 */
export function archiveTree(
  repository: LocalRepository,
  entries: readonly IndexEntry[],
  ignoreCase: boolean,
): ArchiveTree {
  const all = entries.flatMap((entry) => expand(repository, entry));
  const byPath = new Map(all.map((entry) => [entry.path, entry]));
  const blob = (id: string) => repository.objects.read(id).body;
  const exportIgnore = pathAttribute("export-ignore", {
    read(folder) {
      const entry = byPath.get(`${folder}.gitattributes`);
      // Of a link too: git reads what is staged, and that is its text.
      return entry === undefined || entry.mode === SUBMODULE
        ? undefined
        : blob(entry.id);
    },
    info: readGitFileBytes(`${repository.commonDir}/info/attributes`),
    ignoreCase,
  });
  const folders = new Map<string, boolean>([["", true]]);
  /** Whether a folder, whose path ends with a slash, is entered at all. */
  const entered = (folder: string): boolean => {
    let open = folders.get(folder);
    if (open === undefined) {
      const above = folder.lastIndexOf("/", folder.length - 2) + 1;
      open = entered(folder.slice(0, above)) && exportIgnore(folder) !== true;
      folders.set(folder, open);
    }
    return open;
  };
  const shipped = all.filter(({ path, mode }) =>
    entered(path.slice(0, path.lastIndexOf("/") + 1)) &&
    exportIgnore(mode === SUBMODULE ? `${path}/` : path) !== true
  );
  const nodes = new Map<string, Node>();
  const links = new Map<string, string>();
  const tooLong = new Set<string>();
  for (const { path, mode, id } of shipped) {
    if (mode === LINK) {
      const bytes = blob(id).subarray(0, MAX_LINK_TEXT_BYTES + 1);
      const text = new TextDecoder().decode(bytes);
      if (bytes.length > MAX_LINK_TEXT_BYTES) tooLong.add(path);
      links.set(path, text);
      nodes.set(path, { kind: "link", text });
    } else nodes.set(path, { kind: mode === SUBMODULE ? "folder" : "file" });
    // Folders with nothing in them are not shipped.
    for (
      let cut = path.lastIndexOf("/");
      cut > 0 && !nodes.has(path.slice(0, cut));
      cut = path.lastIndexOf("/", cut - 1)
    ) nodes.set(path.slice(0, cut), { kind: "folder" });
  }
  const staged = new Set<string>();
  for (const { path } of all) {
    for (
      let end = path.length;
      end > 0 && !staged.has(path.slice(0, end));
      end = path.lastIndexOf("/", end - 1)
    ) staged.add(path.slice(0, end));
  }
  return {
    paths: shipped.map(({ path }) => path),
    links,
    tooLong,
    tree: (path) => nodes.get(path) ?? { kind: "missing" },
    staged: (path) => staged.has(path),
  };
}

/** The files of a folder that a sparse index holds as one entry. */
function expand(
  repository: LocalRepository,
  entry: IndexEntry,
): Pick<IndexEntry, "path" | "mode" | "id">[] {
  if (entry.mode !== FOLDER) return [entry];
  const decoder = new TextDecoder();
  const below = (id: string, folder: string): ReturnType<typeof expand> =>
    readTree(repository.objects, id).flatMap((item) => {
      const path = folder + decoder.decode(item.name);
      switch (item.kind) {
        case "directory":
          return below(item.id, `${path}/`);
        case "symlink":
          return [{ path, mode: LINK, id: item.id }];
        case "submodule":
          return [{ path, mode: SUBMODULE, id: item.id }];
        default:
          return [{ path, mode: 0o100644, id: item.id }];
      }
    });
  return below(entry.id, entry.path);
}
