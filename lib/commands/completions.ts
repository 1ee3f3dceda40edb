import { UsageError } from "../base/errors.ts";
import { bashCompletions } from "../cli/completions/bash.ts";
import { fishCompletions } from "../cli/completions/fish.ts";
import { completedTable } from "../cli/completions/words.ts";
import { zshCompletions } from "../cli/completions/zsh.ts";
import { GLOBAL_OPTIONS } from "../cli/global_options.ts";
import { COMMANDS } from "../cli/table.ts";
import { printable } from "../report/printable.ts";
import type { DocumentOf } from "../schema/outputs.ts";
import type { CommandContext, CommandResult } from "./command.ts";

const SCRIPTS = {
  bash: bashCompletions,
  zsh: zshCompletions,
  fish: fishCompletions,
};

/**
 * `completions <shell>`: the command table as a completion script. Throws
 * `UsageError` for a shell that there is no script for.
 */
export function run(context: CommandContext): Promise<CommandResult> {
  const word = context.arguments[0]!;
  const shell = (["bash", "zsh", "fish"] as const)
    .find((name) => name === word);
  if (shell === undefined) {
    throw new UsageError(
      "usage",
      `There are completions for bash, zsh and fish, not for \`${
        printable(word)
      }\`.`,
    );
  }
  const script = SCRIPTS[shell](completedTable(COMMANDS, GLOBAL_OPTIONS));
  const document: DocumentOf<"completions"> = { shell, script };
  return Promise.resolve({ document, findings: [], text: script });
}
