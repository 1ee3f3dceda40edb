import type { AdopterFiles } from "../adopter/adopter_files.ts";
import { ConfigError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { MAX_KEYS_BYTES } from "../base/limits.ts";
import { printable } from "../report/printable.ts";
import { isKeysUrl } from "../trust/keys.ts";
import type { ResolvedSource } from "../trust/model.ts";

/** What was trusted at a time, and the files of the repository then. */
export interface TrustedThen {
  readonly sources: readonly ResolvedSource[];
  readonly files: AdopterFiles;
}

/**
 * Every other content of a KEYS file in the repository: whoever adds a key
 * there says who may sign, though the trust list stays as it is. Another path
 * in `keys` is a change of its own.
 */
export function keysChanges(
  before: TrustedThen,
  now: TrustedThen,
  revision: string,
): Finding[] {
  const was = new Map(before.sources.map(({ id, policy }) => [id, policy]));
  return now.sources.flatMap(({ id, policy: { keys } }): Finding[] => {
    if (keys === undefined || isKeysUrl(keys)) return [];
    if (was.get(id)?.keys !== keys) return [];
    if (contentOf(before.files, keys) === contentOf(now.files, keys)) return [];
    return [{
      rule: "trust-changed",
      level: "warning",
      source: id,
      path: keys,
      message: `${id} has another content of its keys, ${
        printable(keys)
      }, since ${printable(revision)}: other people may sign it now`,
      fix: "let somebody who may vouch for the source review this change",
    }];
  });
}

/** The bytes as text, one character each; why not, where they cannot be read. */
function contentOf(files: AdopterFiles, path: string): string | undefined {
  try {
    return files.read(path, MAX_KEYS_BYTES, "keys-unreadable")?.toBase64();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.code;
  }
}
