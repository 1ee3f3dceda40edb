import { gitEnvironment } from "../support/git.ts";
import { denoDir } from "../support/run_cli.ts";

/** What a script did. */
export interface ScriptRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What stands in for npx's download: the very Deno that runs the tests. */
const NPX = `#!/bin/sh
if [ "$1 $2" != "-y deno@2.9.6" ]; then echo "unexpected: npx $*" >&2; exit 99; fi
shift 2
pwd >>"$RUNNER_TEMP/npx-folders"
INIT_CWD="$PWD" exec "$TEST_DENO" "$@"
`;

/** What a machine has on its PATH instead: a Deno of another version. */
const OTHER_DENO = `#!/bin/sh
if [ "$*" != --version ]; then echo "unexpected: deno $*" >&2; exit 99; fi
echo "deno 1.0.0 (stable)"
`;

/**
 * Runs a job's script by bash as a CI service does, without a network: `npx -y
 * deno@2.9.6` is the Deno that runs the tests.
 *
 * @param temp absolute folder for the runner's own files
 */
export async function runScript(
  script: string,
  cwd: string,
  temp: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ScriptRun> {
  await Deno.mkdir(`${temp}/bin`, { recursive: true });
  for (const [name, content] of [["npx", NPX], ["deno", OTHER_DENO]]) {
    await Deno.writeTextFile(`${temp}/bin/${name}`, content!, { mode: 0o755 });
  }
  const { code, stdout, stderr } = await new Deno.Command("bash", {
    args: ["--noprofile", "--norc", "-eo", "pipefail", "-c", script],
    cwd,
    clearEnv: true,
    env: {
      ...gitEnvironment(),
      PATH: `${temp}/bin:${Deno.env.get("PATH")}`,
      HOME: temp,
      CI: "true",
      NO_COLOR: "1",
      DENO_DIR: await denoDir(),
      TEST_DENO: Deno.execPath(),
      RUNNER_TEMP: temp,
      GITHUB_OUTPUT: `${temp}/output`,
      ...env,
    },
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
}
