import type { Adopter } from "../adopter/load_adopter.ts";
import type { LinkSites } from "../install/plan_wiring.ts";
import { planWorktree } from "../install/plan_worktree.ts";
import { snapshotsFolderStands } from "../store/snapshots_folder.ts";
import { checkLinks } from "../wiring/check_links.ts";
import { missingIgnoreLines } from "../wiring/ignore_lines.ts";
import { snapshotsLinkFindings } from "../wiring/snapshots_link.ts";
import type { CheckedWiring } from "./check_wiring.ts";

const FIX = "skill-sources worktree-init";

/**
 * Holds the links and ignore lines of a linked worktree against what
 * `worktree-init` would make of them. Where the one link to the main checkout's
 * snapshots is missing or wrong, that is the fault to be named: every other
 * link leads through it.
 */
export function checkWorktreeWiring(
  adopter: Adopter,
  sites: LinkSites,
): CheckedWiring {
  const { root, snapshotsRoot } = adopter;
  // Bytes are judged elsewhere; this is about what leads to them.
  const plan = planWorktree(adopter, { quick: true });
  const { state } = plan.snapshotsLink;
  const links = checkLinks(root, plan.wiring.links, sites.existing, FIX);
  const throughIt = new Set(["link-missing", "link-dangling"]);
  return {
    ...(snapshotsFolderStands(snapshotsRoot) ? { mendable: plan.wiring } : {}),
    findings: [
      ...(plan.wired ? snapshotsLinkFindings(root, snapshotsRoot) : []),
      ...links.filter(({ rule }) => state === "right" || !throughIt.has(rule)),
      ...(plan.wired
        ? [
          ...missingIgnoreLines(plan.wiring.missingLines, FIX),
          ...plan.wiring.findings,
        ]
        : sites.targets.findings),
    ],
  };
}
