import { join } from "node:path";

/** What stands at a path, judged without following a link. */
export type PathState =
  | { readonly state: "folder" }
  /** `at` or something above it is absent. */
  | { readonly state: "absent" }
  /** `at`, a path relative to the root, is a symbolic link. */
  | { readonly state: "link"; readonly at: string }
  /** `at` is neither a folder nor a link. */
  | { readonly state: "other"; readonly at: string };

/**
 * Looks at `relativePath` below `root`, component by component and without
 * following links: a link on the way could lead every later write out of the
 * repository. `root` itself is trusted to be real.
 */
export function folderState(root: string, relativePath: string): PathState {
  let at = "";
  for (const part of relativePath.split("/")) {
    at = at === "" ? part : `${at}/${part}`;
    const info = lstatOrUndefined(join(root, at));
    if (info === undefined) return { state: "absent" };
    if (info.isSymlink) return { state: "link", at };
    if (!info.isDirectory) return { state: "other", at };
  }
  return { state: "folder" };
}

/** `lstat`, or undefined where nothing stands. */
export function lstatOrUndefined(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.lstatSync(path);
  } catch (error) {
    if (
      error instanceof Deno.errors.NotFound ||
      error instanceof Deno.errors.NotADirectory ||
      // A link above it leads in a circle: nothing can stand there.
      error instanceof Deno.errors.FilesystemLoop
    ) return undefined;
    throw error;
  }
}
