import { SourceError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { checkTagPin } from "../git/check_pin.ts";
import { findRef } from "../git/find_ref.ts";
import { listReleases } from "../git/list_releases.ts";
import { openRemote } from "../git/open_remote.ts";
import { redirected } from "../git/redirected.ts";
import type { Remote } from "../git/remote.ts";
import type { LockBlock } from "../lock/model.ts";
import {
  type LatestRelease,
  latestRelease,
} from "../release/latest_release.ts";
import type { Release } from "../release/release.ts";
import { printable } from "../report/printable.ts";
import type { GitTagPin, ResolvedSource } from "../trust/model.ts";
import {
  aboutEntry,
  type RemoteCheck,
  type RemoteCheckContext,
} from "./remote_check.ts";

/** Holds a tag's pin against what the repository says; throws what keeps it from being asked. */
export async function checkRemoteTag(
  source: ResolvedSource,
  pin: GitTagPin,
  block: LockBlock | undefined,
  context: RemoteCheckContext,
): Promise<RemoteCheck> {
  const remote = await openRemote(pin.url, context);
  const elsewhere = redirected(pin.url, remote.redirectedTo)
    .map((finding) => aboutEntry(source, finding));
  const moved = await moves(source, pin, block, remote);
  const releases = await listReleases(remote);
  const { findings, newer } = outdated(source, pin, releases);
  return {
    findings: [...elsewhere, ...moved, ...findings],
    ...(newer === undefined ? {} : { newer }),
  };
}

/** A tag that leads elsewhere than it was pinned to, or nowhere. */
async function moves(
  source: ResolvedSource,
  pin: GitTagPin,
  block: LockBlock | undefined,
  remote: Remote,
): Promise<Finding[]> {
  const { id } = source;
  const ref = printable(pin.ref);
  try {
    const found = await findRef(remote, pin.url, "tag", pin.ref);
    checkTagPin(pin, found, remote.format);
    return [];
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const { code, message, fix } = error;
    switch (code) {
      case "tag-moved":
      case "commit-unknown":
      case "anchor-is-tag-object":
        return [aboutEntry(source, {
          rule: code,
          level: "error",
          message,
          fix: fix ??
            `ask the maintainer why; then skill-sources upgrade ${id} --to ${id}=${ref} shows what changed, and --write pins it`,
        })];
      case "ref-missing":
      case "repository-empty": {
        // A tag that was never fetched is a wrong entry, not a loss.
        if (block?.pin.ref !== pin.ref || block.pin.url !== pin.url) {
          throw error;
        }
        return [aboutEntry(source, {
          rule: "tag-gone",
          level: "error",
          message: `The tag that ${id} is pinned to is gone: ${message}`,
          fix:
            `ask the maintainer why; then skill-sources upgrade ${id} --latest --write pins the newest release`,
        })];
      }
      default:
        throw error;
    }
  }
}

function outdated(
  source: ResolvedSource,
  pin: GitTagPin,
  releases: readonly Release[],
): { readonly findings: Finding[]; readonly newer?: string } {
  const { id } = source;
  const ref = printable(pin.ref);
  let latest: LatestRelease | undefined;
  try {
    latest = latestRelease(pin.ref, releases, { allowMajor: false });
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const { code: rule, message } = error;
    return { findings: [aboutEntry(source, { rule, level: "note", message })] };
  }
  const note = (newer: Release, what: string, flags: string) =>
    aboutEntry(source, {
      rule: "outdated",
      level: "note",
      message: `${id} is at ${ref}, and ${what} ${printable(newer.ref)} is out`,
      fix: `skill-sources upgrade ${id} --latest${flags} --write`,
    });
  const { newer, heldMajor } = latest ?? {};
  return {
    findings: [
      ...(newer === undefined ? [] : [note(newer, "the newer release", "")]),
      ...(heldMajor === undefined
        ? []
        : [note(heldMajor, "the new major version", " --allow-major")]),
    ],
    ...(newer === undefined ? {} : { newer: newer.ref }),
  };
}
