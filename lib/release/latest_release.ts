import { SourceError } from "../base/errors.ts";
import { printable } from "../report/printable.ts";
import { compareNumbers, compareVersions } from "./compare_versions.ts";
import type { Release } from "./release.ts";
import { shapeOf, type Version, versionOf } from "./version.ts";

/** What {@linkcode latestRelease} may choose. */
export interface LatestReleaseOptions {
  /** A release whose first number is higher may be chosen too. */
  readonly allowMajor: boolean;
}

/** What follows a release. */
export interface LatestRelease {
  /** The newest release that may be chosen; absent when none is newer. */
  readonly newer?: Release;
  /** The newest release beyond it, held back because its first number is higher. */
  readonly heldMajor?: Release;
}

/** A release whose tag is of the wanted shape. */
interface Candidate {
  readonly release: Release;
  readonly version: Version;
}

/**
 * The newest release after the ref `current` (contract section 6, `upgrade`):
 * a tag of the same shape (what stands before the numbers, and how many there
 * are), by the precedence of Semantic Versioning, and no pre-release unless
 * `current` is one. The major version is the first number, also below 1 and
 * for years. `undefined` when `current` names no version.
 *
 * Throws `SourceError` (`releases-ambiguous`) when the newest is spelt twice
 * and leads to two commits: either could be the one somebody slipped in.
 */
export function latestRelease(
  current: string,
  releases: readonly Release[],
  { allowMajor }: LatestReleaseOptions,
): LatestRelease | undefined {
  const now = shapeOf(current);
  if (now === undefined) return undefined;
  const { shape, version } = now;
  const candidates = releases.flatMap((release): Candidate[] => {
    const version = versionOf(release.ref, shape);
    if (version === undefined) return [];
    const unwanted = version.prerelease.length > 0 &&
      now.version.prerelease.length === 0;
    return unwanted ? [] : [{ release, version }];
  }).filter((each) => compareVersions(each.version, version) >= 0);
  const major = (each: Candidate) =>
    compareNumbers(each.version.numbers[0]!, version.numbers[0]!) > 0;
  const chosen = newest(
    candidates.filter((each) => allowMajor || !major(each)),
  );
  if (chosen !== undefined) requireOneCommit(chosen, candidates);
  const held = allowMajor ? undefined : newest(candidates.filter(major));
  const isNewer = chosen !== undefined &&
    compareVersions(chosen.version, version) > 0;
  return {
    ...(isNewer ? { newer: chosen.release } : {}),
    ...(held === undefined ? {} : { heldMajor: held.release }),
  };
}

/** Of several that are equal, the plainest spelling, whatever order they came in. */
function newest(candidates: readonly Candidate[]): Candidate | undefined {
  return candidates.reduce<Candidate | undefined>(
    (best, each) =>
      best === undefined || compareCandidates(each, best) > 0 ? each : best,
    undefined,
  );
}

function compareCandidates(a: Candidate, b: Candidate): number {
  const order = compareVersions(a.version, b.version) ||
    Number(b.version.decorated) - Number(a.version.decorated) ||
    b.release.ref.length - a.release.ref.length;
  if (order !== 0 || a.release.ref === b.release.ref) return order;
  return a.release.ref < b.release.ref ? 1 : -1;
}

function requireOneCommit(
  { release, version }: Candidate,
  candidates: readonly Candidate[],
): void {
  const twin = candidates.find((each) =>
    compareVersions(each.version, version) === 0 &&
    each.release.commit !== release.commit
  );
  if (twin === undefined) return;
  const [one, other] = [release, twin.release].map(({ ref, commit }) =>
    `"${printable(ref)}" (${commit})`
  );
  throw new SourceError(
    "releases-ambiguous",
    `The tags ${one} and ${other} name the same version and lead to two commits; ask the maintainer, and name the one that is wanted.`,
  );
}
