import type { Adopter } from "../adopter/load_adopter.ts";
import { reservedNames, takenNames } from "../adopter/taken_names.ts";
import type { Finding } from "../base/finding.ts";
import type { SourceId } from "../base/ids.ts";
import { type AgentId, AGENTS } from "../wiring/agents.ts";
import { checkIgnoreEffect } from "../wiring/ignore_effect.ts";
import {
  ignoreLines,
  planIgnore,
  recordedPrefixes,
} from "../wiring/ignore_lines.ts";
import {
  type LinkClaim,
  type LinkPlan,
  planLinks,
  type UnclaimedLink,
} from "../wiring/link_plan.ts";
import { DEFAULT_PREFIX } from "../wiring/link_text.ts";
import { readIgnoreFile } from "../wiring/read_ignore_file.ts";
import { scanLinks } from "../wiring/scan_links.ts";
import type { StandingEntry } from "../wiring/standing.ts";
import {
  type StandingTargets,
  standingTargets,
} from "../wiring/standing_targets.ts";
import type { FileChange } from "./compose_steps.ts";

/** Where links stand and may stand in a checkout. */
export interface LinkSites {
  readonly prefix: string;
  /** Prefixes that earlier runs used: their links are still ours. */
  readonly formerPrefixes: readonly string[];
  readonly targets: StandingTargets;
  readonly existing: readonly StandingEntry[];
  readonly takenNames: ReadonlySet<string>;
  /** Names that no skill of a source may declare as its own, in lower case. */
  readonly reservedNames: ReadonlySet<string>;
}

/** The agents that were named, in the project and for this checkout. */
export interface NamedAgents {
  readonly project?: readonly AgentId[];
  readonly checkout?: readonly AgentId[];
}

/** What {@linkcode surveyLinks} needs of an adopter. */
export interface Surveyed extends Pick<Adopter, "root" | "repository"> {
  readonly config: Pick<Adopter["config"], "prefix">;
}

/** Looks at every target folder of the checkout. */
export function surveyLinks(
  { root, config, repository }: Surveyed,
  agents: NamedAgents,
): LinkSites {
  const prefix = config.prefix ?? DEFAULT_PREFIX;
  const recorded = repository.gitDir === undefined ? [] : recordedPrefixes(
    readIgnoreFile(root),
    AGENTS.map(({ folder }) => folder),
  );
  const formerPrefixes = [...new Set([DEFAULT_PREFIX, ...recorded])]
    .filter((former) => former !== prefix);
  const taken = takenNames(root);
  return {
    prefix,
    formerPrefixes,
    targets: standingTargets(root, agents),
    existing: scanLinks(root, [prefix, ...formerPrefixes]),
    takenNames: taken,
    reservedNames: reservedNames(root, prefix, taken),
  };
}

/** Every standing link of ours but those to `held` sources, as if nothing claimed any. */
export function removableLinks(
  sites: LinkSites,
  held: ReadonlySet<string> = new Set(),
): readonly UnclaimedLink[] {
  return planSites(sites, [], held).remove;
}

/** The sources that standing links of ours lead to. */
export function linkedSources(sites: LinkSites): SourceId[] {
  return removableLinks(sites)
    .flatMap(({ source }) => source === undefined ? [] : [source]);
}

/** Links and ignore lines as they should be. */
export interface Wiring {
  readonly links: LinkPlan;
  readonly gitignore: FileChange;
  /** Lines that `.gitignore` lacks. */
  readonly missingLines: readonly string[];
  /** Collisions are in `links`; these are about targets and ignore rules. */
  readonly findings: readonly Finding[];
}

/**
 * Plans links and ignore lines (contract section 5); changes nothing.
 *
 * @param held sources whose links stay as they are
 */
export function planWiring(
  adopter: Adopter,
  sites: LinkSites,
  claims: readonly LinkClaim[],
  held: ReadonlySet<string>,
): Wiring {
  const links = planSites(sites, claims, held);
  const { targets, prefix } = sites;
  // Without git there is nobody to ignore anything.
  if (adopter.repository.gitDir === undefined) {
    return {
      links,
      gitignore: { current: undefined, next: undefined },
      missingLines: [],
      findings: targets.findings,
    };
  }
  const current = readIgnoreFile(adopter.root);
  const ignore = planIgnore(current, ignoreLines(targets.ignored, prefix));
  const next = ignore.append && concat(current, ignore.append);
  const effect = checkIgnoreEffect({
    repository: adopter.repository,
    tracked: adopter.tracked,
    folders: targets.ignored,
    prefix,
    links: [...links.create, ...links.rewrite, ...links.keep]
      .map(({ path }) => path),
    text: next ?? current,
  });
  return {
    links,
    gitignore: { current, next },
    missingLines: ignore.missing,
    findings: [...targets.findings, ...ignore.findings, ...effect],
  };
}

function planSites(
  sites: LinkSites,
  claims: readonly LinkClaim[],
  held: ReadonlySet<string>,
): LinkPlan {
  return planLinks({
    claims,
    existing: sites.existing,
    folders: sites.targets.folders,
    prefix: sites.prefix,
    formerPrefixes: sites.formerPrefixes,
    takenNames: sites.takenNames,
    heldSources: held,
  });
}

function concat(
  front: Uint8Array | undefined,
  back: Uint8Array,
): Uint8Array {
  const whole = new Uint8Array((front?.length ?? 0) + back.length);
  if (front !== undefined) whole.set(front);
  whole.set(back, front?.length ?? 0);
  return whole;
}
