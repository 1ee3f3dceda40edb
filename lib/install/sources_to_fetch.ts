import type { SetupPlan, SourcePlan } from "./plan_setup.ts";

/** The planned sources that a run will ask their servers for. */
export function sourcesToFetch({ sources }: SetupPlan): readonly SourcePlan[] {
  return sources.filter(({ action }) =>
    action !== "keep" && action !== "leave"
  );
}
