import { SourceError } from "../base/errors.ts";
import { compareVersions } from "../release/compare_versions.ts";
import { latestRelease } from "../release/latest_release.ts";
import type { Release } from "../release/release.ts";
import {
  shapeOf,
  type Version,
  type VersionShape,
} from "../release/version.ts";
import { printable } from "../report/printable.ts";

/** Prefixes of tags that name the repository's own version, and no part of it. */
const OWN = /^(?:v|version-?|rel(?:ease)?[-/_]?v?)?$/i;

/** What the tags of a repository offer to a first pin. */
export interface NewestRelease {
  /** The newest release by semver, no pre-release; absent where none is certain. */
  readonly release?: Release;
  /** Tags to choose from otherwise, the newest of each shape, at most five. */
  readonly offered: readonly string[];
}

/**
 * The newest release of a repository that nobody has pinned yet: of the tags
 * that are versions and no pre-releases, those without a name in front first
 * (`v1.2.3` before `plugin-v9.0.0`), or those of the only name there is.
 *
 * Throws `SourceError` (`releases-ambiguous`) when the newest is spelt twice
 * and leads to two commits.
 */
export function newestRelease(releases: readonly Release[]): NewestRelease {
  const shaped = releases.flatMap((release) => {
    const found = shapeOf(release.ref);
    return found === undefined || found.version.prerelease.length > 0
      ? []
      : [{ release, ...found }];
  });
  const groups = [
    ...Map.groupBy(
      shaped,
      ({ shape: { prefix, components, separator } }) =>
        `${prefix} ${components}${separator ?? ""}`,
    ).values(),
  ];
  const newest = groups.map((group) => {
    const first = group[0]!;
    const all = group.map(({ release }) => release);
    const latest = latestRelease(first.release.ref, all, { allowMajor: true });
    const ref = latest?.newer?.ref;
    return group.find(({ release }) => release.ref === ref) ?? first;
  }).sort((a, b) =>
    compareVersions(b.version, a.version) ||
    // A tag `v3` that is moved with every release is no version to pin.
    b.shape.components - a.shape.components
  );
  const own = newest.filter(({ shape }) => OWN.test(shape.prefix));
  const twin = own.find((each) => isTwin(each, own[0]!));
  if (twin !== undefined) throw ambiguous(own[0]!.release, twin.release);
  const chosen = own[0] ?? (newest.length === 1 ? newest[0] : undefined);
  return {
    ...(chosen === undefined ? {} : { release: chosen.release }),
    offered: newest.slice(0, 5).map(({ release }) => release.ref),
  };
}

interface Candidate {
  readonly release: Release;
  readonly shape: VersionShape;
  readonly version: Version;
}

function isTwin(a: Candidate, b: Candidate): boolean {
  return a.release.commit !== b.release.commit &&
    a.shape.components === b.shape.components &&
    compareVersions(a.version, b.version) === 0;
}

function ambiguous(...releases: readonly Release[]): SourceError {
  const [one, other] = releases.map(({ ref, commit }) =>
    `"${printable(ref)}" (${commit})`
  );
  return new SourceError(
    "releases-ambiguous",
    `The tags ${one} and ${other} name the same version and lead to two commits; ask the maintainer, and name the one that is wanted with --ref.`,
  );
}
