import type { CommandSpec } from "../spec.ts";
import { REPORT_FORMAT } from "./shared.ts";

/** `org check` as the user sees it. */
export const ORG_CHECK: CommandSpec = {
  name: "org check",
  summary: "Check the sources that organizations list",
  description:
    "Reads organizations/<org>/skill-sources.md of this repository and looks " +
    "at every entry: grammar, keys, urls, repeated ids. A bad entry keeps no " +
    "other from being looked at. With --remote each source is asked whether it " +
    "still is what the list says.",
  arguments: [{
    name: "org",
    summary: "Name of an organization; all of them when none is named",
    optional: true,
    repeated: false,
  }],
  options: [
    {
      name: "remote",
      kind: "boolean",
      needs: "network",
      summary: "Ask each source too: moved tags, releases, keys, skills",
    },
    REPORT_FORMAT,
  ],
  examples: [
    { line: "skill-sources org check", summary: "All lists, no network" },
    {
      line: "skill-sources org check acme --remote",
      summary: "For a nightly job: what has changed at the sources",
    },
  ],
  needs: "read",
  reports: true,
  load: () => import("../../commands/org_check.ts"),
};
