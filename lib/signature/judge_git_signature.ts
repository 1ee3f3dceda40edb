import { readArmor } from "./armor.ts";
import { judgeOpenPgp } from "./judge_openpgp.ts";
import { judgeSsh } from "./judge_ssh.ts";
import { Malformed } from "./malformed.ts";
import type { Judgement, SigningPolicy } from "./model.ts";
import { loadOpenPgp } from "./openpgp.ts";
import { readSignatureFile } from "./signature_file.ts";

/** Judges the armored signature of a git object over `payload`. */
export async function judgeGitSignature(
  signature: Uint8Array,
  payload: Uint8Array,
  policy: SigningPolicy,
): Promise<Judgement[]> {
  const data = () => [payload];
  const { blocks, prose } = readArmor(signature);
  switch (blocks[0]?.label) {
    case "SSH SIGNATURE":
      return [await judgeSsh(signature, data, policy)];
    case "SIGNED MESSAGE":
      return [{
        verdict: "unknown-key",
        passes: false,
        because: "is an X.509 one, which is not supported",
      }];
  }
  try {
    // What stands beside the signature is covered by nothing.
    if (prose) throw new Malformed("has text beside it");
    const pgp = await loadOpenPgp();
    const signatures = readSignatureFile(signature, pgp);
    return await judgeOpenPgp(signatures, data, policy, pgp);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return [{ verdict: "bad", passes: false, because: error.message }];
  }
}
