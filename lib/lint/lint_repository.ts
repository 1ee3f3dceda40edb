import type { Adopter } from "../adopter/load_adopter.ts";
import type { Finding } from "../base/finding.ts";
import { withFix } from "../health/with_fix.ts";
import { readIndexEntries } from "../repository/index_entries.ts";
import { checkAttributes } from "./check_attributes.ts";
import { checkLinks } from "./check_links.ts";
import { checkTrust } from "./check_trust.ts";
import { linkPrefixes } from "./link_prefixes.ts";
import { workingTree } from "./working_tree.ts";

/** Mode of a symbolic link in an index. */
const LINK_MODE = 0o120000;

/**
 * All that can be said of a repository without one snapshot (contract section
 * 6, `lint`): of an adopter, of a framework checkout with its committed links,
 * and of what is both. Reads git's index, the agents' folders and the files of
 * contract section 1; walks nothing else, so that the size of the repository
 * does not matter.
 */
export function lintRepository(adopter: Adopter): Finding[] {
  const { repository, root, snapshotsRoot } = adopter;
  const links = checkLinks({
    adopter,
    tree: workingTree(root, snapshotsRoot),
    prefixes: linkPrefixes(adopter),
    committed: readIndexEntries(repository, (mode) => mode === LINK_MODE),
  });
  return [...checkTrust(adopter), ...checkAttributes(adopter), ...links]
    .map(withFix);
}
