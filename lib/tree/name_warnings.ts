import type { Finding } from "../base/finding.ts";
import type { RuleName } from "../base/rules.ts";
import { printable } from "../report/printable.ts";
import { baseName, nodesOf } from "./folders_above.ts";
import { linkOddity } from "./link_faults.ts";
import { type LinkTexts, resolverOf } from "./link_resolver.ts";
import { nameSuspicion } from "./name_faults.ts";
import type { NamedEntry } from "./named_entry.ts";
import { sortByUtf8 } from "./utf8_order.ts";
import { within } from "./within.ts";

/** Warnings of one rule that are spelled out; a hostile source could cause one for every entry. */
const MAX_WARNINGS = 100;

/**
 * Names what was left out for its name, and what was kept but deceives.
 *
 * @param kept the entries that stay.
 * @param faults paths left out and what is wrong with each, as a phrase.
 * @param upperTwins paths that are equal only after upper-casing.
 * @param texts texts of the links among `kept`.
 */
export function nameWarnings(
  kept: readonly NamedEntry[],
  faults: ReadonlyMap<string, string>,
  upperTwins: readonly (readonly string[])[],
  texts: LinkTexts,
): Finding[] {
  return [
    ...warnings("name-left-out", leftOut(faults)),
    ...warnings("name-suspect", suspicions(kept, upperTwins)),
    ...warnings("link-text", oddities(kept, texts)),
  ];
}

/** The topmost paths that were left out; what lies below one goes without saying. */
function leftOut(
  faults: ReadonlyMap<string, string>,
): Map<string, string> {
  const isFaulty = within(faults.keys());
  const topmost = new Map<string, string>();
  for (const [path, fault] of faults) {
    const cut = path.lastIndexOf("/");
    if (cut > 0 && isFaulty(path.slice(0, cut))) continue;
    topmost.set(path, `${fault} and is left out`);
  }
  return topmost;
}

function suspicions(
  kept: readonly NamedEntry[],
  upperTwins: readonly (readonly string[])[],
): Map<string, string> {
  const found = new Map<string, string>();
  const nodes = nodesOf(kept);
  for (const path of nodes) {
    const suspicion = nameSuspicion(baseName(path));
    if (suspicion !== undefined) found.set(path, suspicion);
  }
  for (const group of upperTwins) {
    const [path, twin] = group.filter((node) => nodes.has(node));
    if (path === undefined || twin === undefined) continue;
    found.set(
      path,
      `differs from "${printable(twin)}" in case only, on some systems`,
    );
  }
  return found;
}

function oddities(
  kept: readonly NamedEntry[],
  texts: LinkTexts,
): Map<string, string> {
  const found = new Map<string, string>();
  const resolver = resolverOf(kept, texts);
  for (const { path, kind } of kept) {
    if (kind !== "symlink") continue;
    const oddity = linkOddity(path, resolver);
    if (oddity !== undefined) found.set(path, oddity);
  }
  return found;
}

function warnings(
  rule: RuleName,
  phrases: ReadonlyMap<string, string>,
): Finding[] {
  const paths = sortByUtf8([...phrases.keys()]);
  const findings: Finding[] = paths.slice(0, MAX_WARNINGS).map((path) => ({
    rule,
    level: "warning",
    message: `"${printable(path)}" ${phrases.get(path)}`,
  }));
  const more = paths.length - findings.length;
  if (more > 0) {
    findings.push({
      rule,
      level: "warning",
      message: `${more} more entries of the source are of this kind`,
    });
  }
  return findings;
}
