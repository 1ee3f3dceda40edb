import { withoutGuard } from "./alter_guards.ts";
import type { Guard } from "./find_guards.ts";
import type { Reach } from "./reach.ts";
import { runTests } from "./run_tests.ts";

/** What became of the tests when one guard was taken out. */
export interface Trial {
  readonly id: string;
  /** Test file and test that failed first; absent when none did. */
  readonly test?: string;
  readonly name?: string;
  /** Test files that passed without the guard. */
  readonly passed: readonly string[];
  /** Test files that did not end, or whose modules did not load: no proof. */
  readonly unclear: readonly string[];
}

/** Milliseconds of passing tests after which a guard counts as untested. */
const PATIENCE = 150_000;

/** Takes `guard` out of the tree at `root`, and runs tests until one fails. */
export async function tryGuard(
  root: string,
  guard: Guard,
  reach: ReadonlyMap<string, Reach>,
): Promise<Trial> {
  const path = `${root}/${guard.file}`;
  const source = await Deno.readFile(path);
  const passed: string[] = [];
  const unclear: string[] = [];
  let spent = 0;
  try {
    await Deno.writeFile(path, withoutGuard(source, guard));
    for (const test of inOrder(guard, reach)) {
      const { milliseconds, failed: before } = reach.get(test)!;
      if (spent > PATIENCE) break;
      const run = await runTests(root, [test], {
        failFast: before.length === 0,
        limit: 30_000 + 4 * milliseconds,
      });
      spent += milliseconds;
      // A step is told after the test that holds it; it says more.
      const name = run.failed.filter((each) => !before.includes(each))
        .toSorted((a, b) => b.length - a.length)[0];
      if (name !== undefined) {
        return { id: guard.id, test, name, passed, unclear };
      }
      (run.passed || before.length > 0 ? passed : unclear).push(test);
    }
    return { id: guard.id, passed, unclear };
  } finally {
    await Deno.writeFile(path, source);
  }
}

/** Test files that reach the guard: those of its own room first, then by time. */
export function inOrder(
  guard: Guard,
  reach: ReadonlyMap<string, Reach>,
): string[] {
  const room = `tests/${guard.file.split("/").slice(0, -1).join("/")}/`
    .replace("tests/lib/", "tests/");
  const weight = (test: string) =>
    reach.get(test)!.milliseconds + (test.startsWith(room) ? 0 : 1e9);
  return [...reach].filter(([, { guards }]) => guards.includes(guard.id))
    .map(([test]) => test).sort((a, b) => weight(a) - weight(b));
}
