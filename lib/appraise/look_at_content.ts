import { readTextInside } from "../adopter/read_inside.ts";
import { skillFiles } from "../adopter/skill_files.ts";
import type { Finding } from "../base/finding.ts";
import { MAX_SKILL_MD_BYTES } from "../base/limits.ts";
import { hostsIn } from "../review/hosts_in.ts";
import type { ScanFile } from "../scan/model.ts";
import { reviewFindings } from "../scan/review_findings.ts";
import type { Listing } from "../tree/listing.ts";
import { guessLicence, type Licence, licenceFile } from "../vouch/licence.ts";

/** What a person should know of a snapshot's files before vouching for it. */
export interface ContentFacts {
  readonly files: number;
  readonly bytes: number;
  readonly licence?: Licence;
  /** Executable files, sorted. */
  readonly executables: readonly string[];
  /** Hosts that the skills' files name, sorted. */
  readonly hosts: readonly string[];
  /** Warnings about the skills' content, with paths from the source's root. */
  readonly findings: readonly Finding[];
}

/**
 * Looks at the files of a staged snapshot: the skills' own for what they say
 * (contract section 8), all of them for size and executables.
 *
 * @param folder absolute path of the snapshot
 * @param skillRoots folders of the provided skills
 */
export async function lookAtContent(
  folder: string,
  listing: Listing,
  skillRoots: readonly string[],
): Promise<ContentFacts> {
  const hosts = new Set<string>();
  function* files(): Generator<ScanFile> {
    for (const file of skillFiles(folder, listing, skillRoots)) {
      for (const host of hostsIn(file.bytes)) hosts.add(host);
      yield file;
    }
  }
  const findings = await reviewFindings(files());
  const licence = licenceFile(listing.map(({ path }) => path));
  return {
    files: listing.length,
    bytes: listing.reduce((sum, { size }) => sum + size, 0),
    ...(licence === undefined ? {} : { licence: readLicence(folder, licence) }),
    executables: listing.filter(({ mode }) => mode === "100755")
      .map(({ path }) => path),
    hosts: [...hosts].sort(),
    findings,
  };
}

function readLicence(folder: string, file: string): Licence {
  const text = readTextInside(folder, file, MAX_SKILL_MD_BYTES);
  const spdx = text === undefined ? undefined : guessLicence(text);
  return { file, ...(spdx === undefined ? {} : { spdx }) };
}
