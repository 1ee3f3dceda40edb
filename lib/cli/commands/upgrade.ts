import type { CommandSpec } from "../spec.ts";
import { ALLOWANCES, IDS, REVIEW_FORMAT, YES } from "./shared.ts";

/** `upgrade` as the user sees it. */
export const UPGRADE: CommandSpec = {
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
  preview: "skill-sources diff <id>",
  needs: "network",
  load: () => import("../../commands/upgrade.ts"),
};
