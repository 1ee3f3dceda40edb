import { editDistance } from "../base/edit_distance.ts";

/** Letters that are compared: names are a server's text and may be long. */
const COMPARED = 64;

/**
 * Up to `count` of `names`, the most similar to `wanted` first; among equals
 * the higher version, as that is what was likely meant.
 */
export function nearestNames(
  wanted: string,
  names: readonly string[],
  count: number,
): readonly string[] {
  const asked = wanted.slice(0, COMPARED).toLowerCase();
  const byVersion = new Intl.Collator("en", { numeric: true });
  return names
    .map((name) => ({
      name,
      distance: editDistance(asked, name.slice(0, COMPARED).toLowerCase()),
    }))
    .sort((a, b) =>
      a.distance - b.distance || byVersion.compare(b.name, a.name)
    )
    .slice(0, count)
    .map(({ name }) => name);
}
