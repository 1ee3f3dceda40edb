import { commandHelp, globalHelp } from "../cli/help.ts";
import { GLOBAL_OPTIONS } from "../cli/global_options.ts";
import { permissionFlags } from "../cli/permissions.ts";
import { requireCommand } from "../cli/require_command.ts";
import { COMMANDS, commandsOf } from "../cli/table.ts";
import type { CommandContext, CommandResult } from "./command.ts";

/**
 * `help [<command>]`: the command table as text, and as data under `--json`.
 * Throws `UsageError` for a command that does not exist.
 */
export function run(context: CommandContext): Promise<CommandResult> {
  const words = context.arguments;
  const group = words.length === 1 ? commandsOf(words[0]!) : [];
  const named = words.length === 0 || group.length > 0
    ? undefined
    : requireCommand(words);
  const listed = group.length > 0 ? group : COMMANDS;
  const commands = named === undefined ? listed : [named];
  return Promise.resolve({
    document: {
      globalOptions: GLOBAL_OPTIONS,
      commands: commands.map(({ load: _, ...command }) => ({
        ...command,
        permissions: permissionFlags(command.needs),
      })),
    },
    findings: [],
    text: named === undefined ? globalHelp(listed) : commandHelp(named),
  });
}
