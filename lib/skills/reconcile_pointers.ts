import type { Finding } from "../base/finding.ts";
import { suiteRoot } from "../tree/suite_root.ts";
import type { ResolvedSource } from "../trust/model.ts";
import type { Pointer } from "./pointer.ts";
import type { ProvidedSkill } from "./provides.ts";

/** A provided skill and the source it comes from. */
export interface InstalledSkill extends Pick<ProvidedSkill, "name" | "root"> {
  readonly source: string;
}

/**
 * Compares the adopter's pointers with what is trusted and provided: a source
 * that is not trusted is the error `pointer-unknown-source`; a path that is
 * no provided skill's, another suite path or another organization is the
 * warning `pointer-unfulfilled`.
 *
 * @param installed skills of the snapshots that are there. A source none of
 * whose skills is known counts as not fetched, which the warning says.
 */
export function reconcilePointers(
  pointers: readonly Pointer[],
  sources: readonly Pick<ResolvedSource, "id" | "organization" | "layout">[],
  installed: readonly InstalledSkill[],
): Finding[] {
  const byId = new Map<string, (typeof sources)[number]>(
    sources.map((source) => [source.id, source]),
  );
  const fetched = new Set(installed.map(({ source }) => source));
  const skills = new Map(
    installed.map((skill) => [`${skill.source}:${skill.root}`, skill]),
  );
  return pointers.flatMap((pointer): Finding[] => {
    const { file, source: id } = pointer;
    const source = byId.get(id);
    if (source === undefined) {
      return [{
        rule: "pointer-unknown-source",
        level: "error",
        message:
          `${file} points to the source ${id}, which is not trusted; add it to the trust list or remove the pointer`,
        source: id,
        path: file,
      }];
    }
    const unfulfilled = (message: string): Finding[] => [{
      rule: "pointer-unfulfilled",
      level: "warning",
      message: `${file} ${message}`,
      source: id,
      path: file,
    }];
    if (source.organization !== pointer.organization) {
      return unfulfilled(
        `names the organization ${pointer.organization}, but ${id} is of ${source.organization}`,
      );
    }
    const skill = skills.get(`${id}:${pointer.skillPath}`);
    if (skill === undefined) {
      return unfulfilled(
        fetched.has(id)
          ? `points to ${pointer.skillPath}, which is no provided skill of ${id}`
          : `points to ${pointer.skillPath}, but no skill of ${id} is installed; run setup`,
      );
    }
    const suite = suiteRoot(source.layout, skill.name);
    return pointer.evalsPath === suite ? [] : unfulfilled(
      `names the suite ${pointer.evalsPath}, but that of ${skill.name} is ${suite}`,
    );
  });
}
