import type { Contest, Job } from "./bench.ts";

/** Milliseconds of the runs of one job. */
export interface Timing {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** The two timings, and the ratio of their medians. */
export interface Comparison {
  readonly ours: Timing;
  readonly theirs: Timing;
  readonly ratio: number;
}

/**
 * Runs both jobs in turn, after one run of each that does not count: what else
 * the machine does meanwhile then meets both alike.
 */
export async function compare(
  { ours, theirs }: Contest,
  runs: number,
): Promise<Comparison> {
  await timed(ours);
  await timed(theirs);
  const [mine, others]: [number[], number[]] = [[], []];
  for (let run = 0; run < runs; run++) {
    mine.push(await timed(ours));
    others.push(await timed(theirs));
  }
  const [left, right] = [timing(mine), timing(others)];
  return { ours: left, theirs: right, ratio: left.median / right.median };
}

async function timed(job: Job): Promise<number> {
  await job.reset?.();
  const start = performance.now();
  await job.run();
  return performance.now() - start;
}

function timing(runs: readonly number[]): Timing {
  const sorted = [...runs].sort((left, right) => left - right);
  return {
    median: sorted[sorted.length >> 1]!,
    least: sorted[0]!,
    most: sorted.at(-1)!,
  };
}
