import { readTextInside } from "../adopter/read_inside.ts";
import type { Finding } from "../base/finding.ts";
import { MAX_SKILL_MD_BYTES } from "../base/limits.ts";
import { printable } from "../report/printable.ts";
import { nestedSkills } from "../skills/nested.ts";
import type { ProvidedSkill } from "../skills/provides.ts";
import { relativeReferences } from "../skills/references.ts";
import { bindSuites } from "../skills/suites.ts";
import type { Listing } from "../tree/listing.ts";
import type { Layout } from "../trust/model.ts";

/** Dangling references named one by one before the rest is only counted. */
const NAMED_REFERENCES = 20;

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
  listing: Listing,
  { layout, skills, leftOut }: ReviewInput,
): Finding[] {
  const paths = listing.map(({ path }) => path);
  const readText = (path: string) =>
    readTextInside(folder, path, MAX_SKILL_MD_BYTES);
  return [
    ...foreignTrust([...paths, ...leftOut]),
    ...nestedSkills(paths, skills),
    ...danglingReferences(paths, skills, new Set(leftOut), readText),
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
      found.join(", ")
    }, which is never read: trust does not chain`,
  }];
}

function danglingReferences(
  paths: readonly string[],
  skills: readonly ProvidedSkill[],
  leftOut: ReadonlySet<string>,
  readText: (path: string) => string | undefined,
): Finding[] {
  const there = new Set<string>();
  for (const path of paths) {
    for (let at = path; at !== ""; at = parent(at)) {
      if (there.has(at)) break;
      there.add(at);
    }
  }
  const findings: Finding[] = [];
  let more = 0;
  for (const { name, root } of skills) {
    for (const file of paths) {
      if (!file.startsWith(`${root}/`) || !/\.(?:md|txt)$/i.test(file)) {
        continue;
      }
      for (const reference of relativeReferences(readText(file) ?? "", file)) {
        const { path, line } = reference;
        if (path !== undefined && there.has(path)) continue;
        if (findings.length >= NAMED_REFERENCES) {
          more++;
          continue;
        }
        findings.push({
          rule: "reference-left-out",
          level: "warning",
          skill: name,
          path: file,
          line,
          message: `${printable(file)}:${line} refers to ${
            printable(reference.text)
          }, which ${
            path !== undefined && leftOut.has(path)
              ? "the snapshot leaves out"
              : "the source does not have"
          }`,
          ...(path !== undefined && leftOut.has(path)
            ? { fix: `add "- ${printable(path)}" to layout.include` }
            : {}),
        });
      }
    }
  }
  if (more > 0) {
    findings.push({
      rule: "reference-left-out",
      level: "warning",
      message: `${more} more references lead to nothing in the snapshot`,
    });
  }
  return findings;
}

function parent(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0));
}
