import type { CommandSpec } from "../spec.ts";
import { ORG, YES } from "./shared.ts";
import { VOUCH } from "./vouch.ts";

/** `org add` as the user sees it. */
export const ORG_ADD: CommandSpec = {
  name: "org add",
  summary: "Look at a source and write an organization's entry for it",
  description:
    "Does what vouch does, for the list of an organization in this " +
    "repository: fetches and verifies the source, shows what it brings on " +
    "stderr, and prints the finished entry on stdout. The pin says which " +
    "version was looked at; no project takes it over as its own.",
  arguments: [{
    name: "url",
    summary: "Url of a repository or a release archive",
    optional: false,
    repeated: false,
  }],
  options: [
    ORG,
    ...VOUCH.options
      .filter(({ name }) => name !== "write" && name !== "yes")
      .map((option) =>
        option.name === "organization"
          ? {
            ...option,
            summary: "Who owns the source; default: that of --org",
          }
          : option
      ),
    {
      name: "write",
      kind: "boolean",
      summary: "Append the entry to organizations/<org>/skill-sources.md",
    },
    YES,
  ],
  examples: [
    {
      line: "skill-sources org add https://github.com/acme/skills --org acme",
      summary: "The entry for the newest release",
    },
    {
      line:
        "skill-sources org add https://github.com/acme/skills --ref v1.2.0 --write",
      summary: "One release, added to the list",
    },
  ],
  needs: "network",
  prints: true,
  preview: "skill-sources org add <url>",
  load: () => import("../../commands/org_add.ts"),
};
