import { join } from "node:path";
import { lstatOrUndefined } from "../repository/real_folder.ts";
import { realOrSame } from "../repository/git_dir.ts";
import { type AdopterFiles, workingTreeFiles } from "./adopter_files.ts";

/** Where the framework's snapshot lies. */
const FRAMEWORK = ".apache-magpie";

/**
 * The files of a linked worktree. Magpie makes the framework's folder there a
 * link to the main checkout's; one that leads exactly there is read as the
 * folder it stands for. Any other link stays one.
 *
 * @param main top folder of the main checkout
 */
export function worktreeFiles(root: string, main: string): AdopterFiles {
  const own = workingTreeFiles(root);
  if (!leadsToMain(root, main)) return own;
  const theirs = workingTreeFiles(main);
  const at = (path: string) =>
    path === FRAMEWORK || path.startsWith(`${FRAMEWORK}/`) ? theirs : own;
  return {
    read: (path, maxBytes, tooLarge) => at(path).read(path, maxBytes, tooLarge),
    state: (path) => at(path).state(path),
    list: (path) => at(path).list(path),
  };
}

function leadsToMain(root: string, main: string): boolean {
  const [here, there] = [join(root, FRAMEWORK), join(main, FRAMEWORK)];
  return lstatOrUndefined(here)?.isSymlink === true &&
    lstatOrUndefined(there)?.isDirectory === true &&
    realOrSame(here) === there;
}
