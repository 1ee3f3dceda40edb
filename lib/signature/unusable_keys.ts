import type { KeyRing } from "./key_ring.ts";
import type { KeyParts } from "./key_parts.ts";
import { Malformed } from "./malformed.ts";
import type { OpenPgp } from "./openpgp.ts";
import { primaryKey } from "./primary_key.ts";
import { SelfSignatures } from "./self_signatures.ts";

/** A key that can make no signature today that counts. */
export interface UnusableKey {
  /** Fingerprint of the primary key, in upper-case hex. */
  readonly fingerprint: string;
  /** A user id, for people; not escaped. */
  readonly userId?: string;
  /** The end of the sentence "The key …". */
  readonly because: string;
}

/**
 * The primary keys of `ring` that have expired or are revoked, in the order of
 * the file, and of `only`, when it is given, also those that the ring lacks.
 *
 * @param only full fingerprints of OpenPGP keys
 */
export async function unusableKeys(
  ring: KeyRing,
  only: readonly string[] | undefined,
  now: Date,
  pgp: OpenPgp,
): Promise<readonly UnusableKey[]> {
  const wanted = only?.map((text) => text.toUpperCase());
  const unusable: UnusableKey[] = [];
  for (const key of ring.keys) {
    if (wanted !== undefined && !wanted.includes(key.fingerprint)) continue;
    const found = await judged(key, now, pgp);
    if (found !== undefined) unusable.push(found);
  }
  const known = new Set(ring.keys.map(({ fingerprint }) => fingerprint));
  const missing = (wanted ?? []).filter((text) => !known.has(text));
  return [
    ...unusable,
    ...missing.map((fingerprint) => ({
      fingerprint,
      because: "is not in the file",
    })),
  ];
}

async function judged(
  key: KeyParts,
  now: Date,
  pgp: OpenPgp,
): Promise<UnusableKey | undefined> {
  const { fingerprint } = key;
  try {
    // Each key has its own budget: one that is flooded spoils no other.
    const primary = await primaryKey(key, pgp, new SelfSignatures(now));
    if (primary === undefined) {
      return { fingerprint, because: "has no valid signature of its own" };
    }
    const { userId, revoked, expires } = primary;
    const named = userId === undefined ? {} : { userId };
    if (revoked !== undefined) {
      const because = `was revoked on ${day(revoked.at)}`;
      return { fingerprint, ...named, because };
    }
    if (expires !== undefined && expires <= now.getTime()) {
      const because = `expired on ${day(expires)}`;
      return { fingerprint, ...named, because };
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return { fingerprint, because: `cannot be judged, as ${error.message}` };
  }
}

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
