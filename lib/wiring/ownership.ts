import {
  safePath,
  type SkillName,
  type SourceId,
  sourceId,
} from "../base/ids.ts";
import { SNAPSHOTS } from "../store/paths.ts";
import { CANONICAL_FOLDER } from "./agents.ts";
import { linkedSkill, relayText, withoutSlash } from "./link_text.ts";

/** A symbolic link to be judged. */
export interface JudgedLink {
  /** The target folder it stands in. */
  readonly folder: string;
  /** Its name. */
  readonly name: string;
  /** Its text, verbatim. */
  readonly text: string;
}

/** What stands at the canonical place of a link's name. A link being removed counts as missing. */
export type CanonicalState = "ours" | "missing" | "other";

/** A link that is ours. */
export interface OwnLink {
  readonly skill: SkillName;
  /** The source a canonical text leads to; absent in a relay. */
  readonly source?: SourceId;
}

/**
 * The one ownership test, asked before every write and every removal
 * (contract section 5, "Ours"): a link named `<prefix><n>` whose text leads
 * to `<n>` in a snapshot, or is the relay text of its own name while the
 * canonical entry is not somebody else's. Everything else belongs to the
 * user, whatever it looks like: an absolute path to the same place, a link
 * into the framework's snapshot, a copy, a hard link.
 *
 * @param prefixes Prefixes that links of ours carry, the current one first.
 * Only where a plan has judged the prefix already is `any` right.
 * @param canonical What stands at `.agents/skills/<name>`; asked for relays only.
 * @returns Undefined when the link is not ours.
 */
export function ownLink(
  link: JudgedLink,
  prefixes: readonly string[] | "any",
  canonical: (name: string) => CanonicalState,
): OwnLink | undefined {
  const text = withoutSlash(link.text);
  const tried = prefixes === "any" ? prefixesOf(link.name) : prefixes;
  for (const prefix of tried) {
    const skill = linkedSkill(prefix, link.name);
    if (skill === undefined) continue;
    const source = snapshotSource(text, skill);
    if (source !== undefined) return { skill, source };
    // In the canonical folder itself the relay text is a link to itself.
    if (
      link.folder !== CANONICAL_FOLDER && text === relayText(link.name) &&
      canonical(link.name) !== "other"
    ) return { skill };
  }
  return undefined;
}

/** The source whose snapshot `text` leads into, when it ends in the folder `skill`. */
function snapshotSource(text: string, skill: SkillName): SourceId | undefined {
  const front = `../../${SNAPSHOTS}/`;
  if (!text.startsWith(front)) return undefined;
  const path = safePath(text.slice(front.length));
  const parts = path?.split("/") ?? [];
  if (parts.length < 2 || parts.at(-1) !== skill) return undefined;
  return sourceId(parts[0] ?? "");
}

/** Every front part of a name that ends with a dash, the shortest first. */
function prefixesOf(name: string): string[] {
  return [...name.matchAll(/-/g)].map(({ index }) => name.slice(0, index + 1));
}
