/**
 * Compares the program with the real alternatives to it, and says each ratio
 * beside the bar that contract section 12 sets.
 *
 * ```sh
 * deno task bench [--only=<part of a name>] [--runs=<number>]
 * ```
 *
 * Both sides of a comparison run in turn, each as a whole process; a ratio of
 * one run on one machine says something, a time does not. Use a machine that
 * is otherwise idle, and a folder for temporary files in memory (`TMPDIR`).
 *
 * @module
 */
import { findProgram } from "../support/needs_program.ts";
import type { Bench } from "./bench.ts";
import { ADOPTERS_OF_ORGANIZATION } from "./benches/adopters.ts";
import { NARROWED, WHOLE_TREE } from "./benches/git_tag.ts";
import { LARGE_REPOSITORY } from "./benches/large_repository.ts";
import { MANY_SOURCES } from "./benches/many_sources.ts";
import { REHASH } from "./benches/rehash.ts";
import { SVN_ZIP } from "./benches/svn_zip.ts";
import { WHOLE_PROCESS } from "./benches/whole_process.ts";
import { compare, type Timing } from "./measure.ts";

const BENCHES: readonly Bench[] = [
  ...WHOLE_PROCESS,
  REHASH,
  WHOLE_TREE,
  NARROWED,
  SVN_ZIP,
  MANY_SOURCES,
  LARGE_REPOSITORY,
  ADOPTERS_OF_ORGANIZATION,
];

const options = new Map(
  Deno.args.map((word) => word.split("=", 2) as [string, string]),
);
const only = options.get("--only") ?? "";
const runs = Number(options.get("--runs") ?? 5);

for (const bench of BENCHES.filter(({ name }) => name.includes(only))) {
  console.log(`${bench.name}\n  against ${bench.alternative}`);
  const missing = bench.programs?.find((name) => !findProgram(name));
  if (missing !== undefined) {
    console.log(`  not run: ${missing} is not installed`);
    continue;
  }
  await using contest = await bench.prepare();
  const { ours, theirs, ratio } = await compare(contest, runs);
  const bar = bench.bar === undefined
    ? ""
    : `, bar ${bench.bar}: ${ratio <= bench.bar ? "held" : "MISSED"}`;
  console.log(`  ratio ${ratio.toFixed(2)}${bar}`);
  console.log(`  ours ${shown(ours)}; theirs ${shown(theirs)}`);
  for (const figure of contest.figures?.() ?? []) console.log(`  ${figure}`);
}

function shown({ median, least, most }: Timing): string {
  return `${median.toFixed(0)} ms (${least.toFixed(0)} to ${most.toFixed(0)})`;
}
