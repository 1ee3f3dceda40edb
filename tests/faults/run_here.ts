import { run as setup } from "../../lib/commands/setup.ts";
import { run as unadopt } from "../../lib/commands/unadopt.ts";
import type { Finding } from "../../lib/base/finding.ts";
import type { Ui } from "../../lib/report/ui.ts";

const YES: Ui = {
  show: () => {},
  confirm: () => Promise.resolve(true),
  progress: () => {},
};

/**
 * Runs `setup --yes` or `unadopt --yes` in this process, and returns its findings. Throws what the command throws.
 */
export async function runHere(
  root: string,
  command: "setup" | "unadopt",
  signal: AbortSignal = new AbortController().signal,
): Promise<readonly Finding[]> {
  const { findings } = await { setup, unadopt }[command]({
    cwd: root,
    options: { yes: true },
    arguments: [],
    ui: YES,
    env: () => undefined,
    signal,
  });
  return findings;
}
