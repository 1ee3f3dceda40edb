import type { CommandSpec } from "../spec.ts";
import { IDS, REPORT_FORMAT, SINCE } from "./shared.ts";

/** `verify` as the user sees it. */
export const VERIFY: CommandSpec = {
  name: "verify",
  summary: "Check locks, bytes, links and ignore lines; read-only",
  description:
    "Compares the trust list, both locks, every snapshot's bytes, the links, " +
    "the ignore lines and the pointers. Uses no network but with --remote and writes " +
    "nothing but with --fix.",
  arguments: [IDS],
  options: [
    {
      name: "quick",
      kind: "boolean",
      summary: "Trust sizes and times instead of hashing every byte",
    },
    {
      name: "fix",
      kind: "boolean",
      needs: "write",
      summary: "Mend links and ignore lines",
    },
    {
      name: "remote",
      kind: "boolean",
      needs: "network",
      summary: "Ask each source too: moved tags, changed archives, releases",
    },
    SINCE,
    REPORT_FORMAT,
  ],
  examples: [
    { line: "skill-sources verify", summary: "Everything, byte for byte" },
    {
      line: "skill-sources verify --strict --json",
      summary: "For a CI job that reads the findings",
    },
    {
      line: "skill-sources verify --remote",
      summary: "For a nightly job: what has changed at the sources",
    },
  ],
  needs: "read",
  reports: true,
  load: () => import("../../commands/verify.ts"),
};
