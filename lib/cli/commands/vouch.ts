import type { CommandSpec } from "../spec.ts";
import { YES } from "./shared.ts";

/** `vouch` as the user sees it. */
export const VOUCH: CommandSpec = {
  name: "vouch",
  summary: "Look at a source and write the entry that vouches for it",
  description:
    "Finds the newest release of a repository, or takes --ref, fetches and " +
    "verifies it outside of this repository, shows what it brings on stderr, " +
    "and prints the finished entry for the trust list on stdout. For an id " +
    "that an organization lists, the entry is the short form.",
  arguments: [{
    name: "url",
    summary: "Url of a repository or a release archive, or a listed id",
    optional: false,
    repeated: false,
  }],
  options: [
    {
      name: "ref",
      kind: "string",
      value: "REF",
      summary: "Tag, branch or version; default: the newest release",
    },
    {
      name: "method",
      kind: "string",
      value: "METHOD",
      choices: ["git-tag", "git-branch", "svn-zip"],
      summary: "How it is fetched; default: svn-zip for an archive, or git-tag",
    },
    {
      name: "id",
      kind: "string",
      value: "ID",
      summary: "Id of the entry; default: made of the url",
    },
    {
      name: "organization",
      kind: "string",
      value: "ORG",
      summary: "Who owns the source; default: independent",
    },
    {
      name: "skills-root",
      kind: "string",
      value: "PATH",
      summary: "Folder of the source in which its skills stand",
    },
    {
      name: "evals-root",
      kind: "string",
      value: "PATH",
      summary: "Folder of the source in which their suites stand",
    },
    {
      name: "skills",
      kind: "list",
      value: "NAMES",
      summary: "Provide only these skills, by commas",
    },
    {
      name: "keys",
      kind: "string",
      value: "URL|FILE",
      summary: "KEYS file to verify the signature with",
    },
    {
      name: "signed-by",
      kind: "list",
      value: "FPR",
      summary: "Demand a signature of one of these keys",
    },
    {
      name: "write",
      kind: "boolean",
      summary: "Append the entry to the trust list",
    },
    YES,
  ],
  examples: [
    {
      line: "skill-sources vouch https://github.com/acme/skills",
      summary: "Look at the newest release",
    },
    {
      line:
        "skill-sources vouch https://github.com/acme/skills --ref v1.2.0 --write",
      summary: "One release, added to the trust list",
    },
    {
      line:
        "skill-sources vouch https://dist.example.org/acme-1.0.zip --keys KEYS",
      summary: "A release archive, with its signature",
    },
  ],
  needs: "network",
  prints: true,
  preview: "skill-sources vouch <url>",
  load: () => import("../../commands/vouch.ts"),
};
