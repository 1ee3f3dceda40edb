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

/** How a review is shown. */
const REVIEW_FORMAT: OptionSpec = {
  name: "format",
  kind: "string",
  value: "FORMAT",
  choices: ["text", "md", "json"],
  summary: "How the review is written",
};

/** What `--yes` does not cover when a source moves (contract section 6). */
const ALLOWANCES: readonly OptionSpec[] = [
  {
    name: "allow-older",
    kind: "boolean",
    summary: "Go back to an older version",
  },
  {
    name: "allow-history-change",
    kind: "boolean",
    summary: "Take a commit that does not descend from the locked one",
  },
  {
    name: "allow-signer-change",
    kind: "boolean",
    summary: "Take what another hand signed, or nobody any more",
  },
  {
    name: "allow-url-change",
    kind: "boolean",
    summary: "Take it from another url, or by another method",
  },
];

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
    name: "upgrade",
    summary: "Move sources to what the trust list now says, after a review",
    description:
      "Asks each chosen source, fetches and verifies what the trust list now " +
      "says, shows what that changes, asks, and moves snapshot, links and " +
      "locks. With --to or --latest it looks the new pin up and shows what it " +
      "would bring; --write puts it into the trust list and installs it.",
    arguments: [IDS],
    options: [
      YES,
      {
        name: "to",
        kind: "list",
        value: "ID=REF",
        summary: "Look up this ref of this source instead",
      },
      {
        name: "latest",
        kind: "boolean",
        summary: "Look up the newest release of the same major version",
      },
      {
        name: "allow-major",
        kind: "boolean",
        summary: "With --latest: a new major version too",
      },
      {
        name: "write",
        kind: "boolean",
        summary: "Write what was looked up into the trust list, and install it",
      },
      ...ALLOWANCES,
      REVIEW_FORMAT,
    ],
    examples: [
      {
        line: "skill-sources upgrade acme",
        summary: "Follow an edited entry of the trust list",
      },
      {
        line: "skill-sources upgrade --latest",
        summary: "What the newest releases would change",
      },
      {
        line: "skill-sources upgrade acme --to acme=v2.1.0 --write",
        summary: "Move one source, trust list included",
      },
    ],
    needs: "network",
    load: () => import("../commands/upgrade.ts"),
  },
  {
    name: "diff",
    summary: "The review that upgrade would show; changes nothing",
    description:
      "Compares what is installed of a source, or the ref --from, with what " +
      "the trust list says, or the ref --to. The patch in --json gives the " +
      "other tree byte for byte with git apply.",
    arguments: [{
      name: "id",
      summary: "Id of a source in the trust list",
      optional: false,
      repeated: false,
    }],
    options: [
      {
        name: "from",
        kind: "string",
        value: "REF",
        summary: "Compare with this ref instead of what is installed",
      },
      {
        name: "to",
        kind: "string",
        value: "REF",
        excludes: "latest",
        summary: "Compare this ref instead of what the trust list says",
      },
      {
        name: "latest",
        kind: "boolean",
        summary: "Compare the newest release of the same major version",
      },
      {
        name: "allow-major",
        kind: "boolean",
        summary: "With --latest: a new major version too",
      },
      REVIEW_FORMAT,
    ],
    examples: [
      {
        line: "skill-sources diff acme --latest",
        summary: "What the newest release would change",
      },
      {
        line: "skill-sources diff acme --from v1.0.0 --to v2.0.0 --format md",
        summary: "Two releases, for a pull request",
      },
    ],
    needs: "network",
    load: () => import("../commands/diff.ts"),
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
