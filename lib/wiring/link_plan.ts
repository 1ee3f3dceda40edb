import type { Finding } from "../base/finding.ts";
import type { SafePath, SkillName, SourceId } from "../base/ids.ts";
import { CANONICAL_FOLDER } from "./agents.ts";
import {
  canonicalText,
  linkName,
  relayText,
  sameLinkText,
} from "./link_text.ts";
import { collisionFinding, type Occupant } from "./collision.ts";
import { type OwnLink, ownLink } from "./ownership.ts";
import { type StandingEntry, standingPath } from "./standing.ts";

/** A skill that a source of this run provides. */
export interface LinkClaim {
  readonly source: SourceId;
  readonly skill: SkillName;
  readonly skillsRoot: SafePath | ".";
}

/** All that decides which links should stand. */
export interface LinkPlanInput {
  readonly claims: readonly LinkClaim[];
  /** What `scanLinks` saw. */
  readonly existing: readonly StandingEntry[];
  /** Target folders that should hold links; the canonical one is always added. */
  readonly folders: readonly string[];
  /** Prefix of link names, with its final dash. */
  readonly prefix: string;
  /** Prefixes of earlier runs, whose links are still ours. */
  readonly formerPrefixes?: readonly string[];
  /** Skill folder names of the framework and of the repository itself: they always win. */
  readonly takenNames: ReadonlySet<string>;
  /**
   * Sources whose skills this run does not know (failed, not chosen, not
   * fetched, not to be pruned): their links stay as they are and keep their names.
   */
  readonly heldSources?: ReadonlySet<string>;
}

/** A link that should stand. */
export interface PlannedLink {
  /** Path below the checkout's root. */
  readonly path: SafePath;
  readonly text: string;
  readonly skill: SkillName;
  readonly source: SourceId;
}

/** A link of ours that stands though nobody claims it. */
export interface UnclaimedLink {
  readonly path: SafePath;
  readonly text: string;
  readonly skill: SkillName;
  /** Absent in a relay. */
  readonly source?: SourceId;
}

/** What to do to get from the standing links to the claimed ones; every list sorted by path. */
export interface LinkPlan {
  readonly create: readonly PlannedLink[];
  /** Links of ours with another text than the plan's. */
  readonly rewrite: readonly PlannedLink[];
  readonly remove: readonly UnclaimedLink[];
  readonly keep: readonly PlannedLink[];
  /** `name-collision` errors: places and names that belong to somebody else. */
  readonly collisions: readonly Finding[];
  /** Claims of which no link is made, because of a collision. */
  readonly refused: readonly LinkClaim[];
}

/**
 * Plans canonical and relay links (contract section 5). An existing link
 * keeps its owner; of two new claims to one name neither is linked, so that
 * adding a source can never take over a skill in use; what is not ours is
 * named and left alone.
 */
export function planLinks(input: LinkPlanInput): LinkPlan {
  const places = new Map(input.existing.map((e) => [standingPath(e), e]));
  const owned = ownedLinks(input, places);
  const collisions: Finding[] = [];
  const refused: LinkClaim[] = [];
  const create: PlannedLink[] = [];
  const rewrite: PlannedLink[] = [];
  const keep: PlannedLink[] = [];
  const planned = new Set<string>();

  const place = (claim: LinkClaim, path: string, text: string): boolean => {
    const standing = places.get(path);
    const own = owned.get(path);
    if (standing !== undefined && own === undefined) {
      collisions.push(collisionFinding(claim, path, { standing }));
      return false;
    }
    planned.add(path);
    // Made of a target folder, the prefix and a skill name.
    const link = {
      path: path as SafePath,
      text,
      skill: claim.skill,
      source: claim.source,
    };
    if (standing === undefined) create.push(link);
    else if (sameLinkText(standing.text ?? "", text)) keep.push(link);
    else rewrite.push(link);
    return true;
  };

  const refuse = (claims: readonly LinkClaim[], by: Occupant) => {
    for (const claim of claims) {
      const path = `${CANONICAL_FOLDER}/${linkName(input.prefix, claim.skill)}`;
      collisions.push(collisionFinding(claim, path, by));
      refused.push(claim);
    }
  };

  for (const claims of claimsBySkill(input.claims)) {
    const name = linkName(input.prefix, claims[0].skill);
    const canonical = `${CANONICAL_FOLDER}/${name}`;
    const owner = ownerOf(input, owned, claims[0].skill);
    if (input.takenNames.has(claims[0].skill)) {
      refuse(claims, { taken: true });
      continue;
    }
    if (
      owner !== undefined && input.heldSources?.has(owner) &&
      !claims.some((claim) => claim.source === owner)
    ) {
      refuse(claims, { owner });
      continue;
    }
    const winner = claims.length === 1
      ? claims[0]
      : claims.find((claim) => claim.source === owner);
    if (winner === undefined) {
      refuse(claims, { rivals: claims.map((claim) => claim.source) });
      continue;
    }
    refuse(claims.filter((claim) => claim !== winner), {
      owner: winner.source,
    });
    const text = canonicalText(winner.source, winner.skillsRoot, winner.skill);
    if (!place(winner, canonical, text)) {
      refused.push(winner);
      continue;
    }
    for (const folder of input.folders) {
      if (folder === CANONICAL_FOLDER) continue;
      place(winner, `${folder}/${name}`, relayText(name));
    }
  }

  const remove = unclaimed(input, places, owned, planned);
  return {
    create: sorted(create),
    rewrite: sorted(rewrite),
    remove: sorted(remove),
    keep: sorted(keep),
    collisions: sorted(collisions),
    refused,
  };
}

