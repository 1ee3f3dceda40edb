import { join } from "node:path";
import { readRegular } from "../repository/read_regular.ts";
import { folderState, lstatOrUndefined } from "../repository/real_folder.ts";
import { diskError } from "../store/disk_error.ts";
import { AGENTS } from "./agents.ts";
import { type StandingEntry, standingPath } from "./standing.ts";

/** Bytes of a text file that may be a link git wrote as text. */
const MAX_PLACEHOLDER_BYTES = 1024;

/**
 * Lists what stands in every agent's skills folder under a name that begins
 * with one of `prefixes`, links not followed. All agents' folders are looked
 * at, not only those that are wired now: a link of ours in a folder that no
 * longer is a target has to go. A folder that is a link itself is left out,
 * as its entries belong to another folder.
 *
 * @throws {HostError} `disk-error`
 */
export function scanLinks(
  root: string,
  prefixes: readonly string[],
): StandingEntry[] {
  const entries: StandingEntry[] = [];
  for (const { folder } of AGENTS) {
    for (const name of namesIn(root, folder)) {
      if (!prefixes.some((prefix) => name.startsWith(prefix))) continue;
      const entry = standingEntry(root, folder, name);
      if (entry !== undefined) entries.push(entry);
    }
  }
  return entries;
}

/**
 * Paths of the text files that stand where links should, as git writes links
 * under `core.symlinks=false`.
 */
export function linkPlaceholders(
  root: string,
  prefixes: readonly string[],
): string[] {
  return scanLinks(root, prefixes)
    .filter((entry) => entry.kind === "file" && entry.text !== undefined)
    .map(standingPath);
}

function namesIn(root: string, folder: string): string[] {
  try {
    if (folderState(root, folder).state !== "folder") return [];
    return [...Deno.readDirSync(join(root, folder))]
      .map(({ name }) => name).sort();
  } catch (error) {
    throw diskError(error, "read", folder);
  }
}

function standingEntry(
  root: string,
  folder: string,
  name: string,
): StandingEntry | undefined {
  const path = join(root, folder, name);
  try {
    const info = lstatOrUndefined(path);
    if (info === undefined) return undefined;
    if (info.isSymlink) {
      return { folder, name, kind: "symlink", text: Deno.readLinkSync(path) };
    }
    if (info.isDirectory) return { folder, name, kind: "folder" };
    if (!info.isFile) return { folder, name, kind: "other" };
    const text = info.size <= MAX_PLACEHOLDER_BYTES
      ? placeholderText(root, `${folder}/${name}`)
      : undefined;
    return {
      folder,
      name,
      kind: "file",
      ...(text === undefined ? {} : { text }),
    };
  } catch (error) {
    throw diskError(error, "read", `${folder}/${name}`);
  }
}

/** The path, in a file that holds a relative one and at most a line end. */
function placeholderText(root: string, path: string): string | undefined {
  const bytes = readRegular(root, path, MAX_PLACEHOLDER_BYTES);
  const text = new TextDecoder().decode(bytes);
  return /^(?:\.?\.\/[^\r\n]*)\r?\n?$/.exec(text)?.[0].trimEnd();
}
