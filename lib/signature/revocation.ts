import { madeAt } from "./self_signatures.ts";
import type { PgpSignature } from "./openpgp.ts";

/** That a key was revoked, and what that means for what it signed before. */
export interface Revocation {
  /** Milliseconds since 1970. */
  readonly at: number;
  /**
   * Superseded or retired: what was signed before stays good. Anything else,
   * no reason too, may mean that a thief signed with an old date.
   */
  readonly soft: boolean;
}

const SUPERSEDED = 1;
const RETIRED = 3;

/** What revocation signatures that hold amount to: a hard one counts above all, then the earliest. */
export function revocationOf(
  signatures: readonly PgpSignature[],
): Revocation | undefined {
  return signatures
    .map((signature) => ({
      at: madeAt(signature),
      soft: signature.reasonForRevocationFlag === SUPERSEDED ||
        signature.reasonForRevocationFlag === RETIRED,
    }))
    .toSorted((left, right) =>
      Number(left.soft) - Number(right.soft) || left.at - right.at
    )[0];
}

/** The worse of two revocations. */
export function worse(
  left: Revocation | undefined,
  right: Revocation | undefined,
): Revocation | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  if (left.soft !== right.soft) return left.soft ? right : left;
  return left.at <= right.at ? left : right;
}
