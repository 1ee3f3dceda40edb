import { DEFAULT_JOBS } from "../base/limits.ts";
import type { ArgumentSpec, CommandSpec, OptionSpec } from "./spec.ts";

const IDS: ArgumentSpec = {
  name: "id",
  summary: "Id of a source in the trust list; all of them when none is named",
  optional: true,
  repeated: true,
};

const YES: OptionSpec = {
  name: "yes",
  short: "y",
  kind: "boolean",
  summary: "Consent without being asked",
};

const DRY_RUN: OptionSpec = {
  name: "dry-run",
  kind: "boolean",
  summary: "Say what would be done; no network, no write",
};

/**
 * Every command of the tool, in the order the help shows them. Adding one is
 * adding an entry here and a module under `lib/commands`.
 */
export const COMMANDS: readonly CommandSpec[] = [
  {
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
        summary:
          "For CI: implies --yes, fails if a committed file would change",
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
    needs: "network",
    load: () => import("../commands/setup.ts"),
  },
  {
    name: "verify",
    summary: "Check locks, bytes, links and ignore lines; read-only",
    description:
      "Compares the trust list, both locks, every snapshot's bytes, the links, " +
      "the ignore lines and the pointers. Uses no network and writes nothing " +
      "unless --fix is given.",
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
    ],
    examples: [
      { line: "skill-sources verify", summary: "Everything, byte for byte" },
      {
        line: "skill-sources verify --strict --json",
        summary: "For a CI job that reads the findings",
      },
    ],
    needs: "read",
    reports: true,
    load: () => import("../commands/verify.ts"),
  },
  {
    name: "status",
    summary: "One line for each source",
    description:
      "Shows id, ref, short anchor, state and skills of each source, from the " +
      "locks and the listings on disk; no network.",
    arguments: [IDS],
    options: [],
    examples: [{ line: "skill-sources status", summary: "All sources" }],
    needs: "read",
    load: () => import("../commands/status.ts"),
  },
  {
    name: "worktree-init",
    summary: "Link what the main checkout has fetched into a linked worktree",
    description:
      "In a worktree that git worktree add made: links .apache-magpie-sources " +
      "to the main checkout's, and the skills of each source that the " +
      "worktree's own trust list and lock name with the pin that was fetched " +
      "there. Asks nothing, fetches nothing; run again it changes nothing.",
    arguments: [],
    options: [],
    examples: [
      {
        line: "skill-sources worktree-init",
        summary: "Link this worktree",
      },
      {
        line: "skill-sources worktree-init -C ../feature",
        summary: "Link another one",
      },
    ],
    needs: "write",
    load: () => import("../commands/worktree_init.ts"),
  },
  {
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
    needs: "write",
    load: () => import("../commands/unadopt.ts"),
  },
  {
    name: "help",
    summary: "Show help, for a command when one is named",
    description: "The same as --help.",
    arguments: [{
      name: "command",
      summary: "A command's name",
      optional: true,
      repeated: false,
    }],
    options: [],
    examples: [{ line: "skill-sources help setup", summary: "Help on setup" }],
    needs: "nothing",
    load: () => import("../commands/help.ts"),
  },
  {
    name: "version",
    summary: "Show the version",
    description: "The same as --version.",
    arguments: [],
    options: [],
    examples: [{ line: "skill-sources version", summary: "The version" }],
    needs: "nothing",
    load: () => import("../commands/version.ts"),
  },
];

/** The command of that name. */
export function findCommand(name: string): CommandSpec | undefined {
  return COMMANDS.find((command) => command.name === name);
}
