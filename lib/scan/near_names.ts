import { editDistance } from "../base/edit_distance.ts";
import { MAX_NAME_PAIRS } from "../base/limits.ts";

/** A new name that a person may take for a known one. */
export interface NearName {
  readonly name: string;
  /** The known name that is nearest. */
  readonly known: string;
  /** Letters that differ, 1 or 2. */
  readonly distance: number;
}

/** What came of comparing names. */
export interface NearNames {
  /** One for each new name at most, the nearest, in the order of the new names. */
  readonly found: readonly NearName[];
  /** New names that were not compared with every known one. */
  readonly uncompared: number;
}

/** Letters of the names that are compared; a longer one is no id and no skill's. */
const MAX_LENGTH = 80;
/** Letters below which two of them make another name, not a like one. */
const SHORT = 6;

/**
 * Finds the new names at distance 1 or 2 from a known one (contract section
 * 8): one letter or two added, lost, changed or swapped, as in `skiIls`. Names
 * that differ in their numbers only are a series, and short ones must be at
 * distance 1. A name that is known itself is not new. Ten thousands of names
 * against as many would take hours: after {@linkcode MAX_NAME_PAIRS} pairs the
 * rest is counted.
 */
export function nearNames(
  newNames: Iterable<string>,
  knownNames: Iterable<string>,
): NearNames {
  const known = new Set(knownNames);
  const byLength = Map.groupBy(
    [...known].filter(({ length }) => length <= MAX_LENGTH),
    ({ length }) => length,
  );
  const found: NearName[] = [];
  let left = MAX_NAME_PAIRS;
  let uncompared = 0;
  for (const name of new Set(newNames)) {
    if (known.has(name) || name.length > MAX_LENGTH) continue;
    for (let length = name.length - 2; length <= name.length + 2; length++) {
      left -= byLength.get(length)?.length ?? 0;
    }
    if (left < 0) {
      uncompared++;
      continue;
    }
    let nearest: NearName | undefined;
    for (let length = name.length - 2; length <= name.length + 2; length++) {
      for (const other of byLength.get(length) ?? []) {
        const limit = Math.min(name.length, length) < SHORT ? 1 : 2;
        if (isSeries(name, other) || lettersApart(name, other) > limit) {
          continue;
        }
        const distance = editDistance(name, other);
        if (distance > limit || distance >= (nearest?.distance ?? 3)) continue;
        nearest = { name, known: other, distance };
      }
    }
    if (nearest !== undefined) found.push(nearest);
  }
  return { found, uncompared };
}

function isSeries(a: string, b: string): boolean {
  const plain = (text: string) => text.replace(/\d+/g, "0");
  return /\d/.test(a) && plain(a) === plain(b);
}

/**
 * A quick bound below the distance: letters of one name that the other lacks.
 * Most pairs end here, so that a thousand names against a thousand take a
 * moment.
 */
function lettersApart(a: string, b: string): number {
  const counts = new Int16Array(128);
  for (let at = 0; at < a.length; at++) counts[a.charCodeAt(at) & 127]!++;
  for (let at = 0; at < b.length; at++) counts[b.charCodeAt(at) & 127]!--;
  let more = 0;
  let less = 0;
  for (const count of counts) {
    if (count > 0) more += count;
    else less -= count;
  }
  return Math.max(more, less);
}
