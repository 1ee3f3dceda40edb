import type { Adopter } from "../adopter/load_adopter.ts";
import type { Finding, Level } from "../base/finding.ts";
import { printable } from "../report/printable.ts";
import { FRAMEWORK_LOCK, SNAPSHOTS } from "../store/paths.ts";
import { CANONICAL_FOLDER } from "../wiring/agents.ts";
import { followLink, type Tree } from "./follow_link.ts";
import { lintFinding } from "./lint_finding.ts";

const FRAMEWORK = ".apache-magpie";

/** A link whose end is to be looked at. */
export interface FollowedLink {
  readonly path: string;
  readonly text: string;
  /** How much it weighs when it is absolute, leads out or nowhere. */
  readonly level: Level;
}

/**
 * Follows a link: one that leads in a circle, out of the repository or nowhere
 * is a fault; one that leads to what this checkout has not fetched yet is the
 * note `not-fetched`, as in every fresh clone (contract section 6, `lint`).
 */
export function checkDestination(
  adopter: Adopter,
  tree: Tree,
  { path, text, level }: FollowedLink,
): Finding | undefined {
  const end = followLink(tree, path, text);
  const say = (rule: Finding["rule"], what: string, fix: string) =>
    lintFinding(rule, level, path, what, fix);
  switch (end.end) {
    case "folder":
    case "file":
      return undefined;
    case "cycle":
      return lintFinding(
        "link-cycle",
        level === "note" ? "warning" : "error",
        path,
        `leads in a circle, over ${printable(end.path)}`,
        `remove one of the links of the circle: rm ${printable(end.path)}`,
      );
    case "absolute":
      return say(
        "link-absolute",
        `leads to the absolute path ${printable(end.text)}${
          over(path, end.path)
        }, which no other checkout has`,
        `make ${printable(end.path)} a relative link, or remove it`,
      );
    case "outside":
      return say(
        "link-outside",
        `leads to ${printable(end.text)}${
          over(path, end.path)
        }, which is outside the repository`,
        `make ${
          printable(end.path)
        } lead to a place in the repository, or remove it`,
      );
    case "missing": {
      const away = notFetched(adopter, tree, end.path);
      return away === undefined
        ? say(
          "link-dangling",
          `leads nowhere: ${printable(end.path)} does not exist`,
          `restore ${printable(end.path)}, or remove the link: rm ${path}`,
        )
        : lintFinding(
          "not-fetched",
          "note",
          path,
          `leads to ${away.what}, which this checkout has not fetched yet`,
          away.fix,
        );
    }
  }
}

function over(path: string, at: string): string {
  return at === path ? "" : ` (by way of ${printable(at)})`;
}

/** What is missing at `missing`, where it is generated and was not generated yet. */
function notFetched(
  { trust }: Adopter,
  tree: Tree,
  missing: string,
): { readonly what: string; readonly fix: string } | undefined {
  const fix = "skill-sources setup";
  const absent = (path: string) => tree(path).kind === "missing";
  const [top, id] = missing.split("/");
  const trusted = [...trust.sources, ...trust.refused];
  if (top === SNAPSHOTS) {
    const named = id === undefined || trusted.some((one) => one.id === id);
    return named && (id === undefined || absent(`${SNAPSHOTS}/${id}`))
      ? { what: id === undefined ? "a snapshot" : `a skill of ${id}`, fix }
      : undefined;
  }
  if (top === FRAMEWORK) {
    return absent(FRAMEWORK)
      ? { what: "the framework's snapshot", fix: "run the framework's setup" }
      : undefined;
  }
  const parents = [".agents", CANONICAL_FOLDER];
  if (
    !missing.startsWith(`${CANONICAL_FOLDER}/`) && !parents.includes(missing)
  ) return undefined;
  // A canonical link is generated together with what it leads to.
  const what = `the canonical entry ${printable(missing)}`;
  if (trust.sources.some((one) => absent(`${SNAPSHOTS}/${one.id}`))) {
    return { what, fix };
  }
  return !absent(FRAMEWORK_LOCK) && absent(FRAMEWORK)
    ? { what, fix: "run the framework's setup" }
    : undefined;
}
