import { isAbsolute } from "node:path";
import { HostError } from "../base/errors.ts";
import { printable } from "../report/printable.ts";
import { inLines } from "./in_lines.ts";

/** One run of a runner. */
export interface RunnerRun {
  readonly program: string;
  readonly args: readonly string[];
  /** The folder it stands in. */
  readonly cwd: string;
  /** All variables it sees; see `runnerEnvironment`. */
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Takes what it writes, in whole lines. */
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** Milliseconds that a runner has to end by itself before it is killed. */
const GRACE_MS = 2_000;

/**
 * Runs the adopter's own runner once, without a shell or an input, and gives
 * its exit code. What it writes comes through `out` and `err`, because it
 * quotes the source, whose text must not reach a terminal raw.
 *
 * @throws {HostError} `program-missing` when the program is not there,
 * `permission-missing` when Deno may not run it
 */
export async function runRunner(run: RunnerRun): Promise<number> {
  const { signal } = run;
  signal.throwIfAborted();
  const child = spawn(run);
  const reading = new AbortController();
  const stop = () => end(child).then(() => reading.abort());
  signal.addEventListener("abort", stop, { once: true });
  try {
    const [{ code }] = await Promise.all([
      child.status,
      inLines(child.stdout, run.out, reading.signal),
      inLines(child.stderr, run.err, reading.signal),
    ]);
    signal.throwIfAborted();
    return code;
  } catch (error) {
    await end(child);
    // What else was read is of no use to anybody.
    reading.abort();
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/**
 * Ends a runner, by itself or not. Programs that it started may go on and hold
 * its output open, so nobody may wait for that to end.
 */
async function end(child: Deno.ChildProcess): Promise<void> {
  kill(child, "SIGTERM");
  const killer = setTimeout(() => kill(child, "SIGKILL"), GRACE_MS);
  await child.status;
  clearTimeout(killer);
}

function spawn({ program, args, cwd, env }: RunnerRun): Deno.ChildProcess {
  try {
    return new Deno.Command(program, {
      args: [...args],
      cwd,
      clearEnv: true,
      env: { ...env },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) {
      throw new HostError(
        "program-missing",
        isAbsolute(program)
          ? `${
            printable(program)
          } cannot be started: what its first line names is not installed.`
          : `${
            printable(program)
          }, which the runner of suites needs, is not installed or not on the PATH.`,
        { cause },
      );
    }
    if (cause instanceof Deno.errors.NotCapable) {
      throw new HostError(
        "permission-missing",
        `Deno may not run ${printable(program)}; run with --allow-run=${
          printable(program)
        }.`,
        { cause, fix: `--allow-run=${program}` },
      );
    }
    if (cause instanceof Deno.errors.PermissionDenied) {
      throw new HostError(
        "program-missing",
        `${printable(program)} is not executable.`,
        { cause },
      );
    }
    throw cause;
  }
}

function kill(child: Deno.ChildProcess, signal: Deno.Signal): void {
  try {
    child.kill(signal);
  } catch {
    // It has ended by itself.
  }
}
