/**
 * Takes each guard out in turn, in a clone of the last commit, and says which
 * test fails then.
 *
 * ```sh
 * deno task guards [--work=<folder>] [--only=<part>] [--tests=<part>,…] [--list]
 * ```
 *
 * - `--work`: folder for the clone and the results, which a later run goes on
 *   with; by default one in the folder for temporary files,
 * - `--only`: no guard but those in files whose path holds this text,
 * - `--tests`: no tests but those of files whose path holds one of these texts,
 * - `--list`: tries nothing; writes `docs/guards.md` from the results.
 *
 * First it marks all guards and sees which of them each test file reaches;
 * only those tests can miss a guard that is gone. What is known already is not
 * tried again: a guard whose text is the same, a test file whose bytes are. It
 * takes hours on one core.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { cloneHead, helpers, testFiles } from "./clone.ts";
import { findGuards } from "./find_guards.ts";
import { guardsPage } from "./guards_page.ts";
import { digestOf, markAll, passEnvironment, reachOf } from "./reach.ts";
import { openResults } from "./results.ts";
import { testsDue, tryGuard } from "./try_guard.ts";

const options = new Map(
  Deno.args.map((each) => {
    const [name, value] = each.split("=", 2);
    return [name!, value ?? ""];
  }),
);
const work = options.get("--work") ??
  `${Deno.env.get("TMPDIR") ?? "/tmp"}/skill-sources-guards`;
const root = fileURLToPath(new URL("../../", import.meta.url));
const clone = `${work}/clone`;
Deno.mkdirSync(work, { recursive: true });
const results = openResults(work);

await cloneHead(root, clone);
const guards = await findGuards(clone);

if (options.has("--list")) {
  const page = guardsPage(guards, results);
  Deno.writeTextFileSync(`${root}/docs/guards.md`, page);
} else {
  const parts = options.get("--tests")?.split(",") ?? [""];
  const files = (await testFiles(clone)).filter((file) =>
    parts.some((part) => file.includes(part))
  );
  // Tests that start the program are slow; most guards need none of them.
  const slow = (file: string) =>
    /^tests\/(cases|cli|commands|faults|fuzz)\//.test(file);
  for (const tests of [files.filter((file) => !slow(file)), files]) {
    await takeReach(tests);
    await tryAll(tests, tests === files);
  }
}

/** Runs those test files that are new or changed, with all guards marked. */
async function takeReach(tests: readonly string[]): Promise<void> {
  const due = tests.filter((test) =>
    results.reach.get(test)?.digest !== digestOf(clone, test)
  );
  const restore = [
    markAll(clone, guards),
    passEnvironment(clone, await helpers(clone)),
  ];
  try {
    for (const test of due) {
      const reach = await reachOf(clone, test);
      results.keepReach(test, reach);
      console.log(`${test} reaches ${reach.guards.length}`);
    }
  } finally {
    restore.forEach((each) => each());
  }
}

/** Tries each guard that no test has missed so far. */
async function tryAll(
  tests: readonly string[],
  unknown: boolean,
): Promise<void> {
  const reach = new Map(
    [...results.reach].filter(([test]) => tests.includes(test)),
  );
  const due = guards.filter(({ file }) =>
    file.includes(options.get("--only") ?? "")
  ).map((guard) => {
    const earlier = results.trials.get(guard.id);
    return { guard, earlier, tests: testsDue(guard, reach, earlier, unknown) };
  }).filter(({ tests }) => tests.length > 0)
    // What answers no is a guard least often, and takes the longest to tell.
    .sort((a, b) =>
      Number(a.guard.kind === "false") - Number(b.guard.kind === "false")
    );
  for (const [at, { guard, earlier, tests }] of due.entries()) {
    const trial = await tryGuard(clone, guard, tests, earlier);
    results.keepTrial(trial);
    const end = trial.name ?? "MISSED BY NO TEST";
    console.log(`${at + 1}/${due.length} ${guard.file}:${guard.line} ${end}`);
  }
}
