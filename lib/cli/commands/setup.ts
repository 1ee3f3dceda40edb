import { DEFAULT_JOBS } from "../../base/limits.ts";
import type { CommandSpec } from "../spec.ts";
import { DRY_RUN, IDS, YES } from "./shared.ts";

/** `setup` as the user sees it. */
export const SETUP: CommandSpec = {
  name: "setup",
  summary: "Fetch, verify, pin and link the trusted sources",
  description:
    "Reads the trust list, shows what will be fetched, asks, fetches and " +
    "verifies each source against its anchor, links its skills and writes " +
    "the locks. Run again it only restores what the committed lock says.",
  arguments: [IDS],
  options: [
    YES,
    DRY_RUN,
    {
      name: "frozen",
      kind: "boolean",
      sets: { yes: true },
      summary: "For CI: implies --yes, fails if a committed file would change",
    },
    {
      name: "trust-from",
      kind: "string",
      value: "REV",
      sets: { frozen: true, yes: true },
      summary:
        "Trust list, lock and settings as of a revision; implies --frozen",
    },
    {
      name: "allow-unpinned",
      kind: "boolean",
      summary: "With --frozen: accept git-branch sources",
    },
    {
      name: "no-prune",
      kind: "boolean",
      summary: "Keep what no trusted source provides any more",
    },
    {
      name: "jobs",
      short: "j",
      kind: "number",
      value: "N",
      range: [1, 64],
      summary: `Sources fetched at a time (default ${DEFAULT_JOBS})`,
    },
    {
      name: "agents",
      kind: "list",
      value: "LIST",
      summary: "Agents to link for in this checkout, by commas",
    },
  ],
  examples: [
    { line: "skill-sources setup", summary: "Install everything trusted" },
    {
      line: "skill-sources setup --frozen",
      summary: "In CI: exactly what is committed",
    },
    {
      line: "skill-sources setup acme --dry-run",
      summary: "What one source would bring",
    },
  ],
  preview: "--dry-run",
  needs: "network",
  load: () => import("../../commands/setup.ts"),
};
