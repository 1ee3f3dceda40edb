import { randomBytes } from "node:crypto";
import { isAbsolute, join, relative } from "node:path";
import { HostError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { realOrSame } from "../repository/git_dir.ts";
import { lstatOrUndefined } from "../repository/real_folder.ts";
import { printable } from "../report/printable.ts";
import { diskError } from "../store/disk_error.ts";
import { SNAPSHOTS, STATE } from "../store/paths.ts";
import { unlink } from "./link_place.ts";
import { sameLinkText, withoutSlash } from "./link_text.ts";

const FIX = "skill-sources worktree-init";

/** What stands at `.apache-magpie-sources` in a linked worktree. */
export type SnapshotsLinkState =
  | { readonly state: "right" | "absent" }
  /** A link of this tool's form, as an earlier place of the worktree asked for. */
  | { readonly state: "stale"; readonly text: string }
  /** A link that somebody else made. */
  | { readonly state: "foreign"; readonly text: string }
  /** A folder or a file. */
  | { readonly state: "occupied"; readonly folder: boolean };

/**
 * Text of the link of a linked worktree to the snapshots of its main checkout:
 * relative, so that both may be moved together.
 *
 * @param root Real absolute path of the worktree.
 * @param mainRoot Real absolute path of the main checkout.
 */
export function snapshotsLinkText(root: string, mainRoot: string): string {
  return relative(root, join(mainRoot, SNAPSHOTS));
}

/**
 * Judges what stands there by its text alone: a link that leads to the right
 * folder by another way may lead elsewhere tomorrow, and following it would
 * read what somebody else chose.
 */
export function judgeSnapshotsLink(
  root: string,
  mainRoot: string,
): SnapshotsLinkState {
  const path = join(root, SNAPSHOTS);
  try {
    const info = lstatOrUndefined(path);
    if (info === undefined) return { state: "absent" };
    if (!info.isSymlink) return { state: "occupied", folder: info.isDirectory };
    const text = Deno.readLinkSync(path);
    if (sameLinkText(text, snapshotsLinkText(root, mainRoot))) {
      return { state: "right" };
    }
    return { state: isOurs(text, mainRoot) ? "stale" : "foreign", text };
  } catch (error) {
    throw diskError(error, "read", SNAPSHOTS);
  }
}

/** What `verify` and `worktree-init` say of it; nothing where it is right. */
export function snapshotsLinkFindings(
  root: string,
  mainRoot: string,
): Finding[] {
  const judged = judgeSnapshotsLink(root, mainRoot);
  const finding = (
    rule: Finding["rule"],
    message: string,
    fix: string,
  ): Finding[] => [{ rule, level: "error", path: SNAPSHOTS, message, fix }];
  const wanted = snapshotsLinkText(root, mainRoot);
  switch (judged.state) {
    case "right":
      return [];
    case "absent":
      return finding(
        "link-missing",
        `this linked worktree has no link ${SNAPSHOTS} to the main checkout's snapshots: run ${FIX}`,
        FIX,
      );
    case "stale":
      return finding(
        "link-misdirected",
        `${SNAPSHOTS} leads to ${
          printable(judged.text)
        } instead of ${wanted}: run ${FIX}`,
        FIX,
      );
    case "foreign":
      return finding(
        "link-misdirected",
        `${SNAPSHOTS} leads to ${
          printable(judged.text)
        } instead of ${wanted}, which this tool did not write, so it is left alone: remove the link and run ${FIX}`,
        `rm ${SNAPSHOTS} && ${FIX}`,
      );
    case "occupied":
      return finding(
        "link-not-a-link",
        `${SNAPSHOTS} is a ${
          judged.folder ? "folder" : "file"
        } of this linked worktree, where a link to the main checkout's belongs: move it away and run ${FIX}`,
        `mv ${SNAPSHOTS} ${SNAPSHOTS}.old && ${FIX}`,
      );
  }
}

/**
 * Makes the link, or gives a stale one its text in one rename. Judged again
 * here, from the disk. The main checkout's state folder must stand.
 *
 * @throws {HostError} `name-collision` when something else stands there,
 * `disk-error`.
 */
export function makeSnapshotsLink(root: string, mainRoot: string): void {
  const judged = judgeSnapshotsLink(root, mainRoot);
  const text = snapshotsLinkText(root, mainRoot);
  switch (judged.state) {
    case "right":
      return;
    case "absent":
      return symlink(text, join(root, SNAPSHOTS));
    case "stale":
      return replace(root, mainRoot, text);
    default:
      throw new HostError(
        "name-collision",
        `${SNAPSHOTS} is nothing that this tool made and is left alone: move it away and run again`,
        { path: SNAPSHOTS },
      );
  }
}

/** Whether a linked worktree has a link of ours there, also one that leads elsewhere by now. */
export function hasSnapshotsLink(root: string, mainRoot: string): boolean {
  const { state } = judgeSnapshotsLink(root, mainRoot);
  return state === "right" || state === "stale";
}

/** Removes the link of a linked worktree, never what it leads to; nothing when it is not ours. */
export function removeSnapshotsLink(root: string, mainRoot: string): void {
  if (hasSnapshotsLink(root, mainRoot)) unlink(root, SNAPSHOTS);
}

/**
 * A relative text that ends in our folder's name, or any that names the main
 * checkout's folder: the first is what this tool writes, the second what the
 * framework's older setup wrote.
 */
function isOurs(text: string, mainRoot: string): boolean {
  const plain = withoutSlash(text);
  return isAbsolute(plain)
    ? realOrSame(plain) === join(mainRoot, SNAPSHOTS)
    : plain.endsWith(`/${SNAPSHOTS}`);
}

function replace(root: string, mainRoot: string, text: string): void {
  const temporary = `${STATE}/tmp-${randomBytes(8).toString("hex")}`;
  symlink(text, join(mainRoot, temporary));
  try {
    Deno.renameSync(join(mainRoot, temporary), join(root, SNAPSHOTS));
  } catch (error) {
    unlink(mainRoot, temporary);
    if ((error as { code?: string }).code !== "EXDEV") {
      throw diskError(error, "replace the link", SNAPSHOTS);
    }
    // The worktree lies on another disk.
    unlink(root, SNAPSHOTS);
    symlink(text, join(root, SNAPSHOTS));
  }
}

function symlink(text: string, path: string): void {
  try {
    Deno.symlinkSync(text, path, { type: "dir" });
  } catch (error) {
    throw diskError(error, "make the link", SNAPSHOTS);
  }
}
