import { fileURLToPath } from "node:url";
import { permissionFlags } from "../../lib/cli/permissions.ts";

const CLI = fileURLToPath(new URL("../../cli.ts", import.meta.url));

/** How a run of the real program ended. */
export interface EndedRun {
  /** 0 to 255, or 128 and the signal's number. */
  readonly code: number;
  readonly output: string;
}

/** A run of the real program in a process of its own. */
export interface Run {
  kill(signal: Deno.Signal): void;
  readonly ended: Promise<EndedRun>;
}

/** A fault of one system call, as `strace -e inject=` takes it. */
export interface Injection {
  /** Names joined by commas; each thread counts its own calls. */
  readonly calls: string;
  /** `signal=SIGKILL` or `error=ENOSPC`. */
  readonly effect: string;
  /** The first, second, … call; with a `+` behind, every one from there on. */
  readonly when: string;
}

/** Whether faults can be injected into system calls here. */
export async function straceWorks(): Promise<boolean> {
  try {
    const { success } = await new Deno.Command("strace", {
      args: ["-f", "-o", "/dev/null", "true"],
      stdout: "null",
      stderr: "null",
    }).output();
    return success;
  } catch {
    return false;
  }
}

/** A record of system calls, without any fault. */
export interface CallRecord {
  readonly calls: string;
  /** Path of the file it is written to. */
  readonly log: string;
}

/** Starts the program with `args` in `root`, under strace where a fault is asked for. */
export function startRun(
  root: string,
  args: readonly string[],
  strace?: Injection | CallRecord,
): Run {
  const flags = permissionFlags("network");
  const deno = [
    "run",
    ...flags,
    "--cached-only",
    // Nothing but the run itself shall make the calls that are counted.
    "--no-code-cache",
    CLI,
    ...args,
  ];
  const [program, words] = strace === undefined
    ? [Deno.execPath(), deno]
    : ["strace", [...straceArguments(strace), Deno.execPath(), ...deno]];
  const child = new Deno.Command(program, {
    args: words,
    cwd: root,
    env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  return {
    kill(signal) {
      try {
        child.kill(signal);
      } catch {
        // It has ended already.
      }
    },
    ended: child.output().then(({ code, stdout, stderr }) => ({
      code,
      output: [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes))
        .join("\n"),
    })),
  };
}

function straceArguments(strace: Injection | CallRecord): string[] {
  const { calls } = strace;
  const common = ["-f", "-qqq", "-e", `trace=${calls}`];
  if ("log" in strace) return [...common, "-o", strace.log];
  const { effect, when } = strace;
  const inject = `inject=${calls}:${effect}:when=${when}`;
  return [...common, "-o", "/dev/null", "-e", inject];
}
