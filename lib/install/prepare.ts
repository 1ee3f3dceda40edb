import type { Adopter } from "../adopter/load_adopter.ts";
import { type AgentNames, agentNames } from "../adopter/named_agents.ts";
import { HostError, UsageError } from "../base/errors.ts";
import { nearest } from "../base/nearest.ts";
import { snapshotsFolderStands } from "../store/snapshots_folder.ts";
import { planSetup, type SetupPlan } from "./plan_setup.ts";
import { linkedSources, type LinkSites, surveyLinks } from "./plan_wiring.ts";
import type { SetupOptions } from "./setup_options.ts";
import { type Survey, survey } from "./survey.ts";

/** Everything known before the first question and the first byte from the network. */
export interface Prepared {
  readonly agents: AgentNames;
  readonly sites: LinkSites;
  readonly survey: Survey;
  readonly plan: SetupPlan;
  /** Nothing is installed, nothing is to be, and nothing needs to be written. */
  readonly idle: boolean;
}

/**
 * Surveys the checkout and plans.
 *
 * @throws {UsageError} `usage` for an id that the trust list does not have.
 * @throws {HostError} `target-is-link` when no link could be made in the end.
 */
export function prepare(adopter: Adopter, options: SetupOptions): Prepared {
  requireKnownIds(adopter, options.only);
  const agents = agentNames(adopter, options.agents);
  const sites = surveyLinks(adopter, agents);
  if (sites.targets.folders.length === 0) {
    const fault = sites.targets.findings
      .find(({ level }) => level === "error");
    throw new HostError(
      "target-is-link",
      fault?.message ?? ".agents/skills must be a real folder.",
      fault?.path === undefined ? {} : { path: fault.path },
    );
  }
  const found = survey(adopter, linkedSources(sites));
  const plan = planSetup(found.facts, found.orphans, options);
  return {
    agents,
    sites,
    survey: found,
    plan,
    idle: plan.prune.length === 0 &&
      plan.sources.every(({ action }) => action === "leave") &&
      !snapshotsFolderStands(adopter.root),
  };
}

/** Refuses ids that no entry of the trust list has. */
export function requireKnownIds(
  adopter: Adopter,
  ids: readonly string[],
): void {
  const known = [
    ...adopter.trust.sources.map(({ id }) => id as string),
    ...adopter.trust.refused.map(({ id }) => id),
  ];
  for (const id of ids) {
    if (known.includes(id)) continue;
    const guess = nearest(id, known);
    throw new UsageError(
      "usage",
      `the trust list has no source ${id}${
        guess === undefined ? "" : `: did you mean ${guess}?`
      }`,
    );
  }
}
