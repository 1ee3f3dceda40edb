import { basename, dirname, join } from "node:path";
import { lstatOrUndefined } from "./real_folder.ts";

const OVERRIDES = ".apache-magpie-overrides";
const TRUST_LIST = "skill-sources.md";

/**
 * The root under `--no-git`: the nearest folder from `start` upwards that
 * holds a trust list, else `start` itself. A trust list inside a snapshot is
 * the source's own and is never taken.
 *
 * @param start Real absolute path of a folder.
 */
export function findTrustListFolder(start: string): string {
  for (let at = start; dirname(at) !== at; at = dirname(at)) {
    if (liesInSnapshots(at)) continue;
    if (basename(at) === OVERRIDES) continue;
    if (
      isFile(join(at, OVERRIDES, TRUST_LIST)) || isFile(join(at, TRUST_LIST))
    ) {
      return at;
    }
  }
  return start;
}

/** Whether a folder is, or lies in, one that holds snapshots. */
export function liesInSnapshots(folder: string): boolean {
  return folder.split("/").includes(".apache-magpie-sources");
}

function isFile(path: string): boolean {
  return lstatOrUndefined(path)?.isFile === true;
}
