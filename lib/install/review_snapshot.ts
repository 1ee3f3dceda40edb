import { readTextInside, standsInside } from "../adopter/read_inside.ts";
import type { Finding } from "../base/finding.ts";
import { MAX_SKILL_MD_BYTES } from "../base/limits.ts";
import { printable } from "../report/printable.ts";
import { nestedSkills } from "../skills/nested.ts";
import type { ProvidedSkill } from "../skills/provides.ts";
import { bindSuites } from "../skills/suites.ts";
import type { Layout } from "../trust/model.ts";
import { danglingReferences } from "./dangling_references.ts";

/** Trust files of a source's own, which are never read (R004-10, "No transitive trust"). */
const TRUST_FILE =
  /^(?:\.apache-magpie-overrides\/|\.apache-magpie\/)?(?:skill-sources\.md|organizations\/[^/]+\/skill-sources\.md|docs\/skill-sources\/registry\.md|\.apache-magpie\.sources(?:\.local)?\.lock)$/;

/** What of a snapshot is reviewed. */
export interface ReviewInput {
  readonly layout: Layout;
  readonly skills: readonly ProvidedSkill[];
  /** Paths of the source that the snapshot does not hold. */
  readonly leftOut: readonly string[];
}

/**
 * What a person should know of a source before its skills are linked, beyond
 * names and bytes: skills below skills, references that lead to nothing,
 * suites that do not bind, and trust files of its own.
 *
 * @param folder absolute path of the snapshot or its staging
 */
export function reviewSnapshot(
  folder: string,
  listing: readonly { readonly path: string }[],
  { layout, skills, leftOut }: ReviewInput,
): Finding[] {
  const paths = listing.map(({ path }) => path);
  const readText = (path: string) =>
    readTextInside(folder, path, MAX_SKILL_MD_BYTES);
  return [
    ...foreignTrust([...paths, ...leftOut]),
    ...nestedSkills(paths, skills),
    ...danglingReferences({
      paths,
      leftOut,
      layout,
      skills,
      readText,
      reaches: (path) => standsInside(folder, path),
    }),
    ...bindSuites({ paths, readText }, layout, skills),
  ];
}

function foreignTrust(paths: readonly string[]): Finding[] {
  const found = paths.filter((path) => TRUST_FILE.test(path)).sort();
  if (found.length === 0) return [];
  return [{
    rule: "foreign-trust-file",
    level: "note",
    message: `the source brings ${
      found.map((path) => printable(path)).join(", ")
    }, which ${
      found.length === 1 ? "is" : "are"
    } never read: trust does not chain`,
  }];
}