/** The source that a standing canonical link of the skill, under any prefix of ours, leads to. */
function ownerOf(
  { prefix, formerPrefixes = [] }: LinkPlanInput,
  owned: ReadonlyMap<string, OwnLink>,
  skill: SkillName,
): SourceId | undefined {
  for (const each of [prefix, ...formerPrefixes]) {
    const path = `${CANONICAL_FOLDER}/${linkName(each, skill)}`;
    const source = owned.get(path)?.source;
    if (source !== undefined) return source;
  }
  return undefined;
}

/** Every standing link that is ours, by path. */
function ownedLinks(
  input: LinkPlanInput,
  places: ReadonlyMap<string, StandingEntry>,
): ReadonlyMap<string, OwnLink> {
  const prefixes = [input.prefix, ...input.formerPrefixes ?? []];
  const owned = new Map<string, OwnLink>();
  const judge = (entry: StandingEntry): OwnLink | undefined =>
    entry.kind !== "symlink" ? undefined : ownLink(
      { folder: entry.folder, name: entry.name, text: entry.text ?? "" },
      prefixes,
      (name) => {
        const canonical = places.get(`${CANONICAL_FOLDER}/${name}`);
        if (canonical === undefined) return "missing";
        return judge(canonical) ? "ours" : "other";
      },
    );
  for (const [path, entry] of places) {
    const own = judge(entry);
    if (own === undefined) continue;
    // Where a framework's canonical link is gone, its relay looks like ours.
    const orphan = own.source === undefined &&
      !places.has(`${CANONICAL_FOLDER}/${entry.name}`);
    if (orphan && input.takenNames.has(own.skill)) continue;
    owned.set(path, own);
  }
  return owned;
}

function unclaimed(
  input: LinkPlanInput,
  places: ReadonlyMap<string, StandingEntry>,
  owned: ReadonlyMap<string, OwnLink>,
  planned: ReadonlySet<string>,
): UnclaimedLink[] {
  const held = input.heldSources ?? new Set();
  const unclaimed: UnclaimedLink[] = [];
  for (const [path, own] of owned) {
    if (planned.has(path)) continue;
    const entry = places.get(path);
    if (entry === undefined) continue;
    // A relay belongs to the source its canonical link leads to.
    const source = own.source ??
      owned.get(`${CANONICAL_FOLDER}/${entry.name}`)?.source;
    if (source !== undefined && held.has(source)) continue;
    unclaimed.push({
      path: path as SafePath,
      text: entry.text ?? "",
      ...own,
    });
  }
  return unclaimed;
}

function claimsBySkill(
  claims: readonly LinkClaim[],
): [LinkClaim, ...LinkClaim[]][] {
  const groups = new Map<SkillName, [LinkClaim, ...LinkClaim[]]>();
  for (const claim of claims) {
    const group = groups.get(claim.skill);
    if (group === undefined) groups.set(claim.skill, [claim]);
    else if (!group.some((other) => other.source === claim.source)) {
      group.push(claim);
    }
  }
  return [...groups.values()];
}

function sorted<T extends { readonly path?: string }>(items: T[]): T[] {
  return items.sort((a, b) => {
    const [x, y] = [a.path ?? "", b.path ?? ""];
    return x < y ? -1 : x > y ? 1 : 0;
  });
}
