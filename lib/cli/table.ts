import { COMPLETIONS } from "./commands/completions.ts";
import { DIFF } from "./commands/diff.ts";
import { EVALS } from "./commands/evals.ts";
import { HELP } from "./commands/help.ts";
import { LINT } from "./commands/lint.ts";
import { ORG_ADD } from "./commands/org_add.ts";
import { ORG_ADOPTERS } from "./commands/org_adopters.ts";
import { ORG_CHECK } from "./commands/org_check.ts";
import { REGISTRY_CHECK, REGISTRY_RENDER } from "./commands/registry.ts";
import { SCAN } from "./commands/scan.ts";
import { SCHEMA } from "./commands/schema.ts";
import { SETUP } from "./commands/setup.ts";
import { STATUS } from "./commands/status.ts";
import { UNADOPT } from "./commands/unadopt.ts";
import { UPGRADE } from "./commands/upgrade.ts";
import { VERIFY } from "./commands/verify.ts";
import { VERSION } from "./commands/version.ts";
import { VOUCH } from "./commands/vouch.ts";
import { WORKTREE_INIT } from "./commands/worktree_init.ts";
import type { CommandSpec } from "./spec.ts";

/**
 * Every command of the tool, in the order the help shows them. Adding one is
 * adding a file under `lib/cli/commands`, an entry here and a module under
 * `lib/commands`.
 */
export const COMMANDS: readonly CommandSpec[] = [
  VOUCH,
  SETUP,
  UPGRADE,
  DIFF,
  VERIFY,
  LINT,
  STATUS,
  SCAN,
  EVALS,
  ORG_CHECK,
  ORG_ADD,
  ORG_ADOPTERS,
  REGISTRY_RENDER,
  REGISTRY_CHECK,
  WORKTREE_INIT,
  UNADOPT,
  SCHEMA,
  COMPLETIONS,
  HELP,
  VERSION,
];

/** The command of that name, which may be of two words. */
export function findCommand(name: string): CommandSpec | undefined {
  return COMMANDS.find((command) => command.name === name);
}

/** The commands of two words whose first one is `word`. */
export function commandsOf(word: string): readonly CommandSpec[] {
  return COMMANDS.filter((command) => command.name.startsWith(`${word} `));
}
