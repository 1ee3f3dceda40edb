import { UsageError } from "../base/errors.ts";
import { nearest } from "../base/nearest.ts";
import { printable } from "../report/printable.ts";
import type { CommandSpec } from "./spec.ts";
import { COMMANDS, commandsOf, findCommand } from "./table.ts";

/**
 * The command that `words` begin with: one word, or two as in `org check`.
 * Throws `UsageError`, which names the nearest one, when there is none.
 */
export function requireCommand(words: readonly string[]): CommandSpec {
  const [first = "", second] = words;
  // One word with a blank in it is not two: the word after it would be lost.
  const command = first.includes(" ")
    ? undefined
    : findCommand(first) ?? findCommand(`${first} ${second ?? ""}`);
  if (command !== undefined) return command;
  const group = commandsOf(first).map(({ name }) => name);
  if (group.length > 0) {
    throw new UsageError(
      "usage",
      `\`${
        printable(second === undefined ? first : `${first} ${second}`)
      }\` is no command; there ${group.length === 1 ? "is" : "are"} ${
        group.map((name) => `\`${name}\``).join(", ")
      }.`,
    );
  }
  const near = nearest(first, COMMANDS.map((each) => each.name));
  throw new UsageError(
    "usage",
    `\`${printable(first)}\` is no command${
      near === undefined
        ? "; `skill-sources help` shows them."
        : `: did you mean \`${near}\`?`
    }`,
  );
}
