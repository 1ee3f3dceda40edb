import type { Finding } from "../base/finding.ts";
import type { SkillName, SourceId } from "../base/ids.ts";
import { printable } from "../report/printable.ts";
import type { StandingEntry } from "./standing.ts";

/** Why a claim cannot have its name or its place. */
export type Occupant =
  /** Something of the user's stands there. */
  | { readonly standing: StandingEntry }
  /** The framework or the repository itself has a skill of that name. */
  | { readonly taken: true }
  /** Another source's link stands there already. */
  | { readonly owner: SourceId }
  /** Several sources claim the name for the first time. */
  | { readonly rivals: readonly SourceId[] };

/** The `name-collision` error of one claim at one path. */
export function collisionFinding(
  claim: { readonly source: SourceId; readonly skill: SkillName },
  path: string,
  by: Occupant,
): Finding {
  return {
    rule: "name-collision",
    level: "error",
    message: describe(claim.skill, path, by),
    source: claim.source,
    skill: claim.skill,
    path,
  };
}

function describe(skill: SkillName, path: string, by: Occupant): string {
  if ("taken" in by) {
    return `The framework or this repository has a skill ${skill} of its own, so the source's is not linked at ${path}: take it out of provides`;
  }
  if ("owner" in by) {
    return `${path} belongs to the source ${by.owner}, which keeps it: take ${skill} out of one of the two provides`;
  }
  if ("rivals" in by) {
    return `${path} is wanted by the sources ${
      by.rivals.join(", ")
    }, which all provide ${skill}, so none of theirs is linked: leave it in the provides of one of them`;
  }
  const { kind, text } = by.standing;
  const what = kind === "symlink"
    ? `a symbolic link to ${printable(text ?? "")} that this tool did not make`
    : kind === "file" && text !== undefined
    ? `a text file that holds the path ${
      printable(text)
    }, as git writes a link under core.symlinks=false`
    : kind === "other"
    ? "neither a link, a file nor a folder"
    : `a ${kind} of yours`;
  return `${path} is ${what}, so the skill ${skill} is not linked there: move it away and run setup again`;
}
