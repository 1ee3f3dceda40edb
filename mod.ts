/**
 * The library: one function for each command, and the types a caller needs.
 *
 * Each function takes a {@linkcode CommandContext} and returns what it found
 * and did; it prints nothing and never ends the process. Faults that end a
 * command are thrown as {@linkcode SkillSourcesError}.
 *
 * ```ts
 * import { verify } from "./mod.ts";
 *
 * const result = await verify({
 *   cwd: Deno.cwd(),
 *   options: { quick: true },
 *   arguments: [],
 *   ui: { show() {}, confirm: () => Promise.resolve(false), progress() {} },
 *   env: () => undefined,
 *   signal: new AbortController().signal,
 * });
 * console.log(result.findings.filter(({ level }) => level === "error").length);
 * ```
 *
 * @module
 */
export { run as evals } from "./lib/commands/evals.ts";
export { run as lint } from "./lib/commands/lint.ts";
export { run as orgAdd } from "./lib/commands/org_add.ts";
export { run as orgAdopters } from "./lib/commands/org_adopters.ts";
export { run as orgCheck } from "./lib/commands/org_check.ts";
export { run as registryCheck } from "./lib/commands/registry_check.ts";
export { run as registryRender } from "./lib/commands/registry_render.ts";
export { run as scan } from "./lib/commands/scan.ts";
export { run as setup } from "./lib/commands/setup.ts";
export { run as status } from "./lib/commands/status.ts";
export { run as unadopt } from "./lib/commands/unadopt.ts";
export { run as verify } from "./lib/commands/verify.ts";
export { run as vouch } from "./lib/commands/vouch.ts";
export { run as worktreeInit } from "./lib/commands/worktree_init.ts";
export type {
  Command,
  CommandContext,
  CommandResult,
  OptionValue,
  ParsedOptions,
} from "./lib/commands/command.ts";
export type { Finding, Level } from "./lib/base/finding.ts";
export type { Position } from "./lib/base/position.ts";
export type { RuleName } from "./lib/base/rules.ts";
export { RULES } from "./lib/base/rules.ts";
export {
  ConfigError,
  EntryError,
  type ErrorDetails,
  HostError,
  SkillSourcesError,
  SourceError,
  UsageError,
} from "./lib/base/errors.ts";
export type { Ui } from "./lib/report/ui.ts";
