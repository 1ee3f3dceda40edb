import { SkillSourcesError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import type { SourceId } from "../base/ids.ts";
import { mapBounded } from "../base/map_bounded.ts";
import type { SourceFacts } from "../install/plan_setup.ts";
import type { FetchContext } from "../../recipes/recipe.ts";
import { readWish, type Wish } from "./read_wish.ts";
import type { UpgradeOptions } from "./upgrade_options.ts";

/** What the chosen sources shall be. */
export interface Wishes {
  readonly wishes: ReadonlyMap<SourceId, Wish>;
  /** Sources of which nobody could tell. */
  readonly failed: ReadonlySet<SourceId>;
  /** In the order of the sources. */
  readonly findings: readonly Finding[];
}

/** What {@linkcode readWishes} needs beside what asking one server needs. */
export interface ReadWishesContext
  extends Omit<FetchContext, "layout" | "provides" | "signing"> {
  /** How many servers at a time. */
  readonly jobs: number;
}

/** Reads the wish of each chosen source; one that cannot be read hides no other. */
export async function readWishes(
  chosen: readonly SourceFacts[],
  options: UpgradeOptions,
  context: ReadWishesContext,
): Promise<Wishes> {
  const wishes = new Map<SourceId, Wish>();
  const refusals = new Map<SourceId, Finding>();
  await mapBounded(chosen, context.jobs, async (fact) => {
    const { id, layout, provides } = fact.source;
    try {
      const one = { ...context, layout, provides };
      wishes.set(id, await readWish(fact, options, one));
    } catch (error) {
      context.signal.throwIfAborted();
      if (!(error instanceof SkillSourcesError)) throw error;
      refusals.set(id, error.toFinding(id));
    }
  });
  return {
    wishes,
    failed: new Set(refusals.keys()),
    findings: chosen.flatMap(({ source }) =>
      wishes.get(source.id)?.findings ?? refusals.get(source.id) ?? []
    ),
  };
}
