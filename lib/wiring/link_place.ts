import { dirname, join } from "node:path";
import { HostError } from "../base/errors.ts";
import { folderState, lstatOrUndefined } from "../repository/real_folder.ts";
import { printable } from "../report/printable.ts";
import { diskError } from "../store/disk_error.ts";
import { CANONICAL_FOLDER } from "./agents.ts";
import { type CanonicalState, ownLink } from "./ownership.ts";

/** What stands at a link's place on disk; `text` for a symbolic link only. */
export interface LinkPlace {
  readonly text?: string;
}

/** Looks at `path` below `root` without following it; undefined for nothing. */
export function linkPlace(root: string, path: string): LinkPlace | undefined {
  try {
    const info = lstatOrUndefined(join(root, path));
    if (info === undefined) return undefined;
    return info.isSymlink ? { text: Deno.readLinkSync(join(root, path)) } : {};
  } catch (error) {
    throw diskError(error, "read", path);
  }
}

/**
 * The ownership test, asked once more of the disk right before a write or a
 * removal. The plan has judged the prefix; any may stand here.
 *
 * @throws {HostError} `name-collision` when what stands at `path` is not ours.
 */
export function requireOurs(
  root: string,
  path: string,
  { text }: LinkPlace,
): void {
  const folder = dirname(path);
  const name = path.slice(folder.length + 1);
  const canonical = (): CanonicalState => {
    const standing = linkPlace(root, `${CANONICAL_FOLDER}/${name}`);
    if (standing === undefined) return "missing";
    const link = { folder: CANONICAL_FOLDER, name, text: standing.text ?? "" };
    return ownLink(link, "any", () => "other") ? "ours" : "other";
  };
  if (
    text !== undefined && ownLink({ folder, name, text }, "any", canonical)
  ) return;
  throw new HostError(
    "name-collision",
    text === undefined
      ? `${path} is no link of this tool and is left alone: move it away and run again`
      : `${path} is a symbolic link to ${
        printable(text)
      } that this tool did not make, and is left alone: move it away and run again`,
    { path },
  );
}

/**
 * Refuses to write or remove below a folder that is reached through a link.
 *
 * @throws {HostError} `target-is-link`
 */
export function requireRealFolder(root: string, folder: string): void {
  const state = folderState(root, folder);
  if (state.state !== "link" && state.state !== "other") return;
  throw new HostError(
    "target-is-link",
    `${state.at} is ${
      state.state === "link" ? "a symbolic link" : "no folder"
    }, so nothing is written through it: put a real folder there`,
    { path: state.at },
  );
}

/** Removes the link itself, never what it leads to; nothing when it is gone already. */
export function unlink(root: string, path: string): void {
  try {
    Deno.removeSync(join(root, path));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) {
      throw diskError(error, "remove", path);
    }
  }
}
