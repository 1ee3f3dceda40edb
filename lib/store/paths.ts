/** The names of section 1 of the contract that this tool writes, relative to the repository root. */

/** Folder of the snapshots, one folder each, named by source id. */
export const SNAPSHOTS = ".apache-magpie-sources";
/** Folder of staging, journal, run lock, listings and replaced snapshots. */
export const STATE = `${SNAPSHOTS}/.state`;
/** The lock that a run holds which may write. */
export const RUN_LOCK = `${STATE}/run.lock`;
/** Folder of replaced snapshots, from which an edit can be fetched back. */
export const REPLACED = `${STATE}/replaced`;
/** The committed lock. */
export const COMMITTED_LOCK = ".apache-magpie.sources.lock";
/** The local lock. */
export const LOCAL_LOCK = ".apache-magpie.sources.local.lock";
/** The adopter's ignore file. */
export const GITIGNORE = ".gitignore";
/** The framework's own lock, whose presence says that the repository adopted Magpie. */
export const FRAMEWORK_LOCK = ".apache-magpie.lock";
/** Where the trust list may stand, in the order in which it is looked for. */
export const TRUST_LIST_PATHS = [
  ".apache-magpie-overrides/skill-sources.md",
  "skill-sources.md",
] as const;
/** One of {@linkcode TRUST_LIST_PATHS}. */
export type TrustListPath = typeof TRUST_LIST_PATHS[number];
