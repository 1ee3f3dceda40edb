import type { KeyRing } from "./key_ring.ts";

/** What became of one signature (contract section 3, "Verdicts"). */
export type Verdict =
  | "good"
  | "made-before-expiry"
  | "revoked"
  | "expired-at-signing"
  | "future"
  | "too-weak"
  | "unknown-key"
  | "not-listed"
  | "bad";

/** The judgement of one signature. */
export interface Judgement {
  readonly verdict: Verdict;
  /** Good, made before the key expired, or before a soft revocation. */
  readonly passes: boolean;
  /**
   * Who made it: fingerprint of the primary key, or of the SSH key. Present
   * once the signature has matched the bytes, whatever the key is worth.
   */
  readonly signer?: string;
  /** The end of the sentence "The signature …": who, when, and why. */
  readonly because: string;
  /** It covers the text with its line ends made alike, not the bytes. */
  readonly textMode?: boolean;
}

/** Whose signatures count. */
export interface SigningPolicy {
  /** The keys that `keys` introduces; absent where only SSH signers count. */
  readonly keys?: KeyRing;
  /** Full fingerprints; absent: any key of `keys`. */
  readonly signedBy?: readonly string[];
  /** The signer of the committed lock. */
  readonly lockedSigner?: string;
  /** When it is. */
  readonly now: Date;
}

/** Bytes that a signature is said to cover; they can be read again. */
export type SignedData = () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
