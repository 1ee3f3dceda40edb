/**
 * Takes each guard out in turn, in a clone of the last commit, and says which
 * test fails then.
 *
 * ```sh
 * deno task guards [--work=<folder>] [--only=<part of a path>] [--again] [--list]
 * ```
 *
 * - `--work`: folder for the clone and the results, which a later run goes on
 *   with; by default one in the folder for temporary files,
 * - `--only`: no guard but those in files whose path holds this text,
 * - `--again`: tries those again that no test missed,
 * - `--list`: tries nothing; writes `docs/guards.md` from the results.
 *
 * First it marks all guards and sees which of them each test file reaches;
 * only those tests can miss a guard that is gone. It takes hours on one core.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { cloneHead, helpers, testFiles } from "./clone.ts";
import { findGuards } from "./find_guards.ts";
import { guardsPage } from "./guards_page.ts";
import { markAll, passEnvironment, reachOf } from "./reach.ts";
import { openResults } from "./results.ts";
import { tryGuard } from "./try_guard.ts";

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
  const page = guardsPage(guards, results.trials);
  Deno.writeTextFileSync(`${root}/docs/guards.md`, page);
} else {
  await takeReach();
  const chosen = guards.filter(({ id, file }) =>
    file.includes(options.get("--only") ?? "") &&
    (results.trials.get(id)?.test === undefined && options.has("--again") ||
      !results.trials.has(id))
  );
  for (const [at, guard] of chosen.entries()) {
    const trial = await tryGuard(clone, guard, results.reach);
    results.keepTrial(trial);
    const end = trial.name === undefined ? "MISSED BY NO TEST" : trial.name;
    console.log(
      `${at + 1}/${chosen.length} ${guard.file}:${guard.line} ${end}`,
    );
  }
}

/** Runs test files that are new or changed, with all guards marked. */
async function takeReach(): Promise<void> {
  const due = (await testFiles(clone)).map((test) => ({
    test,
    bytes: Deno.readFileSync(`${clone}/${test}`),
  })).filter(({ test, bytes }) => !results.reachIsKnown(test, bytes));
  const restore = [
    markAll(clone, guards),
    passEnvironment(clone, await helpers(clone)),
  ];
  try {
    for (const { test, bytes } of due) {
      const reach = await reachOf(clone, test);
      results.keepReach(test, bytes, reach);
      console.log(`${test} reaches ${reach.guards.length}`);
    }
  } finally {
    restore.forEach((each) => each());
  }
}
