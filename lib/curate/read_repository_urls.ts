import { ConfigError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { MAX_ADOPTERS } from "../base/limits.ts";
import { decodeText } from "../trust/decode_text.ts";
import { checkUrl } from "../trust/url.ts";

/** A repository of a list, and where it stands there. */
export interface ListedRepository {
  readonly url: string;
  /** From 1. */
  readonly line: number;
}

/** What a file of repository urls says. */
export interface RepositoryUrls {
  /** In the order of the file, each url once. */
  readonly repositories: readonly ListedRepository[];
  /** Lines that name no repository, or one once more. */
  readonly findings: readonly Finding[];
}

/**
 * Reads a file of repository urls, one a line; blank lines and those that
 * begin with `#` say nothing. A url is judged as text (contract section 2). A
 * bad line keeps no other from being read.
 *
 * @param file name for messages
 * @throws {ConfigError} `layer-encoding` for what is no text, `limit-exceeded`
 * for more than {@linkcode MAX_ADOPTERS} lines
 */
export function readRepositoryUrls(
  bytes: Uint8Array,
  file: string,
): RepositoryUrls {
  const lines = decodeText(bytes, file).split(/\r\n|\n|\r/);
  if (lines.length > MAX_ADOPTERS) {
    throw new ConfigError(
      "limit-exceeded",
      `${file} has more than ${MAX_ADOPTERS} lines; split it`,
      { path: file },
    );
  }
  const first = new Map<string, number>();
  const findings: Finding[] = [];
  lines.forEach((text, index) => {
    const line = index + 1;
    const url = text.trim();
    if (url === "" || url.startsWith("#")) return;
    const { fault } = checkUrl(url);
    const known = first.get(url);
    if (fault === undefined && known === undefined) first.set(url, line);
    else {
      findings.push({
        rule: fault === undefined ? "adopter-list-invalid" : "url-refused",
        level: fault === undefined ? "warning" : "error",
        message: `${file}:${line}: ${
          fault ?? `This repository stands in line ${known} already`
        }`,
        path: file,
        line,
      });
    }
  });
  const repositories = [...first].map(([url, line]) => ({ url, line }));
  return { repositories, findings };
}
