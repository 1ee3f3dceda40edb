const DENO_JSON = new URL("../../deno.json", import.meta.url);

/**
 * The flags between `deno run` and `cli.ts` in the task named `command` of
 * `deno.json`: the one place that says which permissions a command gets. A
 * command without a task of its own gets those of `verify`, the strictest.
 */
export async function taskFlags(command: string): Promise<string[]> {
  const { tasks } = JSON.parse(await Deno.readTextFile(DENO_JSON));
  const line = taskLine(tasks[command]) ?? taskLine(tasks["verify"]);
  const match = /\bdeno run (.*?) ?cli\.ts\b/.exec(line ?? "");
  if (match === null) throw new Error(`no task runs cli.ts for ${command}`);
  return match[1]!.split(" ").filter((flag) => flag !== "");
}

function taskLine(task: unknown): string | undefined {
  if (typeof task === "string") {
    return /cli\.ts/.test(task) ? task : undefined;
  }
  return taskLine((task as { command?: string } | undefined)?.command);
}
