import { readSideFile } from "../archive/read_side_file.ts";
import { EntryError, SourceError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { MAX_KEYS_BYTES } from "../base/limits.ts";
import type { HttpClient } from "../http/model.ts";
import { redactUrl } from "../http/redact_url.ts";
import type { LockBlock } from "../lock/model.ts";
import { printable } from "../report/printable.ts";
import { readRegular } from "../repository/read_regular.ts";
import type { KeyRing } from "../signature/key_ring.ts";
import type { SigningPolicy } from "../signature/model.ts";
import { acceptedSigner, demandsSignature } from "../signature/demand.ts";
import { unchecked } from "../signature/unchecked.ts";
import { isKeysUrl } from "../trust/keys.ts";
import type { ResolvedSource } from "../trust/model.ts";

/** What is demanded of a source's signatures, with the keys at hand. */
export interface Demand {
  /** Absent where no signature is demanded, or none can be judged now. */
  readonly signing?: SigningPolicy;
  /** The locked signer, where the keys are out of reach. */
  readonly standing?: string;
  readonly findings: readonly Finding[];
}

/** Where keys come from. */
export interface DemandContext {
  /** The adopter's checkout. */
  readonly root: string;
  /** Reads a KEYS file of the adopter's, where that is not from the checkout. */
  readonly readKeys?: (path: string) => Uint8Array | undefined;
  readonly http: HttpClient;
  /** When it is. */
  readonly now: Date;
}

/**
 * Gets the keys that a source's signatures are judged by (contract section 3).
 *
 * @throws {EntryError} `keys-unreadable` for a file of the adopter's that is
 * not there, or one that holds no key
 * @throws {SourceError} why a KEYS url could not be read
 */
export async function signingPolicy(
  source: ResolvedSource,
  block: LockBlock | undefined,
  context: DemandContext,
): Promise<Demand> {
  if (!demandsSignature(source)) return { findings: [] };
  const { keys, signedBy } = source.policy;
  const signing: SigningPolicy = {
    now: context.now,
    ...(signedBy === undefined ? {} : { signedBy }),
    ...(block?.signer === undefined ? {} : { lockedSigner: block.signer }),
  };
  if (keys === undefined) return { signing, findings: [] };
  const standing = acceptedSigner(source.policy, block?.signer);
  let ring: KeyRing;
  try {
    ring = await loadKeys(source, keys, context);
  } catch (error) {
    const away = error instanceof SourceError &&
      (error.code === "http-failed" || error.code === "not-found");
    if (!away || standing === undefined) throw error;
    const { findings } = unchecked(standing, error.message);
    // An SSH signature is judged without any file of keys.
    return standing.startsWith("SHA256:")
      ? { signing, findings }
      : { standing, findings };
  }
  const sameOrigin = standing === undefined && signedBy === undefined
    ? keysSameOrigin(source, keys)
    : [];
  return {
    signing: { ...signing, keys: ring },
    findings: [...ring.findings, ...sameOrigin],
  };
}

async function loadKeys(
  source: ResolvedSource,
  keys: string,
  { root, readKeys, http }: DemandContext,
): Promise<KeyRing> {
  const remote = isKeysUrl(keys);
  const bytes = remote
    ? await readSideFile(http, keys, "the KEYS file", MAX_KEYS_BYTES)
    : readKeys === undefined
    ? readRegular(root, keys, MAX_KEYS_BYTES, "keys-unreadable")
    : readKeys(keys);
  const name = remote ? redactUrl(keys) : keys;
  if (bytes === undefined) {
    throw new EntryError(
      "keys-unreadable",
      `The keys of ${source.id} are to stand in ${
        printable(name)
      }, which does not exist; put the file there or correct \`keys\`.`,
      { path: keys },
    );
  }
  const { readKeyRing } = await import("../signature/key_ring.ts");
  const { loadOpenPgp } = await import("../signature/openpgp.ts");
  const ring = await readKeyRing(bytes, name, await loadOpenPgp());
  if (ring.size > 0) return ring;
  throw new EntryError(
    "keys-unreadable",
    `${printable(name)} holds no OpenPGP key that can be read${
      ring.damaged.length === 0
        ? ""
        : ` (its blocks in line ${ring.damaged.join(", ")} are damaged)`
    }; correct \`keys\` of ${source.id}.`,
  );
}

/**
 * Whoever can replace the archive can replace such keys too, so that a good
 * signature says only that both are of one hand (contract section 11).
 */
function keysSameOrigin({ id, pin }: ResolvedSource, keys: string): Finding[] {
  const [ours, theirs] = [keys, pin.url].map(originOf);
  if (ours === undefined || ours !== theirs) return [];
  return [{
    rule: "keys-same-origin",
    level: "note",
    message:
      `The keys of ${id} come from the same server as ${id} itself; name the signer in \`signed_by\`, or keep the keys in this repository.`,
  }];
}

function originOf(url: string): string | undefined {
  if (!/^https?:/i.test(url)) return undefined;
  return new URL(url).origin;
}
