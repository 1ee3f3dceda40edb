import { fileURLToPath } from "node:url";
import { permissionFlags } from "../../lib/cli/permissions.ts";
import type { Needs } from "../../lib/cli/spec.ts";

/** Path of the program. */
export const CLI: string = fileURLToPath(
  new URL("../../cli.ts", import.meta.url),
);

/** What a run of the program answered. */
export interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How the program is run. */
export interface RunOptions {
  /** The permissions given; those of a read-only command when not said. */
  readonly needs?: Needs;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** An environment that holds only what Deno itself needs, and `extra`. */
export function cleanEnv(
  extra: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const kept = ["DENO_DIR", "HOME", "PATH"].flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(kept), ...extra };
}

/** Runs the program as a user would, with exactly the flags its help names. */
export async function runCli(
  args: readonly string[],
  options: RunOptions = {},
): Promise<Answer> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", ...permissionFlags(options.needs ?? "read"), CLI, ...args],
    clearEnv: true,
    env: cleanEnv(options.env),
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return {
    code,
    stdout: decoder.decode(stdout),
    stderr: decoder.decode(stderr),
  };
}
