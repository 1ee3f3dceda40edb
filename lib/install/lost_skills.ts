import type { Finding } from "../base/finding.ts";
import type { SourceId } from "../base/ids.ts";
import type { LinkPlan } from "../wiring/link_plan.ts";
import type { StagedSource } from "./fetch_source.ts";
import { type LinkSites, removableLinks } from "./plan_wiring.ts";

/**
 * Names what is linked now, is still provided by what was fetched, and would
 * stand linked no longer, by a fault in its `SKILL.md` or a collision: such a
 * source is not moved (contract section 5). What a release dropped on purpose
 * is no loss; the review shows it.
 */
export function lostSkills(
  sites: LinkSites,
  { source: { id }, inventory }: StagedSource,
  links: LinkPlan,
): Finding[] {
  const provided = new Set<string>(
    [...inventory.usable, ...inventory.unusable].map(({ name }) => name),
  );
  const standing = new Set<string>(
    [...links.keep, ...links.rewrite, ...links.create]
      .filter(({ source }) => source === id)
      .map(({ skill }) => skill),
  );
  const lost = linkedNow(sites, id)
    .filter((skill) => provided.has(skill) && !standing.has(skill));
  return lost.map((skill) => ({
    rule: "skill-lost",
    level: "error",
    source: id,
    skill,
    message:
      `${id} would lose the linked skill ${skill} by a fault of what was fetched; the source is not moved`,
  }));
}

/** Names of the skills of a source that links of ours lead to now. */
function linkedNow(sites: LinkSites, id: SourceId): readonly string[] {
  const linked = removableLinks(sites)
    .filter(({ source }) => source === id)
    .map(({ skill }) => skill);
  return [...new Set(linked)].sort();
}
