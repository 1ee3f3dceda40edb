import {
  type SafePath,
  type SkillName,
  skillName,
  type SourceId,
} from "../base/ids.ts";
import { SNAPSHOTS } from "../store/paths.ts";
import { CANONICAL_FOLDER } from "./agents.ts";

/** Link name prefix where project.md names none. */
export const DEFAULT_PREFIX = "magpie-";

/** Name of the link of a skill. */
export function linkName(prefix: string, skill: SkillName): string {
  return `${prefix}${skill}`;
}

/** The skill that a link of this name and prefix is for; undefined when the rest is no skill name. */
export function linkedSkill(
  prefix: string,
  name: string,
): SkillName | undefined {
  return name.startsWith(prefix)
    ? skillName(name.slice(prefix.length))
    : undefined;
}

/** Text of a canonical link: from a target folder into the snapshot. */
export function canonicalText(
  source: SourceId,
  skillsRoot: SafePath | ".",
  skill: SkillName,
): string {
  const root = skillsRoot === "." ? "" : `${skillsRoot}/`;
  return `../../${SNAPSHOTS}/${source}/${root}${skill}`;
}

/** Text of a relay link: from a target folder through the canonical entry. */
export function relayText(name: string): string {
  return `../../${CANONICAL_FOLDER}/${name}`;
}

/** Whether two link texts say the same: one trailing slash makes no difference. */
export function sameLinkText(a: string, b: string): boolean {
  return withoutSlash(a) === withoutSlash(b);
}

/** A link text without its trailing slash. */
export function withoutSlash(text: string): string {
  return text.length > 1 && text.endsWith("/") ? text.slice(0, -1) : text;
}
