import { type Format, formatOf } from "../report/format.ts";
import { neededBy } from "./needed_by.ts";
import { outcomeOfError } from "./outcome_of_error.ts";
import type { Outcome } from "./outcome.ts";
import { parseArguments, type ParsedLine } from "./parse_arguments.ts";
import { roughReading } from "./rough_reading.ts";
import type { Needs } from "./spec.ts";

/** All that a command line says about how to run and how to answer. */
export interface Settings {
  /** The line itself, or what came of its not holding. */
  readonly line: ParsedLine | { readonly failure: Outcome };
  /** The command's name, or `error`. */
  readonly command: string;
  readonly needs: Needs;
  readonly format: Format;
  /** Whether stdout is one document for a program, so that nobody can be asked. */
  readonly json: boolean;
  /** Whether warnings fail. */
  readonly strict: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly noColor: boolean;
  readonly yes: boolean;
  readonly preview?: string | undefined;
}

/** Reads a command line. Never throws: a line that does not hold still says how to be told so. */
export function settingsOf(argv: readonly string[]): Settings {
  let line: ParsedLine;
  try {
    line = parseArguments(argv);
  } catch (error) {
    const { command: said = "error", ...form } = roughReading(argv);
    const command = documentName(said);
    return {
      ...form,
      json: form.format !== "text",
      strict: false,
      line: { failure: outcomeOfError(error) },
      command,
      needs: "nothing",
      quiet: false,
      yes: false,
    };
  }
  const { options, command } = line;
  const format = formatOf(options.format);
  return {
    line,
    command: documentName(command.name),
    needs: neededBy(line).needs,
    format,
    json: format !== "text",
    strict: options.strict === true,
    quiet: options.quiet === true,
    verbose: options.verbose === true,
    noColor: options["no-color"] === true,
    yes: options.yes === true,
    preview: command.preview,
  };
}

/** A command's name as the `schema` of its document has it: `org-check`. */
function documentName(name: string): string {
  return name.replaceAll(" ", "-");
}
