import { gitEnvironment } from "../support/git.ts";
import { denoDir } from "../support/run_cli.ts";
import { PROJECT_ROOT } from "../support/source_files.ts";
import { type TempDir, tempDir } from "../support/temp_dir.ts";
import { writeFiles } from "../support/write_files.ts";

/** The launcher of this clone. */
export const LAUNCHER = `${PROJECT_ROOT}/bin/skill-sources`;

/**
 * The Deno that runs the tests, but that it writes down how the program would
 * be started. With `UNCACHED` it behaves as if that had no dependency cached.
 */
const DENO = `#!/bin/sh
if [ "$1" = --version ]; then echo "deno \${DENO_SAYS:-2.9.6} (stable)"; exit; fi
if [ "$1" = cache ]; then printf '%s\\n' "$*" >"$UNCACHED"; exit; fi
for word in "$@"; do
  case $word in
    cli.ts)
      printf '%s\\0' "$$" "$(pwd)" "$INIT_CWD" "$(cat)" "$@" >"$RECORD"
      exit 7
      ;;
    bin/permissions.ts) break ;;
  esac
done
if [ -n "\${UNCACHED:-}" ] && [ ! -e "$UNCACHED" ]; then echo uncached >&2; exit 1; fi
exec "$TEST_DENO" "$@"
`;

/** What stands in for npx's download, the Deno above; like npx it sets \`INIT_CWD\`. */
const NPX = `#!/bin/sh
[ "$1 $2" = "-y deno@2.9.6" ] || exit 99
shift 2
pwd >"$RECORD.npx"
INIT_CWD=$(pwd) exec "$TEST_DENO" "$@"
`;

/** How the program was started. */
export interface Start {
  readonly pid: number;
  readonly cwd: string;
  readonly initial: string;
  readonly stdin: string;
  readonly args: readonly string[];
}

/** What one run of the launcher did. */
export interface Launch {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly pid: number;
  /** How the program was started, where the Deno on the PATH is the writing one. */
  readonly start?: Start;
}

/** Options of a launch. */
export interface LaunchOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** What is started in the place of the launcher: a link to it. */
  readonly by?: string;
}

/** A folder with the programs that the launcher finds on its PATH. */
export interface Launchpad extends AsyncDisposable {
  readonly temp: TempDir;
  launch(args: readonly string[], options?: LaunchOptions): Promise<Launch>;
}

/** A place to launch from, with the Deno that writes down, or with none but npx's. */
export async function launchpad(
  { deno = true }: { deno?: boolean } = {},
): Promise<Launchpad> {
  const temp = await tempDir();
  const program = (content: string) => ({ content, executable: true });
  await writeFiles(temp.join("bin"), {
    npx: program(NPX),
    ...(deno ? { deno: program(DENO) } : {}),
  });
  for (const name of ["cat", "readlink", "rmdir"]) {
    await Deno.symlink(await found(name), temp.join(`bin/${name}`));
  }
  await Deno.mkdir(temp.join("work"));
  const record = temp.join("record");
  return {
    temp,
    [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose](),
    async launch(args, { cwd, env, stdin = "", by = LAUNCHER } = {}) {
      await Deno.remove(record).catch(() => {});
      const child = new Deno.Command(by, {
        args: [...args],
        cwd: cwd ?? temp.join("work"),
        clearEnv: true,
        env: {
          ...gitEnvironment(),
          PATH: temp.join("bin"),
          HOME: temp.path,
          NO_COLOR: "1",
          DENO_DIR: await denoDir(),
          TEST_DENO: Deno.execPath(),
          RECORD: record,
          ...env,
        },
        stdin: "piped",
        stdout: "piped",
        stderr: "piped",
      }).spawn();
      const writer = child.stdin.getWriter();
      await writer.write(new TextEncoder().encode(stdin)).catch(() => {});
      await writer.close().catch(() => {});
      const { code, stdout, stderr } = await child.output();
      const text = new TextDecoder();
      const start = await started(record);
      return {
        code,
        stdout: text.decode(stdout),
        stderr: text.decode(stderr),
        pid: child.pid,
        ...(start === undefined ? {} : { start }),
      };
    },
  };
}

async function found(name: string): Promise<string> {
  for (const folder of (Deno.env.get("PATH") ?? "").split(":")) {
    const path = `${folder}/${name}`;
    if (await Deno.stat(path).then(() => true, () => false)) return path;
  }
  throw new Error(`${name} is not on the PATH`);
}

async function started(record: string): Promise<Start | undefined> {
  const text = await Deno.readTextFile(record).catch(() => undefined);
  if (text === undefined) return undefined;
  const [pid, cwd, initial, stdin, ...args] = text.split("\0").slice(0, -1);
  return {
    pid: Number(pid),
    cwd: cwd!,
    initial: initial!,
    stdin: stdin!,
    args,
  };
}
