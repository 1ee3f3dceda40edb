import type { CommandSpec } from "../spec.ts";

/** `version` as the user sees it. */
export const VERSION: CommandSpec = {
  name: "version",
  summary: "Show the version",
  description: "The same as --version.",
  arguments: [],
  options: [],
  examples: [{ line: "skill-sources version", summary: "The version" }],
  needs: "nothing",
  prints: true,
  load: () => import("../../commands/version.ts"),
};
