import type { CommandSpec } from "../spec.ts";
import { REPORT_FORMAT, SINCE } from "./shared.ts";

/** `lint` as the user sees it. */
export const LINT: CommandSpec = {
  name: "lint",
  summary: "Check links, trust list and lock without any snapshot",
  description:
    "For CI jobs and pre-commit hooks: holds the links in the agents' " +
    "folders, committed links, the trust list, the committed lock, pointers " +
    "and ignore lines against their rules. Needs nothing fetched, uses no " +
    "network and writes nothing.",
  arguments: [],
  options: [
    {
      name: "archive",
      kind: "boolean",
      summary:
        "Also the release archive of the staged tree, as git archive makes it",
    },
    {
      name: "source",
      kind: "string",
      value: "DIR",
      summary: "For authors: the tree in DIR as adopters would see its release",
    },
    SINCE,
    REPORT_FORMAT,
  ],
  examples: [
    { line: "skill-sources lint", summary: "This repository" },
    {
      line: "skill-sources lint --since origin/main",
      summary: "On a pull request: also what it changes of trust",
    },
    {
      line: "skill-sources lint --archive",
      summary: "Before a release: links that would break in the archive",
    },
    {
      line: "skill-sources lint --source .",
      summary: "In a repository of skills, before they are released",
    },
    {
      line: "skill-sources lint --format github",
      summary: "In a job: findings as annotations",
    },
  ],
  needs: "read",
  reports: true,
  load: () => import("../../commands/lint.ts"),
};
