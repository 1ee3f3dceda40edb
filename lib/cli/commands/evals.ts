import type { CommandSpec } from "../spec.ts";

/** `evals` as the user sees it. */
export const EVALS: CommandSpec = {
  name: "evals",
  summary: "List the suites of installed skills, or run them",
  description:
    "Lists the suite of each provided skill of the installed sources, with " +
    "its steps and cases, and checks that what it names stands in the same " +
    "snapshot. With --run it starts your own runner on each bound suite of " +
    "an intact snapshot; what follows `--` is handed on to it.",
  arguments: [{
    name: "skill",
    summary: "Folder name of a skill; all of them when it is left out",
    optional: true,
    repeated: false,
  }],
  options: [],
  examples: [
    { line: "skill-sources evals", summary: "All suites" },
  ],
  needs: "read",
  reports: true,
  load: () => import("../../commands/evals.ts"),
};
