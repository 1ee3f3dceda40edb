import { SourceError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import type { Sha512 } from "../base/ids.ts";
import { MAX_SIDE_FILE_BYTES } from "../base/limits.ts";
import type { HttpClient } from "../http/model.ts";
import { redactUrl } from "../http/redact_url.ts";
import { printable } from "../report/printable.ts";
import { archiveName, siblingUrl } from "./archive_url.ts";
import { type ChecksumVerdict, readChecksums } from "./read_checksums.ts";
import { readSideFile } from "./read_side_file.ts";

/**
 * Compares an archive whose digest is the pinned one with the `.sha512` file
 * published beside it (contract section 3). The pin has matched, so that a
 * missing statement is a warning.
 *
 * @throws {SourceError} `checksum-mismatch` when the file states another
 * digest: then publisher and pin disagree about the same release.
 */
export async function publishedChecksum(
  http: HttpClient,
  url: string,
  digest: Sha512,
): Promise<Finding[]> {
  const side = siblingUrl(url, ".sha512");
  const verdict = await verdictOf(http, side, archiveName(url), digest);
  const warning = (rule: Finding["rule"], message: string): Finding[] => [
    { rule, level: "warning", message },
  ];
  switch (verdict.kind) {
    case "differs":
      throw new SourceError(
        "checksum-mismatch",
        `${redactUrl(side)} states the digest ${
          verdict.stated.join(" and ")
        }, but the archive has the pinned ${digest}; ask the maintainer which is right.`,
      );
    case "unusable":
      return warning(
        "checksum-missing",
        `${
          redactUrl(side)
        } ${verdict.why}, so that only the pin vouches for the archive; ask the maintainer to publish a checksum.`,
      );
    case "agrees":
      return verdict.candidate === undefined ? [] : warning(
        "checksum-name",
        `${redactUrl(side)} is written for the release candidate ${
          printable(verdict.candidate)
        }; its digest agrees.`,
      );
  }
}

async function verdictOf(
  http: HttpClient,
  url: string,
  archive: string,
  digest: Sha512,
): Promise<ChecksumVerdict> {
  let bytes: Uint8Array;
  try {
    bytes = await readSideFile(
      http,
      url,
      "the checksum file",
      MAX_SIDE_FILE_BYTES,
    );
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const why = error.code === "not-found"
      ? "does not exist or may not be read"
      : "could not be read";
    return { kind: "unusable", why };
  }
  return readChecksums(bytes, archive, digest);
}
