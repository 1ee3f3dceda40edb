import { SkillSourcesError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import type { SourceId } from "../base/ids.ts";
import { mapBounded } from "../base/map_bounded.ts";
import {
  fetchSource,
  type FetchSourceContext,
  type StagedSource,
} from "./fetch_source.ts";
import type { SourcePlan } from "./plan_setup.ts";

/** What {@linkcode fetchAll} needs beside what one fetch needs. */
export interface FetchAllContext extends FetchSourceContext {
  /** How many sources at a time. */
  readonly jobs: number;
  /** Called when a source is done, well or not. */
  readonly done: (id: SourceId, ok: boolean) => void;
  /**
   * Looks at a source that was fetched and verified, for reasons not to install
   * it all the same; an error among them refuses it.
   */
  readonly judge?: Judge;
}

/** See {@linkcode FetchAllContext.judge}. */
export type Judge = (
  item: SourcePlan,
  staged: StagedSource,
  /** Staging folder relative to the root, in which it lies as `<id>`. */
  staging: string,
) => Promise<readonly Finding[]>;

/** What came of fetching several sources. */
export interface FetchedAll {
  readonly staged: ReadonlyMap<SourceId, StagedSource>;
  readonly failed: ReadonlySet<SourceId>;
  readonly findings: readonly Finding[];
}

/**
 * Fetches the planned sources in parallel. One bad source never hides or
 * breaks another: its error becomes a finding and the others go on. Only an
 * interruption, or a fault of this tool, ends them all.
 */
export async function fetchAll(
  items: readonly SourcePlan[],
  context: FetchAllContext,
): Promise<FetchedAll> {
  const staged = new Map<SourceId, StagedSource>();
  const refusals = new Map<SourceId, readonly Finding[]>();
  await mapBounded(items, context.jobs, async (item) => {
    const { id } = item.source;
    try {
      const fetched = await fetchSource(item.source, binding(item), context);
      const verdict = await context.judge?.(item, fetched, context.staging) ??
        [];
      const findings = [...fetched.findings, ...verdict];
      if (verdict.some(({ level }) => level === "error")) {
        refusals.set(id, findings);
      } else {
        staged.set(id, { ...fetched, findings });
      }
    } catch (error) {
      // What fails because of the interruption is the interruption.
      context.signal.throwIfAborted();
      if (!(error instanceof SkillSourcesError)) throw error;
      refusals.set(id, [error.toFinding(id)]);
    }
    context.done(id, staged.has(id));
  });
  // Findings in trust-list order, whichever server was faster.
  const findings = items.flatMap(({ source }) =>
    staged.get(source.id)?.findings ?? refusals.get(source.id)!
  );
  return { staged, failed: new Set(refusals.keys()), findings };
}

/** What of the lock binds what is fetched: a pin that moves leaves its digest and signer behind. */
function binding({ action, block }: SourcePlan) {
  return action === "move" ? undefined : block;
}
