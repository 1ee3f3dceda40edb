import { fileURLToPath } from "node:url";
import { permissionFlags } from "../../lib/cli/permissions.ts";
import type { Needs } from "../../lib/cli/spec.ts";
import { denoDir } from "../support/run_cli.ts";

const CLI = fileURLToPath(new URL("../../cli.ts", import.meta.url));
const EMPTY = fileURLToPath(new URL("empty.ts", import.meta.url));

/** What a program used. */
export interface ProgramUse {
  /** Most memory that was resident at a time, in bytes; 0 where the system does not say. */
  readonly peakBytes: number;
}

/** Runs a program to its end; throws with what it said when it fails. */
export async function runProgram(
  program: string,
  args: readonly string[],
  cwd: string,
): Promise<ProgramUse> {
  const child = new Deno.Command(program, {
    args: [...args],
    cwd,
    clearEnv: true,
    env: {
      PATH: Deno.env.get("PATH") ?? "",
      HOME: "/nonexistent",
      NO_COLOR: "1",
      DENO_NO_UPDATE_CHECK: "1",
      DENO_DIR: await denoDir(),
      GIT_CONFIG_NOSYSTEM: "1",
    },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let peakBytes = 0;
  const watch = setInterval(() => {
    peakBytes = Math.max(peakBytes, peakOf(child.pid));
  }, 25);
  const { success, stdout, stderr } = await child.output();
  clearInterval(watch);
  if (success) return { peakBytes };
  const said = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  throw new Error(`${program} ${args.join(" ")}\n${said.join("\n")}`);
}

/** Runs our command line with exactly the permissions of its command. */
export function runOurs(
  needs: Needs,
  args: readonly string[],
  cwd: string,
): Promise<ProgramUse> {
  return runProgram(
    Deno.execPath(),
    ["run", ...permissionFlags(needs), CLI, ...args],
    cwd,
  );
}

/** Runs an empty script with the permissions of `needs`: what every program of Deno costs. */
export function runEmpty(needs: Needs, cwd: string): Promise<ProgramUse> {
  return runProgram(
    Deno.execPath(),
    ["run", ...permissionFlags(needs), EMPTY],
    cwd,
  );
}

function peakOf(pid: number): number {
  try {
    const status = Deno.readTextFileSync(`/proc/${pid}/status`);
    return Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
