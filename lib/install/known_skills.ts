import { SNAPSHOTS } from "../store/paths.ts";
import { linkedSkill } from "../wiring/link_text.ts";
import type { LinkSites } from "./plan_wiring.ts";

/** Names of the skills that this repository has, and of those that other sources' links stand for. */
export function knownSkills(
  { takenNames, existing, prefix, formerPrefixes }: LinkSites,
): Set<string> {
  const linked = existing
    .filter(({ text }) => text?.includes(`/${SNAPSHOTS}/`))
    .flatMap(({ name }) =>
      [prefix, ...formerPrefixes].flatMap((each) =>
        linkedSkill(each, name) ?? []
      )
    );
  return new Set([...takenNames, ...linked]);
}
