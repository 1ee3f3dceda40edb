import type { AdopterFiles } from "../adopter/adopter_files.ts";
import type { TrackedPaths } from "../repository/index_file.ts";

/** Where the framework's snapshot brings organizations. */
const FRAMEWORK = ".apache-magpie";

/**
 * The files of a revision, and what a checkout has generated beside them: the
 * framework's snapshot, which git does not hold, was the same then as far as
 * git can tell. What git tracks there now is a change like any other: it is
 * not in the revision, so it was not there.
 *
 * @param tracked what git tracks now
 */
export function withGenerated(
  then: AdopterFiles,
  now: AdopterFiles,
  tracked: TrackedPaths,
): AdopterFiles {
  // In any case: some disks take `.Apache-Magpie` for the framework's folder.
  const committed = tracked.below(".").map(folded)
    .filter((path) => `${path}/`.startsWith(`${FRAMEWORK}/`));
  const generated = (path: string) =>
    path.startsWith(`${FRAMEWORK}/`) &&
    then.state(path).state === "absent" &&
    !committed.some((one) =>
      `${path}/`.startsWith(`${one}/`) || one.startsWith(`${path}/`)
    );
  const at = (path: string) => generated(path) ? now : then;
  return {
    read: (path, maxBytes, tooLarge) => at(path).read(path, maxBytes, tooLarge),
    state: (path) => at(path).state(path),
    list: (path) => at(path).list(path),
  };
}

function folded(path: string): string {
  return path.normalize("NFKC").toLowerCase();
}
