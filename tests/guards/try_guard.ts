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
  /** Test files that passed without the guard, each with its digest. */
  readonly passed: readonly string[];
  /** The same of those whose modules did not load, which proves nothing. */
  readonly unclear: readonly string[];
}

/**
 * Test files that one run tries without one guard. What dozens of tests reach
 * without missing it refuses nothing in them; another run tries the next ones.
 */
const MAX_TESTS = 10;

/**
 * Takes `guard` out of the tree at `root`, and runs `tests` until one fails.
 * What `earlier` says of other test files is kept.
 */
export async function tryGuard(
  root: string,
  guard: Guard,
  tests: readonly [string, Reach][],
  earlier?: Trial,
): Promise<Trial> {
  const path = `${root}/${guard.file}`;
  const source = await Deno.readFile(path);
  const passed = [...earlier?.passed ?? []];
  const unclear = [...earlier?.unclear ?? []];
  try {
    await Deno.writeFile(path, withoutGuard(source, guard));
    for (const [test, reach] of tests) {
      const names = reach.names?.[guard.id];
      // Reached outside of any test, or by a program that one starts.
      const known = names !== undefined && !names.includes("");
      const run = await runTests(root, [test], {
        failFast: reach.failed.length === 0,
        ...(known ? { names } : {}),
        limit: 20_000 + 3 * reach.milliseconds,
      });
      // It ends with the guard, many times sooner.
      if (run.hung) {
        return {
          id: guard.id,
          test,
          name: "the tests do not end",
          passed,
          unclear,
        };
      }
      // The name of a step holds that of its test; it says more.
      const name = run.failed.filter((each) => !reach.failed.includes(each))
        .toSorted((a, b) => b.length - a.length)[0];
      if (name !== undefined) {
        return { id: guard.id, test, name, passed, unclear };
      }
      const clear = run.passed || reach.failed.length > 0;
      (clear ? passed : unclear).push(version(test, reach));
    }
    return { id: guard.id, passed, unclear };
  } finally {
    await Deno.writeFile(path, source);
  }
}

/**
 * The test files that may miss the guard and were not tried without it, as
 * they are now: those of its own room first, then the quick ones. With
 * `unknown`, where none is known to reach it, as it may be new, those of its
 * room.
 */
export function testsDue(
  guard: Guard,
  reach: ReadonlyMap<string, Reach>,
  earlier?: Trial,
  unknown = false,
): [string, Reach][] {
  if (earlier?.test !== undefined) return [];
  const room = `tests/${guard.file.split("/").slice(0, -1).join("/")}/`
    .replace("tests/lib/", "tests/");
  const weight = ([test, { milliseconds }]: [string, Reach]) =>
    milliseconds + (test.startsWith(room) ? 0 : 1e9);
  const reaching = [...reach].filter(([, { guards }]) =>
    guards.includes(guard.id)
  );
  const able = reaching.length > 0 || !unknown
    ? reaching
    : [...reach].filter(([test]) => test.startsWith(room));
  const tried = [...earlier?.passed ?? [], ...earlier?.unclear ?? []];
  return able.filter(([test, how]) => !tried.includes(version(test, how)))
    .sort((a, b) => weight(a) - weight(b)).slice(0, MAX_TESTS);
}

function version(test: string, { digest }: Reach): string {
  return `${test}#${digest.slice(0, 8)}`;
}
