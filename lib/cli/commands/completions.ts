import type { CommandSpec } from "../spec.ts";

/** `completions` as the user sees it. */
export const COMPLETIONS: CommandSpec = {
  name: "completions",
  summary: "Print a completion script for a shell",
  description:
    "Prints a script that completes commands, options and their values. It " +
    "is made of the command table and starts nothing when a key is pressed.",
  arguments: [{
    name: "shell",
    summary: "bash, zsh or fish",
    choices: ["bash", "zsh", "fish"],
    optional: false,
    repeated: false,
  }],
  options: [],
  examples: [{
    line: "skill-sources completions bash",
    summary: "The script for bash, on stdout",
  }],
  needs: "nothing",
  prints: true,
  load: () => import("../../commands/completions.ts"),
};
