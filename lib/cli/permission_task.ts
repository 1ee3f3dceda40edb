import type { Finding } from "../base/finding.ts";
import { neededBy } from "./needed_by.ts";
import type { ParsedLine } from "./parse_arguments.ts";
import { permissionFlags } from "./permissions.ts";

/** What of a command line chooses among its tasks. */
export interface TaskOptions {
  /** The option that needs more than its command. */
  readonly option?: string | undefined;
  /** Some source is reached by ssh. */
  readonly ssh?: boolean;
}

/** Name of the task of `deno.json` that runs a command with what it needs. */
export function taskOf(
  command: string,
  { option, ssh = false }: TaskOptions = {},
): string {
  return [
    command.replaceAll(" ", "-"),
    ...(option === undefined ? [] : [option]),
    ...(ssh ? ["ssh"] : []),
  ].join("-");
}

/**
 * A finding about a permission that Deno lacks, mended by the task that grants
 * it for this command line. Where it was found only the flags are known, which
 * stay where no task grants them: a runner of the person's own, say.
 */
export function withTask(
  finding: Finding,
  line: Pick<ParsedLine, "command" | "options">,
): Finding {
  if (finding.rule !== "permission-missing") return finding;
  const { needs, option } = neededBy(line);
  const [run] = /--allow-run=\S+/.exec(finding.fix ?? "") ?? [];
  const ssh = needs === "network" && run === "--allow-run=git";
  if (run !== undefined && !permissionFlags(needs, { ssh }).includes(run)) {
    return finding;
  }
  const task = taskOf(line.command.name, { option, ssh });
  return { ...finding, fix: `deno task ${task}` };
}
