import type { Policy } from "../trust/model.ts";

/** Whether the trust list demands a signature of a source (contract section 3). */
export function demandsSignature(
  { policy }: { readonly policy: Policy },
): boolean {
  return policy.keys !== undefined || policy.signedBy !== undefined;
}

/**
 * The signer whom the committed lock records, when the trust list still
 * accepts them: the same anchor was verified then, so that keys or a signature
 * file out of reach are no reason to refuse it now.
 */
export function acceptedSigner(
  { signedBy }: Pick<Policy, "signedBy">,
  signer: string | undefined,
): string | undefined {
  return signer !== undefined &&
      (signedBy === undefined || signedBy.includes(signer))
    ? signer
    : undefined;
}
