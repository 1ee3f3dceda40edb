/** The signals that end a run early, with the exit code each stands for. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/** A watch over the process's signals. */
export interface Interrupts {
  /** Aborted, with an `AbortError` as its reason, by the first signal. */
  readonly signal: AbortSignal;
  /** The exit code of the signal that came, if one did. */
  exitCode(): number | undefined;
  /** Gives the signals back to the system. */
  stop(): void;
}

/**
 * Watches SIGINT and SIGTERM. The first lets the run come to a consistent
 * end; the second calls `exit` at once, and the journal heals what is left.
 *
 * With `writes` false nothing is watched: a run that only reads has nothing to
 * bring in order, and the system ends it even in the middle of hashing.
 */
export function interrupts(
  writes: boolean,
  exit: (code: number) => void,
): Interrupts {
  const controller = new AbortController();
  let code: number | undefined;
  const listeners = (["SIGINT", "SIGTERM"] as const).map((name) => {
    const listener = () => {
      if (code !== undefined) exit(EXIT_CODES[name]);
      code = EXIT_CODES[name];
      controller.abort(
        new DOMException(`The run was interrupted by ${name}.`, "AbortError"),
      );
    };
    if (writes) Deno.addSignalListener(name, listener);
    return { name, listener };
  });
  return {
    signal: controller.signal,
    exitCode: () => code,
    stop() {
      if (!writes) return;
      for (const { name, listener } of listeners) {
        Deno.removeSignalListener(name, listener);
      }
    },
  };
}
