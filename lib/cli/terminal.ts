import { HostError } from "../base/errors.ts";
import type { UiStreams } from "../report/terminal_ui.ts";

/**
 * The streams of this process. Writes are complete when they return; once the
 * reader of a stream has gone (`skill-sources status | head -1`) the rest is
 * dropped in silence, as the work itself is done and no fault of ours.
 */
export function terminal(
  env: (name: string) => string | undefined,
  signal: AbortSignal,
): UiStreams {
  const errIsTerminal = Deno.stderr.isTerminal();
  const ci = env("CI");
  return {
    out: writer(Deno.stdout),
    err: writer(Deno.stderr),
    errIsTerminal,
    interactive: errIsTerminal && Deno.stdin.isTerminal() &&
      (ci === undefined || ci === "" || ci === "false"),
    columns: errIsTerminal ? columns() : 80,
    readLine: () => readLine(signal),
  };
}

function writer(stream: typeof Deno.stdout): (text: string) => void {
  let closed = false;
  return (text) => {
    let bytes = new TextEncoder().encode(text);
    while (bytes.length > 0 && !closed) {
      try {
        bytes = bytes.subarray(stream.writeSync(bytes));
      } catch (error) {
        if (error instanceof Deno.errors.BrokenPipe) closed = true;
        else if (error instanceof Deno.errors.WouldBlock) pause();
        else throw lost(error);
      }
    }
  };
}

/** A full disk behind a redirection: a script must not take the run for good. */
function lost(cause: unknown): HostError {
  return new HostError("disk-error", "The output cannot be written.", {
    cause,
  });
}

/** A parent that made the pipe non-blocking is slow to read: wait for it. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
}

function columns(): number {
  try {
    return Math.max(Deno.consoleSize().columns, 20);
  } catch {
    return 80;
  }
}

async function readLine(signal: AbortSignal): Promise<string | undefined> {
  signal.throwIfAborted();
  const interrupted = Promise.withResolvers<never>();
  const stop = () => interrupted.reject(signal.reason);
  signal.addEventListener("abort", stop);
  try {
    return await Promise.race([readTerminalLine(), interrupted.promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** A terminal hands over whole lines, so nothing after the line feed is lost. */
async function readTerminalLine(): Promise<string | undefined> {
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(1024);
  let line = "";
  while (!line.includes("\n")) {
    const size = await Deno.stdin.read(buffer);
    if (size === null) return line === "" ? undefined : line;
    line += decoder.decode(buffer.subarray(0, size), { stream: true });
  }
  return line.slice(0, line.indexOf("\n"));
}
