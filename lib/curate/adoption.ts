import type { LockBlock } from "../lock/model.ts";
import { compareVersions } from "../release/compare_versions.ts";
import { shapeOf, versionOf } from "../release/version.ts";
import type { DescriptorEntry } from "../trust/descriptor.ts";
import type { Method } from "../trust/model.ts";
import type { ReadAdopter } from "./read_adopter.ts";

/**
 * How an adopter's pin stands to the organization's: the same; an older or a
 * newer version; one that cannot be compared; the same ref with another
 * anchor; a listed id from another place; listed without a pin; a branch,
 * which nothing pins; or not listed at all.
 */
export const STATES = [
  "current",
  "behind",
  "ahead",
  "other",
  "differs",
  "elsewhere",
  "listed",
  "unpinned",
  "uncurated",
] as const;

/** One of {@linkcode STATES}. */
export type AdoptionState = typeof STATES[number];

/** How an adopter's trust list stands to its committed lock. */
export const LOCK_STATES = [
  "locked",
  "changed",
  "no-lock-entry",
  "no-trust-entry",
] as const;

/** One of {@linkcode LOCK_STATES}. */
export type LockState = typeof LOCK_STATES[number];

/** One source of one adopter. */
export interface Adoption {
  readonly id: string;
  /** The organization's id for it, where that is another. */
  readonly listed_as?: string;
  readonly method?: Method;
  readonly url?: string;
  readonly ref?: string;
  /** Commit or digest, whole; absent for a branch and for a broken entry. */
  readonly anchor?: string;
  readonly state: AdoptionState;
  readonly lock: LockState;
}

type Facts = Pick<Adoption, "method" | "url" | "ref" | "anchor">;

/**
 * What an adopter pins and trusts, by id, held against the organization's
 * entries. The lock says what is installed; an entry that is not locked yet is
 * taken from the trust list.
 *
 * @param curated the organization's entries
 */
export function adoptionsOf(
  { lock, trustList, faults }: ReadAdopter,
  curated: readonly DescriptorEntry[],
): readonly Adoption[] {
  const blocks = new Map(
    (lock?.blocks ?? []).map((block) => [block.id as string, block]),
  );
  const entries = new Map(
    (trustList?.entries ?? []).map((entry) => [entry.id, entry]),
  );
  const unread = faults.some(({ cause }) => cause === "list-unreadable");
  const ids = [...new Set([...blocks.keys(), ...entries.keys()])].sort();
  return ids.map((id): Adoption => {
    const block = blocks.get(id);
    const entry = entries.get(id);
    const listed = curatedFor(id, block, entry, curated);
    const facts = block === undefined
      ? { ...theirFacts(listed), ...entryFacts(entry!) }
      : blockFacts(block);
    return {
      id,
      ...(listed === undefined || listed.id === id
        ? {}
        : { listed_as: listed.id }),
      ...facts,
      state: stateOf(facts, listed),
      lock: unread && block !== undefined ? "locked" : lockState(block, entry),
    };
  });
}

function blockFacts({ pin }: LockBlock): Facts {
  const { method, url, ref } = pin;
  switch (pin.method) {
    case "git-tag":
      return { method, url, ref, anchor: pin.commit };
    case "svn-zip":
      return { method, url, ref, anchor: pin.sha512 };
    case "git-branch":
      return { method, url, ref };
  }
}

function entryFacts({ descriptor }: DescriptorEntry): Facts {
  const { method, url, ref, commit, sha512 } = descriptor;
  const anchor = commit ?? sha512;
  return {
    ...(method === undefined ? {} : { method: method.value }),
    ...(url === undefined ? {} : { url: url.value }),
    ...(ref === undefined ? {} : { ref: ref.value }),
    ...(anchor === undefined ? {} : { anchor: anchor.value }),
  };
}

/** What a short entry leaves to the organization: never its pin. */
function theirFacts(listed: DescriptorEntry | undefined): Facts {
  const { method, url } = listed?.descriptor ?? {};
  return {
    ...(method === undefined ? {} : { method: method.value }),
    ...(url === undefined ? {} : { url: url.value }),
  };
}

/** The organization's entry of that place, or else of that id. */
function curatedFor(
  id: string,
  block: LockBlock | undefined,
  entry: DescriptorEntry | undefined,
  curated: readonly DescriptorEntry[],
): DescriptorEntry | undefined {
  const url = block?.pin.url ?? entry?.descriptor.url?.value;
  const there = curated.filter(({ descriptor }) =>
    descriptor.url?.value === url && url !== undefined
  );
  const same = (each: DescriptorEntry) => each.id === id;
  return there.find(same) ?? there[0] ?? curated.find(same);
}

function stateOf(
  facts: Facts,
  listed: DescriptorEntry | undefined,
): AdoptionState {
  if (listed === undefined) return "uncurated";
  const { method, url, ref, commit, sha512 } = listed.descriptor;
  // The url of an archive holds its version.
  const moves = facts.method === "svn-zip" && method?.value === "svn-zip";
  if (!moves && url?.value !== facts.url) return "elsewhere";
  if (facts.method === "git-branch") return "unpinned";
  const theirs = commit ?? sha512;
  if (ref === undefined || theirs === undefined) return "listed";
  if (facts.ref === ref.value) {
    return facts.anchor === theirs.value ? "current" : "differs";
  }
  const now = shapeOf(ref.value);
  const version = now === undefined || facts.ref === undefined
    ? undefined
    : versionOf(facts.ref, now.shape);
  if (now === undefined || version === undefined) return "other";
  const order = compareVersions(version, now.version);
  return order < 0 ? "behind" : order > 0 ? "ahead" : "other";
}

function lockState(
  block: LockBlock | undefined,
  entry: DescriptorEntry | undefined,
): LockState {
  if (block === undefined) return "no-lock-entry";
  if (entry === undefined) return "no-trust-entry";
  const locked: Facts = blockFacts(block);
  const said = entryFacts(entry);
  // What is refused is no fact, and nothing that the lock could agree with.
  const differs = entry.faults.length > 0 || Object.entries(said)
    .some(([key, value]) => locked[key as keyof Facts] !== value);
  return differs ? "changed" : "locked";
}
