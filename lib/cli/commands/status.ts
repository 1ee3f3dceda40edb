import type { CommandSpec } from "../spec.ts";
import { IDS, REPORT_FORMAT } from "./shared.ts";

/** `status` as the user sees it. */
export const STATUS: CommandSpec = {
  name: "status",
  summary: "One line for each source",
  description:
    "Shows id, ref, short anchor, state and skills of each source, from the " +
    "locks and the listings on disk; no network but with --outdated.",
  arguments: [IDS],
  options: [
    {
      name: "outdated",
      kind: "boolean",
      needs: "network",
      summary: "Ask the git sources for newer releases and commits",
    },
    REPORT_FORMAT,
  ],
  examples: [
    { line: "skill-sources status", summary: "All sources" },
    {
      line: "skill-sources status --outdated",
      summary: "With the newest release of each",
    },
  ],
  needs: "read",
  load: () => import("../../commands/status.ts"),
};
