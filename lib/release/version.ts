/** How a project spells its versions: all but the numbers of one tag. */
export interface VersionShape {
  /** What stands in front: `v`, `release-`, `rel/`, `skills-v`, or nothing. */
  readonly prefix: string;
  /** Numbers of the version: three in `1.2.3`. */
  readonly components: number;
  /** What stands between them; absent for a single number. */
  readonly separator?: "." | "_";
}

/** One version (Semantic Versioning 2.0.0), for any number of components. */
export interface Version {
  /** Digits as written, which may exceed every number type. */
  readonly numbers: readonly string[];
  /** Identifiers of the pre-release; empty for a release. */
  readonly prerelease: readonly string[];
  /** Something follows that has no precedence: `+build`, `-incubating`. */
  readonly decorated: boolean;
}

/** A version that is a release in spite of what follows its numbers; the first is Apache's. */
const STANDING = /^[-._]?(?:incubating|final|release|ga)(?=$|[-._+])/i;
const TAIL = /^(?:[-._]?([0-9A-Za-z][0-9A-Za-z._-]*))?(\+[0-9A-Za-z.-]+)?$/;

/**
 * The shape of a ref, and the version it names; `undefined` when it names none.
 *
 * The version is the run of numbers with the most components; of two as long,
 * the first that begins a word (`v` may stand in front): `skills2-v1` is
 * version 1 of `skills2`.
 */
export function shapeOf(
  ref: string,
): { readonly shape: VersionShape; readonly version: Version } | undefined {
  let best: { at: number; rank: number } | undefined;
  for (const { 0: run, index } of ref.matchAll(/[0-9]+(?:[._][0-9]+)*/g)) {
    const components = leadingNumbers(run).numbers.length;
    const clean = /(?:^|[-_/@.])[vV]?$/.test(
      ref.slice(Math.max(0, index - 2), index),
    );
    const rank = 2 * components + (clean ? 1 : 0);
    if (best === undefined || rank > best.rank) best = { at: index, rank };
  }
  if (best === undefined) return undefined;
  const { numbers, separator } = leadingNumbers(ref.slice(best.at));
  const shape = {
    prefix: ref.slice(0, best.at),
    components: numbers.length,
    ...(separator === undefined ? {} : { separator }),
  };
  const version = versionOf(ref, shape);
  return version && { shape, version };
}

/** The version that a ref of this shape names; `undefined` for a ref of another shape. */
export function versionOf(
  ref: string,
  shape: VersionShape,
): Version | undefined {
  if (!ref.startsWith(shape.prefix)) return undefined;
  const { numbers, separator, rest } = leadingNumbers(
    ref.slice(shape.prefix.length),
  );
  if (numbers.length !== shape.components) return undefined;
  if (separator !== shape.separator) return undefined;
  const standing = STANDING.exec(rest)?.[0] ?? "";
  const tail = TAIL.exec(rest.slice(standing.length));
  if (tail === null) return undefined;
  return {
    numbers,
    prerelease: tail[1]?.split(".") ?? [],
    decorated: standing !== "" || tail[2] !== undefined,
  };
}

/** The numbers that a text begins with, all parted by the same separator. */
function leadingNumbers(text: string): {
  readonly numbers: readonly string[];
  readonly separator?: "." | "_";
  readonly rest: string;
} {
  const mark = /^[0-9]+([._])(?=[0-9])/.exec(text)?.[1] as
    | "."
    | "_"
    | undefined;
  const run = mark === "."
    ? /^[0-9]+(?:\.[0-9]+)*/
    : mark === "_"
    ? /^[0-9]+(?:_[0-9]+)*/
    : /^[0-9]*/;
  const found = run.exec(text)![0];
  return {
    numbers: found === "" ? [] : found.split(mark ?? "."),
    ...(mark === undefined ? {} : { separator: mark }),
    rest: text.slice(found.length),
  };
}
