import { join, resolve, sep } from "node:path";
import { HostError, UsageError } from "../base/errors.ts";
import { printable } from "../report/printable.ts";
import { SNAPSHOTS } from "../store/paths.ts";

/** Where Magpie keeps its runner in a repository that has adopted it. */
const MAGPIE_RUNNER = ".apache-magpie/tools/skill-evals";

/** The program of that runner, below its folder. */
const MODULE = "src/skill_evals/runner.py";

/**
 * The runner's file follows, never `-m` and a module's name: Python would look
 * for that in the folder it stands in, and a source's `json.py` would be the
 * runner's. `-I`: nor does it look where a variable says. `-B`: nothing is
 * written beside the runner. `-X utf8`: text is UTF-8 in CI too, where no
 * locale is set.
 */
const PYTHON = ["-I", "-B", "-X", "utf8"];

/** How the runner is started: what stands before the arguments of a run. */
export interface Runner {
  /** `python3`, or the absolute path of a program. */
  readonly program: string;
  readonly args: readonly string[];
}

/**
 * Finds the runner: a program, a Python file, or a folder like Magpie's
 * `tools/skill-evals`.
 *
 * @param given value of `--runner`, relative to `cwd`; Magpie's own by default
 * @param roots absolute folders of the checkout and of its main checkout
 * @throws {HostError} `program-missing` where there is none
 * @throws {UsageError} `runner-refused` where it is among the snapshots, over
 * links too: a source would then judge itself, and run as the user.
 */
export function findRunner(
  given: string | undefined,
  cwd: string,
  roots: readonly string[],
): Runner {
  const places = given === undefined
    ? roots.map((root) => join(root, MAGPIE_RUNNER))
    : [resolve(cwd, given)];
  for (const place of places) {
    const found = [join(place, MODULE), place].find(isFile);
    if (found === undefined) continue;
    const file = Deno.realPathSync(found);
    refuseSnapshots(file, roots);
    return file.endsWith(".py")
      ? { program: "python3", args: [...PYTHON, file] }
      : { program: file, args: [] };
  }
  throw new HostError(
    "program-missing",
    given === undefined
      ? `There is no runner at ${MAGPIE_RUNNER}; adopt Magpie, or name one with --runner.`
      : `--runner ${
        printable(given)
      } is neither a program, nor a folder with ${MODULE}.`,
  );
}

function refuseSnapshots(file: string, roots: readonly string[]): void {
  const own = roots.some((root) => {
    const snapshots = realPath(join(root, SNAPSHOTS));
    return snapshots !== undefined && file.startsWith(snapshots + sep);
  });
  if (!own && !file.split(sep).includes(SNAPSHOTS)) return;
  throw new UsageError(
    "runner-refused",
    `the runner ${
      printable(file)
    } lies among the snapshots; a source is never run by what it brings itself`,
  );
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

function realPath(path: string): string | undefined {
  try {
    return Deno.realPathSync(path);
  } catch {
    return undefined;
  }
}
