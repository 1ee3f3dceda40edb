import { isAbsolute } from "node:path";

/**
 * The caller's variables that a runner sees: what a program needs to be found,
 * to find its own settings, and to write text. Tokens, keys and passwords have
 * many names, so that only a list of what may pass keeps them out.
 */
export const RUNNER_VARIABLES = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "TERM",
  "TMPDIR",
  "TZ",
] as const;

/**
 * The whole environment of a runner. It stands in a folder whose files are a
 * source's, so that relative folders of `PATH`, in which that source's
 * programs would be found, are dropped.
 *
 * @param env looks up a variable of the caller's
 */
export function runnerEnvironment(
  env: (name: string) => string | undefined,
): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const name of RUNNER_VARIABLES) {
    const value = env(name);
    if (value !== undefined) passed[name] = value;
  }
  if (passed.PATH !== undefined) {
    const folders = passed.PATH.split(":").filter(isAbsolute);
    // An empty one stands for the folder that the runner stands in.
    if (folders.length === 0) delete passed.PATH;
    else passed.PATH = folders.join(":");
  }
  return passed;
}
