import { protocolError } from "./git_errors.ts";
import { isObjectId, type ObjectFormat } from "./object_format.ts";
import type { RemoteRef } from "./remote.ts";

/** What `git ls-remote` said. */
export interface SshRefs {
  /** Told by the ids' length; SHA-1 for a repository without refs. */
  readonly format: ObjectFormat;
  readonly refs: readonly RemoteRef[];
}

/** What git puts behind the name of a tag on the line with what the tag leads to. */
const PEELED = "^{}";

/**
 * Reads the lines `<id> TAB <name>` of `git ls-remote`, whose ids and names
 * are the server's. `where` is the url as messages show it. Throws
 * `SourceError` (`git-protocol`).
 */
export function sshRefs(listing: string, where: string): SshRefs {
  const refs = new Map<string, { name: string; id: string; peeled?: string }>();
  let format: ObjectFormat | undefined;
  for (const line of listing.split("\n")) {
    if (line === "") continue;
    const tab = line.indexOf("\t");
    const id = line.slice(0, tab);
    format ??= id.length === 64 ? "sha256" : "sha1";
    if (tab < 0 || !isObjectId(format, id)) {
      throw protocolError(where, "the list of refs is malformed");
    }
    const name = line.slice(tab + 1);
    if (!name.endsWith(PEELED)) refs.set(name, { name, id });
    else {
      const tag = refs.get(name.slice(0, -PEELED.length));
      if (tag !== undefined) tag.peeled = id;
    }
  }
  return { format: format ?? "sha1", refs: [...refs.values()] };
}
