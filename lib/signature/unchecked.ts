import { printable } from "../report/printable.ts";
import type { Verified } from "./settle.ts";

/**
 * The result where the committed lock's signer stands, as nothing could be
 * looked at again.
 *
 * @param why a sentence of somebody else's
 */
export function unchecked(standing: string, why: string): Verified {
  return {
    signer: standing,
    findings: [{
      rule: "signature-unchecked",
      level: "warning",
      message: `${
        printable(why.replace(/\.$/, ""))
      }; the signer ${standing} was verified when this pin was locked, and stands.`,
    }],
  };
}
