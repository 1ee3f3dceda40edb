import { keyFingerprint } from "./key_fingerprint.ts";
import type { Packet } from "./packets.ts";

/** A subkey and the signatures that stand behind it. */
export interface SubkeyParts {
  readonly body: Uint8Array;
  readonly signatures: Uint8Array[];
}

/** A user id or attribute and the signatures that stand behind it. */
export interface UserParts {
  readonly kind: "id" | "attribute";
  readonly body: Uint8Array;
  readonly signatures: Uint8Array[];
}

/**
 * One key as a file holds it: its packets sorted by what they belong to, not
 * yet judged. Copies of one key add up.
 */
export interface KeyParts {
  /** Of the primary key. */
  readonly fingerprint: string;
  readonly primary: Uint8Array;
  /** Signatures before the first user id. */
  readonly signatures: Uint8Array[];
  readonly users: Map<string, UserParts>;
  /** By fingerprint. */
  readonly subkeys: Map<string, SubkeyParts>;
}

const SIGNATURE = 2;
const PRIMARY = 6;
const USER_ID = 13;
const SUBKEY = 14;
const USER_ATTRIBUTE = 17;

/**
 * Sorts packets into `keys`, merging each key with a copy of it that is there
 * already: a renewal in one block and a revocation in another both count. Keys
 * of unsupported versions (PGP 2's version 3) are passed over.
 */
export function addKeys(
  packets: Iterable<Packet>,
  keys: Map<string, KeyParts>,
): void {
  let key: KeyParts | undefined;
  let signatures: Uint8Array[] | undefined;
  for (const { tag, body } of packets) {
    switch (tag) {
      case PRIMARY: {
        key = primaryOf(body, keys);
        signatures = key?.signatures;
        break;
      }
      case SUBKEY:
        signatures = key && subkeyOf(body, key)?.signatures;
        break;
      case USER_ID:
      case USER_ATTRIBUTE:
        signatures = key && userOf(tag, body, key).signatures;
        break;
      case SIGNATURE:
        signatures?.push(body);
    }
  }
}

function primaryOf(
  body: Uint8Array,
  keys: Map<string, KeyParts>,
): KeyParts | undefined {
  const fingerprint = keyFingerprint(body);
  if (fingerprint === undefined) return undefined;
  const known = keys.get(fingerprint);
  if (known !== undefined) return known;
  const key = {
    fingerprint,
    primary: body,
    signatures: [],
    users: new Map(),
    subkeys: new Map(),
  };
  keys.set(fingerprint, key);
  return key;
}

function subkeyOf(body: Uint8Array, key: KeyParts): SubkeyParts | undefined {
  const fingerprint = keyFingerprint(body);
  if (fingerprint === undefined) return undefined;
  const known = key.subkeys.get(fingerprint);
  if (known !== undefined) return known;
  const subkey = { body, signatures: [] };
  key.subkeys.set(fingerprint, subkey);
  return subkey;
}

function userOf(tag: number, body: Uint8Array, key: KeyParts): UserParts {
  const kind = tag === USER_ID ? "id" as const : "attribute" as const;
  const name = `${kind} ${body.toHex()}`;
  const known = key.users.get(name);
  if (known !== undefined) return known;
  const user = { kind, body, signatures: [] };
  key.users.set(name, user);
  return user;
}
