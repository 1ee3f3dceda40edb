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

function removeEmpty(path: string): boolean {
  if (!isRealFolder(path)) return false;
  try {
    // Not recursive: a folder that holds anything is refused.
    Deno.removeSync(path);
    return true;
  } catch {
    return false;
  }
}

function isRealFolder(path: string): boolean {
  try {
    return Deno.lstatSync(path).isDirectory;
  } catch {
    return false;
  }
}
