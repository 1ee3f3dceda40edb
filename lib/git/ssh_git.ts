import { HostError } from "../base/errors.ts";
import { CONNECT_TIMEOUT_MS, IDLE_TIMEOUT_MS } from "../base/limits.ts";
import { SSH_FLAGS } from "./ssh_permission.ts";
import { SshStream } from "./ssh_stream.ts";

/** How one run of git is bounded. */
export interface SshGitOptions {
  /** The folder git stands in. */
  readonly cwd: string;
  /** All variables that git sees; see `sshEnvironment`. */
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Bytes of standard output after which git is ended. */
  readonly maxOutput: number;
  /** Bytes that git has written to disk so far. */
  readonly written?: () => number;
  /** Bytes on disk after which git is ended; without a limit when left out. */
  readonly maxWritten?: number;
  /** Milliseconds without output or bytes on disk after which git is ended. */
  readonly idleMs?: number;
}

/** What one run of git came to. */
export interface SshGitRun {
  /** `idle` and `limit`: it was ended here. */
  readonly end: "success" | "failure" | "idle" | "limit";
  readonly stdout: string;
  /** The end of what git, ssh and the server said on standard error. */
  readonly stderr: string;
}

/**
 * Configuration that stands above every other: no hook, no watcher, no
 * credential helper, no other transport, no submodule, no upkeep in the
 * background. `fetch.unpackLimit` keeps the objects in one pack.
 */
const CONFIG = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.askPass=",
  "credential.helper=",
  "protocol.version=2",
  "protocol.allow=never",
  "protocol.ssh.allow=always",
  "fetch.recurseSubmodules=false",
  "submodule.recurse=false",
  "fetch.unpackLimit=1",
  "fetch.writeCommitGraph=false",
  "transfer.fsckObjects=true",
  "transfer.bundleURI=false",
  "gc.auto=0",
  "maintenance.auto=false",
].flatMap((setting) => ["-c", setting]);

/** A connection may be silent for as long as it takes to stand, and then for as long as any other. */
const SILENCE_MS = CONNECT_TIMEOUT_MS + IDLE_TIMEOUT_MS;
/** Milliseconds between two looks at the clock and at the disk. */
const LOOK_MS = 250;
/** Milliseconds that git has to end by itself before it is killed. */
const GRACE_MS = 2_000;
/** Bytes of standard error that are kept: its end. */
const KEPT = 16 * 1024;
/** Bytes of standard error after which git is ended: a server may talk for ever. */
const MAX_STDERR = 4 * 1024 * 1024;

/**
 * Runs the system's git once, without a shell, an input or a terminal. This is
 * the only place where the program starts a process.
 *
 * @throws {HostError} `program-missing` when there is no git,
 * `permission-missing` when Deno may not run it
 */
export async function sshGit(
  args: readonly string[],
  options: SshGitOptions,
): Promise<SshGitRun> {
  const { signal, maxOutput } = options;
  signal.throwIfAborted();
  const child = spawn([...CONFIG, ...args], options);
  let ended: "idle" | "limit" | "failure" | undefined;
  let killer: ReturnType<typeof setTimeout> | undefined;
  const end = (why: "idle" | "limit" | "failure") => {
    if (ended !== undefined) return;
    ended = why;
    // git passes a polite end on to the processes it has started.
    kill(child, "SIGTERM");
    killer = setTimeout(() => kill(child, "SIGKILL"), GRACE_MS);
    stdout.cancel();
    stderr.cancel();
  };
  const exceeded = () => end("limit");
  const stdout = new SshStream(child.stdout, maxOutput, maxOutput, exceeded);
  const stderr = new SshStream(child.stderr, KEPT, MAX_STDERR, exceeded);
  const interrupt = () => end("failure");
  signal.addEventListener("abort", interrupt, { once: true });
  const stop = watch(options, () => stdout.total + stderr.total, end);
  try {
    const [out, error, { success }] = await Promise.all([
      stdout.text,
      stderr.text,
      child.status,
    ]);
    signal.throwIfAborted();
    const reached = ended ?? (success ? "success" : "failure");
    return { end: reached, stdout: out, stderr: error };
  } finally {
    stop();
    clearTimeout(killer);
    signal.removeEventListener("abort", interrupt);
  }
}

function spawn(
  args: readonly string[],
  { cwd, env }: SshGitOptions,
): Deno.ChildProcess {
  try {
    return new Deno.Command("git", {
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
        "git is not installed or not on the PATH, and a source that is reached by ssh needs it; install git.",
        { cause },
      );
    }
    if (cause instanceof Deno.errors.NotCapable) {
      throw new HostError(
        "permission-missing",
        "Deno may not run git, which a source that is reached by ssh needs; run with --allow-run=git.",
        { cause, fix: SSH_FLAGS },
      );
    }
    throw cause;
  }
}

/** Ends a run that is silent for too long or writes too much; returns what stops the watch. */
function watch(
  options: SshGitOptions,
  said: () => number,
  end: (why: "idle" | "limit") => void,
): () => void {
  const { written = () => 0, maxWritten = Infinity, idleMs = SILENCE_MS } =
    options;
  let last = -1;
  let since = Date.now();
  const look = setInterval(() => {
    const bytes = written();
    if (bytes > maxWritten) end("limit");
    if (bytes + said() !== last) {
      last = bytes + said();
      since = Date.now();
    } else if (Date.now() - since > idleMs) end("idle");
  }, LOOK_MS);
  return () => clearInterval(look);
}

function kill(child: Deno.ChildProcess, signal: Deno.Signal): void {
  try {
    child.kill(signal);
  } catch {
    // It has ended by itself.
  }
}
