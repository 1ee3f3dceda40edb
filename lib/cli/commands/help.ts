import type { CommandSpec } from "../spec.ts";

/** `help` as the user sees it. */
export const HELP: CommandSpec = {
  name: "help",
  summary: "Show help, for a command when one is named",
  description: "The same as --help.",
  arguments: [{
    name: "command",
    summary: "A command's name, of one word or two",
    optional: true,
    repeated: true,
  }],
  options: [],
  examples: [{ line: "skill-sources help setup", summary: "Help on setup" }],
  needs: "nothing",
  prints: true,
  load: () => import("../../commands/help.ts"),
};
