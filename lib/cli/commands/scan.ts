import type { CommandSpec } from "../spec.ts";
import { REPORT_FORMAT } from "./shared.ts";

/** `scan` as the user sees it. */
export const SCAN: CommandSpec = {
  name: "scan",
  summary: "Look for what deceives, hides or runs in skills",
  description:
    "Looks at the content of the provided skills of every installed source, " +
    "or of one folder or file anywhere: characters and texts that a person " +
    "does not see, commands that run something unseen, orders that go " +
    "against the user. Uses no network and writes nothing.",
  arguments: [{
    name: "path",
    summary: "A folder or file; every installed source when it is left out",
    optional: true,
    repeated: false,
  }],
  options: [REPORT_FORMAT],
  examples: [
    { line: "skill-sources scan", summary: "All installed skills" },
    {
      line: "skill-sources scan skills/ --strict",
      summary: "A folder; warnings fail",
    },
  ],
  needs: "read",
  reports: true,
  load: () => import("../../commands/scan.ts"),
};
