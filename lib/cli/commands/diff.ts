import type { CommandSpec } from "../spec.ts";
import { REVIEW_FORMAT } from "./shared.ts";

/** `diff` as the user sees it. */
export const DIFF: CommandSpec = {
  name: "diff",
  summary: "The review that upgrade would show; changes nothing",
  description:
    "Compares what is installed of a source, or the ref --from, with what " +
    "the trust list says, or the ref --to. The patch in --json gives the " +
    "other tree byte for byte with git apply. With --since it reviews each " +
    "source whose entry changed since a revision, for a pull request.",
  arguments: [{
    name: "id",
    summary: "Id of a source in the trust list",
    optional: true,
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
      kind: "list",
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
    {
      name: "since",
      kind: "string",
      value: "REV",
      summary:
        "Name every change of trust since this revision, and review each source that changed",
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
      summary: "Two releases",
    },
    {
      line: "skill-sources diff --since origin/main --format md",
      summary: "What a branch changes of trust, for its pull request",
    },
  ],
  needs: "network",
  prints: true,
  load: () => import("../../commands/diff.ts"),
};
