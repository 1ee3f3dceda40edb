import type { Adopter } from "../adopter/load_adopter.ts";
import { agentNames } from "../adopter/named_agents.ts";
import type { Finding } from "../base/finding.ts";
import { SNAPSHOTS } from "../store/paths.ts";
import { removeEmptyFolders } from "../wiring/remove_empty_folders.ts";
import { removeLink } from "../wiring/remove_link.ts";
import {
  hasSnapshotsLink,
  removeSnapshotsLink,
} from "../wiring/snapshots_link.ts";
import { removableLinks, surveyLinks } from "./plan_wiring.ts";

/** What `unadopt` takes out of a linked worktree. */
export interface WorktreeRemoval {
  /** Paths that go, for the question. */
  readonly removed: readonly string[];
  readonly findings: readonly Finding[];
  /** Removes them: the links themselves, never what they lead to. */
  apply(): void;
}

/**
 * Plans to undo what `worktree-init` did: the worktree's own links. Locks and
 * ignore lines belong to its branch, snapshots to the main checkout.
 */
export function planUnadoptWorktree(adopter: Adopter): WorktreeRemoval {
  const links = removableLinks(
    surveyLinks(adopter, agentNames(adopter, undefined)),
  );
  const { root, snapshotsRoot } = adopter;
  return {
    removed: [
      ...links.map(({ path }) => path),
      ...(hasSnapshotsLink(root, snapshotsRoot) ? [SNAPSHOTS] : []),
    ],
    findings: [],
    apply() {
      for (const { path, text } of links) {
        removeLink(root, path, text);
        removeEmptyFolders(root, [path]);
      }
      removeSnapshotsLink(root, snapshotsRoot);
    },
  };
}
