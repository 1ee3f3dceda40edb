import { MAX_REVIEW_HOSTS } from "../base/limits.ts";
import { hostsIn } from "./hosts_in.ts";
import type { Contents, NewHost, Review } from "./model.ts";
import { hostToUnicode } from "./punycode.ts";

/**
 * Hosts that a changed file of the new version names and no changed file of
 * the old one does, each with the first of `paths` that names it.
 */
export function candidateHosts(
  paths: readonly string[],
  contents: { readonly old: Contents; readonly next: Contents },
): Map<string, string> {
  const before = new Set<string>();
  for (const bytes of contents.old.values()) {
    for (const host of hostsIn(bytes)) before.add(host);
  }
  const first = new Map<string, string>();
  for (const path of paths) {
    const bytes = contents.next.get(path);
    if (bytes === undefined) continue;
    for (const host of hostsIn(bytes)) {
      if (!before.has(host) && !first.has(host)) first.set(host, path);
    }
  }
  return first;
}

/**
 * The candidates that no file of the old version names: `known` tells of those
 * that are the same on both sides. Sorted, at most
 * {@linkcode MAX_REVIEW_HOSTS}.
 */
export function newHosts(
  candidates: ReadonlyMap<string, string>,
  known: ReadonlySet<string> = new Set(),
): Pick<Review, "hosts" | "hostsLeftOut"> {
  const hosts = [...candidates.keys()].filter((host) => !known.has(host))
    .sort();
  return {
    hosts: hosts.slice(0, MAX_REVIEW_HOSTS)
      .map((host) => described(host, candidates.get(host)!)),
    hostsLeftOut: Math.max(0, hosts.length - MAX_REVIEW_HOSTS),
  };
}

function described(host: string, path: string): NewHost {
  const unicode = hostToUnicode(host);
  return { host, ...(unicode === host ? {} : { unicode }), path };
}
