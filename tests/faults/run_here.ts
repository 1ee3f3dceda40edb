import { parseArguments } from "../../lib/cli/parse_arguments.ts";
import type { Finding } from "../../lib/base/finding.ts";
import type { Ui } from "../../lib/report/ui.ts";

const YES: Ui = {
  show: () => {},
  confirm: () => Promise.resolve(true),
  progress: () => {},
};

/**
 * Runs a command line with `--yes` in this process, and returns its findings.
 * Throws what the command throws.
 *
 * @param line the words of the command line, by blanks
 */
export async function runHere(
  root: string,
  line: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<readonly Finding[]> {
  const { command, ...parsed } = parseArguments([...line.split(" "), "--yes"]);
  const { run } = await command.load();
  const { findings } = await run({
    ...parsed,
    cwd: root,
    ui: YES,
    env: () => undefined,
    signal,
  });
  return findings;
}
