import { printable } from "../report/printable.ts";
import { judgeOpenPgp } from "./judge_openpgp.ts";
import { Malformed } from "./malformed.ts";
import type { Judgement, SignedData, SigningPolicy } from "./model.ts";
import { loadOpenPgp } from "./openpgp.ts";
import { refusal, settle, type Verified } from "./settle.ts";
import { readSignatureFile } from "./signature_file.ts";

/** A signature file that lies beside an archive. */
export interface SignatureFile {
  /** Its name, for messages. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Checks the signatures of a release archive: there is one, and every one of
 * the file is good (contract section 3).
 *
 * @param file absent when none lies beside the archive
 * @param archive the archive's name, for messages
 * @param data the archive's bytes
 * @throws {SourceError} `signature-…`, `signer-changed`
 */
export async function verifyArchive(
  file: SignatureFile | undefined,
  archive: string,
  data: SignedData,
  policy: SigningPolicy,
): Promise<Verified> {
  const what = `The signature ${printable(file?.name ?? archive)}`;
  const judged = file === undefined
    ? []
    : (await judgeFile(file.bytes, data, policy))
      .map((judgement) => ({ ...judgement, what }));
  const refused = judged.find(({ passes }) => !passes);
  if (refused !== undefined) throw refusal(refused);
  return settle(judged, printable(archive), policy);
}

async function judgeFile(
  bytes: Uint8Array,
  data: SignedData,
  policy: SigningPolicy,
): Promise<Judgement[]> {
  const pgp = await loadOpenPgp();
  try {
    const signatures = readSignatureFile(bytes, pgp);
    return await judgeOpenPgp(signatures, data, policy, pgp);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return [{ verdict: "bad", passes: false, because: error.message }];
  }
}
