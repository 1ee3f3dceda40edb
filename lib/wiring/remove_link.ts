import { dirname } from "node:path";
import {
  linkPlace,
  requireOurs,
  requireRealFolder,
  unlink,
} from "./link_place.ts";
import { sameLinkText } from "./link_text.ts";

/**
 * Removes the link of ours at `path` (below `root`) that has the text `text`:
 * the link itself, never what it leads to. Nothing happens when it is gone,
 * or leads elsewhere by now.
 *
 * @throws {HostError} `name-collision` when what stands there is not ours,
 * `target-is-link` when a folder on the way is a link, `disk-error`.
 */
export function removeLink(root: string, path: string, text: string): void {
  requireRealFolder(root, dirname(path));
  const standing = linkPlace(root, path);
  if (standing === undefined) return;
  requireOurs(root, path, standing);
  if (sameLinkText(standing.text ?? "", text)) unlink(root, path);
}
