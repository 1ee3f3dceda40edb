import { join } from "node:path";
import type { RuleName } from "../base/rules.ts";
import { readRegular } from "../repository/read_regular.ts";
import { folderState, type PathState } from "../repository/real_folder.ts";

/** An entry of a folder. */
export interface FolderEntry {
  readonly name: string;
  readonly isDirectory: boolean;
  readonly isSymlink: boolean;
}

/** Where an adopter's committed files are read: the working tree, or a commit. */
export interface AdopterFiles {
  /**
   * The bytes of a regular file that is reached through real folders only,
   * `undefined` when there is none.
   *
   * @throws {ConfigError} as {@linkcode readRegular}
   */
  read(
    path: string,
    maxBytes: number,
    tooLarge?: RuleName,
  ): Uint8Array | undefined;
  /** What stands at a folder's path, no link followed. */
  state(path: string): PathState;
  /** What stands in a folder, sorted by name; nothing where there is none. */
  list(path: string): readonly FolderEntry[];
}

/** The files of the working tree at `root`, as they lie there. */
export function workingTreeFiles(root: string): AdopterFiles {
  return {
    read: (path, maxBytes, tooLarge) =>
      readRegular(root, path, maxBytes, tooLarge),
    state: (path) => folderState(root, path),
    list(path) {
      try {
        return [...Deno.readDirSync(join(root, path))]
          .sort((left, right) => left.name < right.name ? -1 : 1);
      } catch {
        return [];
      }
    },
  };
}
