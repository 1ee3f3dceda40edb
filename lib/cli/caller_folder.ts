import { isAbsolute, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { UsageError } from "../base/errors.ts";
import { printable } from "../report/printable.ts";

/**
 * The absolute folder to act in: `-C`, taken from the folder the caller stood
 * in. `deno task` starts tools in the project's folder and leaves the caller's
 * in `INIT_CWD`. Every process below inherits that variable, so it counts
 * only where this one stands in a project's folder, and, but for this program's
 * own (a clone may lie in the caller's repository), not when somebody has since
 * changed to a folder below the caller's. Throws `UsageError` when `-C`
 * names no folder.
 */
export function callerFolder(
  directory: string | undefined,
  env: (name: string) => string | undefined,
): string {
  const working = Deno.cwd();
  const initial = env("INIT_CWD");
  const caller = initial !== undefined && startedByTask(working, initial)
    ? initial
    : working;
  if (directory === undefined) return caller;
  const folder = resolve(caller, directory);
  if (!isFolder(folder)) {
    throw new UsageError(
      "usage",
      `\`-C ${printable(directory)}\` names no folder that can be entered.`,
    );
  }
  return folder;
}

function startedByTask(working: string, initial: string): boolean {
  if (!isAbsolute(initial) || !isFolder(initial)) return false;
  const below = relative(initial, working);
  const moved = below !== "" && !below.startsWith("..") && !isAbsolute(below);
  return (!moved || isProgramFolder(working)) &&
    ["deno.json", "deno.jsonc", "package.json"].some((name) =>
      exists(resolve(working, name))
    );
}

/** Whether `folder` is the one whose `deno.json` has this program's tasks. */
function isProgramFolder(folder: string): boolean {
  const program = new URL("../../", import.meta.url);
  return program.protocol === "file:" &&
    resolve(fileURLToPath(program)) === folder;
}

function isFolder(path: string): boolean {
  return stat(path)?.isDirectory ?? false;
}

function exists(path: string): boolean {
  return stat(path) !== undefined;
}

function stat(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) throw error;
    return undefined;
  }
}
