import type { Finding } from "../base/finding.ts";
import { printable } from "../report/printable.ts";
import { readArmor } from "./armor.ts";
import { keyIdOf } from "./key_fingerprint.ts";
import { addKeys, type KeyParts } from "./key_parts.ts";
import { Malformed } from "./malformed.ts";
import type { OpenPgp } from "./openpgp.ts";
import { readPackets } from "./packets.ts";
import { publicPackets } from "./public_packets.ts";

/** The key that a signature says it was made with: hints, until it is verified. */
export interface Issuer {
  /** 16 upper-case hex digits. */
  readonly keyId: string;
  /** Absent in older signatures. */
  readonly fingerprint?: string;
}

/** A key of a KEYS file, and which component of it is meant. */
export interface RingEntry {
  readonly key: KeyParts;
  /** Fingerprint of the primary key or of a subkey. */
  readonly component: string;
}

/** The keys of a KEYS file, by every id they go by. */
export interface KeyRing {
  /** How messages call the file. */
  readonly name: string;
  /** Keys, copies counted once. */
  readonly size: number;
  /** The keys themselves, in the order of the file. */
  readonly keys: readonly KeyParts[];
  /** Lines at which damaged blocks begin; a key may have been lost there. */
  readonly damaged: readonly number[];
  /** What was odd about the file. */
  readonly findings: readonly Finding[];
  /** The components that may have made a signature. */
  find(issuer: Issuer): readonly RingEntry[];
}

/**
 * Reads a KEYS file: armored blocks between any text, or binary keys. A
 * damaged block is a warning with its line and hides no other.
 *
 * @param name how messages call the file
 */
export async function readKeyRing(
  bytes: Uint8Array,
  name: string,
  pgp: OpenPgp,
): Promise<KeyRing> {
  const keys = new Map<string, KeyParts>();
  const findings: Finding[] = [];
  const damaged: number[] = [];
  let secret = false;
  for (const { line, bytes: block, fault } of blocksOf(bytes)) {
    try {
      if (block === undefined) throw new Malformed(fault ?? "is no key");
      const read = await publicPackets([...readPackets(block)], pgp);
      secret ||= read.secret;
      addKeys(read.packets, keys);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      damaged.push(line);
      findings.push(damage(name, line, error.message));
    }
  }
  if (secret) findings.push(published(name));
  const byKeyId = new Map<string, RingEntry[]>();
  for (const key of keys.values()) {
    for (const component of [key.fingerprint, ...key.subkeys.keys()]) {
      const id = keyIdOf(component);
      const known = byKeyId.get(id);
      if (known === undefined) byKeyId.set(id, [{ key, component }]);
      else known.push({ key, component });
    }
  }
  return {
    name,
    size: keys.size,
    keys: [...keys.values()],
    damaged,
    findings,
    find: ({ keyId, fingerprint }) =>
      (byKeyId.get(keyId) ?? []).filter(({ component }) =>
        fingerprint === undefined || component === fingerprint
      ),
  };
}

interface Block {
  readonly line: number;
  readonly bytes?: Uint8Array;
  readonly fault?: string;
}

const KEY_BLOCK = /^PGP (?:PUBLIC|PRIVATE|SECRET) KEY BLOCK$/;

function blocksOf(bytes: Uint8Array): readonly Block[] {
  const { blocks } = readArmor(bytes);
  const armored = blocks.filter(({ label }) => KEY_BLOCK.test(label));
  if (armored.length > 0) return armored;
  // A packet begins with a byte that no text in ASCII or UTF-8 begins with.
  return (bytes[0] ?? 0) >= 0x80 ? [{ line: 1, bytes }] : [];
}

function damage(name: string, line: number, why: string): Finding {
  return {
    rule: "keys-damaged",
    level: "warning",
    message: `${
      printable(name)
    }:${line}: this block of keys is left out, as it ${
      printable(why)
    }; ask for a whole one, or remove it.`,
  };
}

function published(name: string): Finding {
  return {
    rule: "keys-private",
    level: "warning",
    message: `${
      printable(name)
    } PUBLISHES A PRIVATE KEY: whoever reads it can sign as its owner; tell the owner to revoke it and do not rely on it.`,
  };
}
