import { commandHelp, globalHelp } from "../cli/help.ts";
import { GLOBAL_OPTIONS } from "../cli/global_options.ts";
import { permissionFlags } from "../cli/permissions.ts";
import { requireCommand } from "../cli/require_command.ts";
import { COMMANDS } from "../cli/table.ts";
import type { CommandContext, CommandResult } from "./command.ts";

/**
 * `help [<command>]`: the command table as text, and as data under `--json`.
 * Throws `UsageError` for a command that does not exist.
 */
export function run(context: CommandContext): Promise<CommandResult> {
  const [word] = context.arguments;
  const named = word === undefined ? undefined : requireCommand(word);
  const commands = named === undefined ? COMMANDS : [named];
  return Promise.resolve({
    document: {
      globalOptions: GLOBAL_OPTIONS,
      commands: commands.map(({ load: _, ...command }) => ({
        ...command,
        permissions: permissionFlags(command.needs),
      })),
    },
    findings: [],
    text: named === undefined ? globalHelp(COMMANDS) : commandHelp(named),
  });
}
