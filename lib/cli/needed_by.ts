import type { ParsedLine } from "./parse_arguments.ts";
import type { Needs } from "./spec.ts";

/** What a command line needs of the machine, and what of it asks for that. */
export interface NeededBy {
  readonly needs: Needs;
  /** The option that needs more than its command. */
  readonly option?: string;
}

const RISING: readonly Needs[] = [
  "nothing",
  "read",
  "run",
  "write",
  "network",
];

/** The command's own needs, or more by an option: the most of them. */
export function neededBy(
  { command, options }: Pick<ParsedLine, "command" | "options">,
): NeededBy {
  let most: NeededBy = { needs: command.needs };
  for (const { name, needs } of command.options) {
    if (needs === undefined || options[name] === undefined) continue;
    if (RISING.indexOf(needs) > RISING.indexOf(most.needs)) {
      most = { needs, option: name };
    }
  }
  return most;
}
