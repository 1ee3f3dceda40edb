import { parseArgs } from "node:util";
import { GLOBAL_OPTIONS } from "./global_options.ts";
import { COMMANDS } from "./table.ts";

/** One option as it stands on the command line. */
export type OptionToken = Extract<
  ReturnType<typeof tokenize>[number],
  { kind: "option" }
>;

/**
 * Splits a command line by the options of all commands together, so that the
 * command's name may stand anywhere. That an option is of one kind wherever
 * it occurs, and a letter of one option, is what makes this unambiguous.
 */
export function tokenize(argv: readonly string[]) {
  const options: Record<
    string,
    { type: "boolean" | "string"; short?: string }
  > = Object.create(null);
  for (
    const spec of [
      ...COMMANDS.flatMap((command) => command.options),
      ...GLOBAL_OPTIONS,
    ]
  ) {
    options[spec.name] = {
      type: spec.kind === "boolean" ? "boolean" : "string",
      ...(spec.short === undefined ? {} : { short: spec.short }),
    };
  }
  return parseArgs({
    args: [...argv],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  }).tokens;
}
