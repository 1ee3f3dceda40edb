import type { CommandSpec } from "../spec.ts";

/** `schema` as the user sees it. */
export const SCHEMA: CommandSpec = {
  name: "schema",
  summary: "Print the JSON Schema of a file or of a command's --json",
  description:
    "Prints a JSON Schema (draft 2020-12): of a descriptor, of the two locks, " +
    "or of what a command writes with --json. Without a name it lists them.",
  arguments: [{
    name: "name",
    summary: "descriptor, lock, local-lock, or a command's name",
    optional: true,
    repeated: false,
  }],
  options: [],
  examples: [
    { line: "skill-sources schema", summary: "The names" },
    { line: "skill-sources schema lock", summary: "The committed lock's" },
    {
      line: "skill-sources schema verify",
      summary: "What verify --json writes",
    },
  ],
  needs: "nothing",
  prints: true,
  load: () => import("../../commands/schema.ts"),
};
