import { ADOPTER_JOBS } from "../../base/limits.ts";
import type { CommandSpec } from "../spec.ts";
import { ORG } from "./shared.ts";

/** `org adopters` as the user sees it. */
export const ORG_ADOPTERS: CommandSpec = {
  name: "org adopters",
  summary: "Who adopted which source, at which pin",
  description:
    "Reads the trust list and the committed lock of every repository in a " +
    "file of urls, at its default branch and without the rest of it, and " +
    "compares the pins with those that the organization lists: who is behind, " +
    "and who trusts what it does not list.",
  arguments: [{
    name: "file",
    summary: "File of repository urls, one a line; # begins a comment",
    optional: false,
    repeated: false,
  }],
  options: [
    ORG,
    {
      name: "jobs",
      short: "j",
      kind: "number",
      value: "N",
      range: [1, 64],
      summary: `Repositories read at a time (default ${ADOPTER_JOBS})`,
    },
    {
      name: "format",
      kind: "string",
      value: "FORMAT",
      choices: ["text", "json", "csv"],
      summary: "How the report is written",
    },
  ],
  examples: [
    {
      line: "skill-sources org adopters repositories.txt",
      summary: "A table, and the sums",
    },
    {
      line:
        "skill-sources org adopters repositories.txt --org acme --format csv",
      summary: "For a spreadsheet",
    },
  ],
  needs: "network",
  prints: true,
  load: () => import("../../commands/org_adopters.ts"),
};
