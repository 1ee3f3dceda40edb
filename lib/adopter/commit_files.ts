import { ConfigError } from "../base/errors.ts";
import { commitTree } from "../git/commit_object.ts";
import { damaged } from "../git/git_errors.ts";
import type { LocalRepository } from "../git/local_repository.ts";
import { readTree } from "../git/read_tree.ts";
import type { TreeItem } from "../git/tree_object.ts";
import type { PathState } from "../repository/real_folder.ts";
import type { AdopterFiles } from "./adopter_files.ts";

/**
 * The files of a commit, out of the repository's own objects: nothing of the
 * working tree is looked at. Throws `SourceError` (`git-damaged`) where an
 * object is absent or broken.
 *
 * @param commit full id of a commit
 */
export function commitFiles(
  { objects, format }: LocalRepository,
  commit: string,
): AdopterFiles {
  const root = commitTree(objects.read(commit).body, format);
  const trees = new Map<string, ReadonlyMap<string, TreeItem>>();
  const treeOf = (id: string) => {
    let items = trees.get(id);
    if (items === undefined) {
      items = new Map(
        readTree(objects, id).map((item) => [decoder.decode(item.name), item]),
      );
      trees.set(id, items);
    }
    return items;
  };
  /** The item at `path`, or what stands in the way. */
  const find = (path: string): TreeItem | PathState => {
    let tree = root;
    let at = "";
    let item: TreeItem | undefined;
    for (const part of path.split("/")) {
      if (item?.kind === "symlink") return { state: "link", at };
      if (item !== undefined && item.kind !== "directory") {
        return { state: "other", at };
      }
      at = at === "" ? part : `${at}/${part}`;
      item = treeOf(tree).get(part);
      if (item === undefined) return { state: "absent" };
      tree = item.id;
    }
    return item ?? { state: "absent" };
  };
  return {
    read(path, maxBytes, tooLarge = "layer-encoding") {
      const item = find(path);
      if ("state" in item) {
        if (item.state === "link") throw linked(path, item.at, commit);
        return undefined;
      }
      if (item.kind !== "file") throw linked(path, path, commit);
      const info = objects.info(item.id);
      if (info !== undefined && info.size > maxBytes) {
        throw new ConfigError(
          tooLarge,
          `${path} of the commit ${commit} is larger than ${maxBytes} bytes: make it smaller`,
          { path },
        );
      }
      const { type, body } = objects.read(item.id);
      if (type !== "blob") throw damaged(`${item.id} is not a blob`);
      return body;
    },
    state(path) {
      const item = find(path);
      if ("state" in item) return item;
      switch (item.kind) {
        case "directory":
          return { state: "folder" };
        case "symlink":
          return { state: "link", at: path };
        default:
          return { state: "other", at: path };
      }
    },
    list(path) {
      const item = find(path);
      if ("state" in item || item.kind !== "directory") return [];
      return [...treeOf(item.id)].map(([name, { kind }]) => ({
        name,
        isDirectory: kind === "directory",
        isSymlink: kind === "symlink",
      })).sort((left, right) => left.name < right.name ? -1 : 1);
    },
  };
}

const decoder = new TextDecoder();

function linked(path: string, at: string, commit: string): ConfigError {
  return new ConfigError(
    "layer-is-a-link",
    at === path
      ? `${path} of the commit ${commit} is no regular file: put the file itself there`
      : `${path} of the commit ${commit} is reached through the symbolic link ${at}: put a real folder there`,
    { path },
  );
}
