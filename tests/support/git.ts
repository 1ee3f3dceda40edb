/**
 * The environment of every `git` that tests run: one identity, one date, no
 * configuration of the machine's, none of the `GIT_*` variables of a hook that
 * may have started the tests. The same calls give the same object ids.
 */
export function gitEnvironment(): Record<string, string> {
  const person = { NAME: "A Maintainer", EMAIL: "maintainer@example.org" };
  const date = "2026-01-02T03:04:05Z";
  return {
    PATH: Deno.env.get("PATH") ?? "",
    HOME: "/nonexistent",
    LC_ALL: "C",
    TZ: "UTC",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_TERMINAL_PROMPT: "0",
    GIT_AUTHOR_NAME: person.NAME,
    GIT_AUTHOR_EMAIL: person.EMAIL,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: person.NAME,
    GIT_COMMITTER_EMAIL: person.EMAIL,
    GIT_COMMITTER_DATE: date,
  };
}

/** Options of {@linkcode git}. */
export interface GitOptions {
  /** Variables added to {@linkcode gitEnvironment}. */
  readonly env?: Readonly<Record<string, string>>;
  /** What the command reads on its standard input. */
  readonly input?: string | Uint8Array;
}

/** Runs `git` in `folder` and returns its output without the last line end. Throws when it fails. */
export async function git(
  folder: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<string> {
  const output = await gitBytes(folder, args, options);
  return new TextDecoder().decode(output).replace(/\n$/, "");
}

/** As {@linkcode git}, for output that is no text. */
export async function gitBytes(
  folder: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<Uint8Array> {
  const child = new Deno.Command("git", {
    args: [...args],
    cwd: folder,
    clearEnv: true,
    env: { ...gitEnvironment(), ...options.env },
    stdin: options.input === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  if (options.input !== undefined) {
    const writer = child.stdin.getWriter();
    await writer.write(
      typeof options.input === "string"
        ? new TextEncoder().encode(options.input)
        : options.input,
    );
    await writer.close();
  }
  const { success, stdout, stderr } = await child.output();
  if (!success) {
    const message = new TextDecoder().decode(stderr);
    throw new Error(`git ${args.join(" ")}: ${message}`);
  }
  return stdout;
}
