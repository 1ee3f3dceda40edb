import { UsageError } from "../base/errors.ts";
import { nearest } from "../base/nearest.ts";
import { printable } from "../report/printable.ts";
import type { CommandSpec } from "./spec.ts";
import { COMMANDS, findCommand } from "./table.ts";

/** The command called `word`. Throws `UsageError`, which names the nearest one, when there is none. */
export function requireCommand(word: string): CommandSpec {
  const command = findCommand(word);
  if (command !== undefined) return command;
  const near = nearest(word, COMMANDS.map((each) => each.name));
  throw new UsageError(
    "usage",
    `\`${printable(word)}\` is no command${
      near === undefined
        ? "; `skill-sources help` shows them."
        : `: did you mean \`${near}\`?`
    }`,
  );
}
