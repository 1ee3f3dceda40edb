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
  options: [
    {
      name: "run",
      kind: "boolean",
      needs: "run",
      summary: "Start the runner on each bound suite",
    },
    {
      name: "runner",
      kind: "string",
      value: "FILE",
      summary:
        "The runner, or its folder; default: .apache-magpie/tools/skill-evals",
    },
  ],
  examples: [
    { line: "skill-sources evals", summary: "All suites" },
    {
      line: "skill-sources evals read-mail --run",
      summary: "Print the prompts of one skill's suite",
    },
    {
      line: "skill-sources evals --run -- --cli 'claude -p'",
      summary: "Judge every suite with a model",
    },
  ],
  needs: "read",
  passes: true,
  reports: true,
  load: () => import("../../commands/evals.ts"),
};
