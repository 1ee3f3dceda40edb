import { editDistance } from "./edit_distance.ts";

/**
 * Finds the candidate a person most likely meant by `word`, for a "did you
 * mean" sentence. Distance is Damerau-Levenshtein (optimal string alignment):
 * one for each letter added, lost, changed, or swapped with its neighbour.
 *
 * Case is ignored. Nothing is offered beyond a distance of two, or of one for
 * words under five letters, nor for words over 64 letters, so that hostile
 * text costs nothing.
 *
 * @returns The nearest candidate, the first of equals, or `undefined`.
 */
export function nearest(
  word: string,
  candidates: Iterable<string>,
): string | undefined {
  if (word.length > 64) return undefined;
  const asked = word.toLowerCase();
  let limit = asked.length < 5 ? 1 : 2;
  let best: string | undefined;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - asked.length) > limit) continue;
    const distance = editDistance(asked, candidate.toLowerCase());
    if (distance > limit) continue;
    if (distance === 0) return candidate;
    best = candidate;
    limit = distance - 1;
  }
  return best;
}
