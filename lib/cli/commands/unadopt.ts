import type { CommandSpec } from "../spec.ts";
import { DRY_RUN, YES } from "./shared.ts";

/** `unadopt` as the user sees it. */
export const UNADOPT: CommandSpec = {
  name: "unadopt",
  summary: "Remove snapshots, links and locks",
  description:
    "Removes what setup made: snapshots, links, both locks and our ignore " +
    "lines. The trust list and all that is not ours stay.",
  arguments: [],
  options: [YES, DRY_RUN],
  examples: [
    {
      line: "skill-sources unadopt --dry-run",
      summary: "What would be removed",
    },
  ],
  preview: "--dry-run",
  needs: "write",
  load: () => import("../../commands/unadopt.ts"),
};
