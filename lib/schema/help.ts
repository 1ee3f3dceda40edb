import { choice, flag, list, record, text } from "./builder.ts";

const NEEDS = choice("How much of the machine it may touch", [
  "nothing",
  "read",
  "run",
  "write",
  "network",
]);

const OPTIONS = list(record({
  name: text("Long name, without dashes"),
  kind: choice("How its value is read", [
    "boolean",
    "string",
    "number",
    "list",
  ]),
  summary: text("One line"),
}, {
  short: text("One letter"),
  value: text("What the help calls the value"),
  choices: list(text("A value that is allowed")),
  range: list({ json: { type: "integer" } }),
  sets: { json: { type: "object" } },
  excludes: text("An option that cannot stand beside it"),
  needs: NEEDS,
}));

/** The own keys of `help --json`: the command table. */
export const HELP_FIELDS = {
  always: {
    globalOptions: OPTIONS,
    commands: list(record({
      name: text("The command's name"),
      summary: text("One line"),
      description: text("A paragraph"),
      arguments: list(record({
        name: text("What the help calls it"),
        summary: text("One line"),
        optional: flag("Whether it may be left out"),
        repeated: flag("Whether there may be several"),
      }, { choices: list(text("A word that makes sense")) })),
      options: OPTIONS,
      examples: list(record({
        line: text("A line that works"),
        summary: text("What it is for"),
      })),
      needs: NEEDS,
      permissions: list(text("A flag of `deno run`")),
    }, {
      preview: text("What shows beforehand what it would do"),
      passes: flag("Whether what stands after `--` is handed on"),
      reports: flag("Whether the findings are its result"),
      prints: flag("Whether its text is its result, which --quiet keeps"),
    })),
  },
  sometimes: {},
};
