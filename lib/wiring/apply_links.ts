import { dirname, join } from "node:path";
import { HostError } from "../base/errors.ts";
import { folderState, lstatOrUndefined } from "../repository/real_folder.ts";
import { printable } from "../report/printable.ts";
import { diskError } from "../store/disk_error.ts";
import { CANONICAL_FOLDER } from "./agents.ts";
import { DEFAULT_PREFIX, sameLinkText } from "./link_text.ts";
import { type CanonicalState, ownLink } from "./ownership.ts";

/**
 * Makes the link at `path` (below `root`) have the text `text`, replacing a
 * link of ours in one rename. What is ours is judged again here, from the
 * disk, because minutes of network may lie between the plan and this write.
 * Folders on the way are made, never through a link.
 *
 * @param prefixes Prefixes that links of ours carry.
 * @throws {HostError} `name-collision` when something of the user's stands
 * there, `target-is-link` when a folder on the way is a link, `disk-error`.
 */
export function createLink(
  root: string,
  path: string,
  text: string,
  prefixes: readonly string[] = [DEFAULT_PREFIX],
): void {
  makeRealFolder(root, dirname(path));
  const standing = standingText(root, path);
  if (standing === undefined) return symlink(root, path, text);
  if (standing.text !== undefined && sameLinkText(standing.text, text)) return;
  requireOurs(root, path, standing.text, prefixes);
  // Named like a link of ours, so that the ignore lines cover it if a kill leaves it.
  const temporary = `${path}.new`;
  if (standingText(root, temporary)?.text !== undefined) {
    remove(root, temporary);
  }
  symlink(root, temporary, text);
  try {
    Deno.renameSync(join(root, temporary), join(root, path));
  } catch (error) {
    remove(root, temporary);
    throw diskError(error, "replace the link", path);
  }
}

/**
 * Removes the link of ours at `path` (below `root`). The link itself, never
 * what it leads to; nothing happens when it is gone already.
 *
 * @throws {HostError} `name-collision` when what stands there is not ours,
 * `target-is-link`, `disk-error`.
 */
export function removeLink(
  root: string,
  path: string,
  prefixes: readonly string[] = [DEFAULT_PREFIX],
): void {
  requireRealFolder(root, dirname(path));
  const standing = standingText(root, path);
  if (standing === undefined) return;
  requireOurs(root, path, standing.text, prefixes);
  remove(root, path);
}

/**
 * Refuses to start without the permissions that links need: Deno makes a
 * symbolic link only under unscoped read and write permission, and a run that
 * finds out after the download has wasted it (contract section 10).
 *
 * @throws {HostError} `permission-missing`
 */
export function requireLinkPermissions(): void {
  const granted = (["read", "write"] as const).every((name) =>
    Deno.permissions.querySync({ name }).state === "granted"
  );
  if (granted) return;
  throw new HostError(
    "permission-missing",
    "Deno makes symbolic links only under unscoped permissions: run with --allow-read and --allow-write, each without a path.",
  );
}

/** What stands at `path`: undefined for nothing, `text` for a symlink only. */
function standingText(
  root: string,
  path: string,
): { readonly text?: string } | undefined {
  try {
    const info = lstatOrUndefined(join(root, path));
    if (info === undefined) return undefined;
    return info.isSymlink ? { text: Deno.readLinkSync(join(root, path)) } : {};
  } catch (error) {
    throw diskError(error, "read", path);
  }
}

function requireOurs(
  root: string,
  path: string,
  text: string | undefined,
  prefixes: readonly string[],
): void {
  const folder = dirname(path);
  const name = path.slice(folder.length + 1);
  const canonical = (name: string): CanonicalState => {
    const standing = standingText(root, `${CANONICAL_FOLDER}/${name}`);
    if (standing === undefined) return "missing";
    return standing.text !== undefined &&
        ownLink(
          { folder: CANONICAL_FOLDER, name, text: standing.text },
          prefixes,
          () => "other",
        )
      ? "ours"
      : "other";
  };
  if (
    text !== undefined && ownLink({ folder, name, text }, prefixes, canonical)
  ) return;
  throw new HostError(
    "name-collision",
    text === undefined
      ? `${path} is no link of this tool and is left alone: move it away and run again.`
      : `${path} is a symbolic link to ${
        printable(text)
      } that this tool did not make, and is left alone: move it away and run again.`,
    { path },
  );
}

function requireRealFolder(root: string, folder: string): void {
  const state = folderState(root, folder);
  if (state.state !== "link" && state.state !== "other") return;
  throw new HostError(
    "target-is-link",
    `${state.at} is ${
      state.state === "link" ? "a symbolic link" : "no folder"
    }, so nothing is written through it: put a real folder there.`,
    { path: state.at },
  );
}

function makeRealFolder(root: string, folder: string): void {
  let at = "";
  for (const part of folder.split("/")) {
    at = at === "" ? part : `${at}/${part}`;
    requireRealFolder(root, at);
    try {
      Deno.mkdirSync(join(root, at), { mode: 0o755 });
    } catch (error) {
      if (!(error instanceof Deno.errors.AlreadyExists)) {
        throw diskError(error, "make", at);
      }
    }
  }
  requireRealFolder(root, folder);
}

function symlink(root: string, path: string, text: string): void {
  try {
    Deno.symlinkSync(text, join(root, path), { type: "dir" });
  } catch (error) {
    throw diskError(error, "make the link", path);
  }
}

function remove(root: string, path: string): void {
  try {
    Deno.removeSync(join(root, path));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) {
      throw diskError(error, "remove", path);
    }
  }
}
