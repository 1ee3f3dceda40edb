import { join } from "node:path";
import { folderState } from "./real_folder.ts";

/**
 * The entries of the folder `folder` below `root`, sorted by name; `undefined`
 * where no folder stands, or only by way of a link: what lies outside must not
 * be named in a message. An entry says what it is itself.
 */
export function listFolder(
  root: string,
  folder: string,
): Deno.DirEntry[] | undefined {
  if (folderState(root, folder).state !== "folder") return undefined;
  try {
    return [...Deno.readDirSync(join(root, folder))]
      .sort((left, right) => left.name < right.name ? -1 : 1);
  } catch (error) {
    if (
      error instanceof Deno.errors.NotFound ||
      error instanceof Deno.errors.NotADirectory
    ) return undefined;
    throw error;
  }
}

/** Names of the folders in such a folder, sorted; none where no folder stands. */
export function foldersIn(root: string, folder: string): string[] {
  return (listFolder(root, folder) ?? []).filter((entry) => entry.isDirectory)
    .map(({ name }) => name);
}
