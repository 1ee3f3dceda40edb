import type { KeyPacket } from "./openpgp.ts";

/** Bits of the shortest RSA modulus that counts. */
export const MIN_RSA_BITS = 2048;

const RSA = new Set([1, 2, 3]);
const MODERN = new Set([19, 22, 27, 28]);

/** What makes a key too weak to trust; `undefined` for one that is strong enough. */
export function weaknessOf(key: KeyPacket): string | undefined {
  if (MODERN.has(key.algorithm)) return undefined;
  if (!RSA.has(key.algorithm)) return "a DSA or older key, which is too weak";
  const { bits = 0 } = key.getAlgorithmInfo();
  return bits < MIN_RSA_BITS
    ? `an RSA key of ${bits} bits, which is too short`
    : undefined;
}
