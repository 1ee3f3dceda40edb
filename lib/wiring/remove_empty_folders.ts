import { dirname, join } from "node:path";

/**
 * Removes the target folders that links of ours were taken out of, and the
 * agents' folders around them, as far as nothing is left in them: git knows no
 * empty folders, so nobody else misses them. Never by way of a link.
 *
 * @param links paths of removed links below `root`
 */
export function removeEmptyFolders(
  root: string,
  links: readonly string[],
): void {
  for (const folder of new Set(links.map(dirname))) {
    const around = dirname(folder);
    if (!isRealFolder(join(root, around))) continue;
    removeEmpty(join(root, folder)) && removeEmpty(join(root, around));
  }
}

/** Whether nothing stands at `path` any more; a killed run may have removed it already. */
function removeEmpty(path: string): boolean {
  try {
    if (!Deno.lstatSync(path).isDirectory) return false;
    // Not recursive: a folder that holds anything is refused.
    Deno.removeSync(path);
    return true;
  } catch (error) {
    return error instanceof Deno.errors.NotFound;
  }
}

function isRealFolder(path: string): boolean {
  try {
    return Deno.lstatSync(path).isDirectory;
  } catch {
    return false;
  }
}
