import { randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import { diskError } from "../store/disk_error.ts";
import { STATE } from "../store/paths.ts";
import {
  linkPlace,
  requireOurs,
  requireRealFolder,
  unlink,
} from "./link_place.ts";
import { sameLinkText } from "./link_text.ts";

/**
 * Makes the link at `path` (below `root`) have the text `text`, replacing a
 * link of ours in one rename. What is ours is judged again here, from the
 * disk, because minutes of network may lie between the plan and this write.
 * Folders on the way are made, never through a link; the state folder must
 * stand. Done already, it does nothing.
 *
 * @param stateRoot the checkout with the state folder: the main one
 * @throws {HostError} `name-collision` when something of the user's stands
 * there, `target-is-link` when a folder on the way is a link, `disk-error`.
 */
export function createLink(
  root: string,
  path: string,
  text: string,
  stateRoot: string = root,
): void {
  makeRealFolder(root, dirname(path));
  const standing = linkPlace(root, path);
  if (standing === undefined) return symlink(root, path, text);
  if (standing.text !== undefined && sameLinkText(standing.text, text)) return;
  requireOurs(root, path, standing);
  replace(root, path, text, stateRoot);
}

function replace(
  root: string,
  path: string,
  text: string,
  stateRoot: string,
): void {
  // Where no agent looks, and where the next run sweeps if a kill leaves it.
  const temporary = `${STATE}/tmp-${randomBytes(8).toString("hex")}`;
  symlink(stateRoot, temporary, text);
  try {
    Deno.renameSync(join(stateRoot, temporary), join(root, path));
  } catch (error) {
    unlink(stateRoot, temporary);
    if ((error as { code?: string }).code !== "EXDEV") {
      throw diskError(error, "replace the link", path);
    }
    // The snapshots are a mount of their own.
    unlink(root, path);
    symlink(root, path, text);
  }
}

/** Makes each missing folder on the way; what stands must be real. */
function makeRealFolder(root: string, folder: string): void {
  const parts = folder.split("/");
  for (let depth = 1; depth <= parts.length; depth++) {
    const at = parts.slice(0, depth).join("/");
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
