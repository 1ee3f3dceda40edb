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
