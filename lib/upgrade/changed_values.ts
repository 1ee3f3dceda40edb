import type { PinChanges } from "../trust/pin_changes.ts";
import type { Pin } from "../trust/model.ts";

/** The values of a pin that the trust list has to be given. */
export function changedValues(
  was: Pin,
  is: Pin,
): PinChanges {
  return {
    ...(is.url === was.url ? {} : { url: is.url }),
    ...(is.ref === was.ref ? {} : { ref: is.ref }),
    ...(is.method === "git-tag" &&
        !(was.method === "git-tag" && was.commit === is.commit)
      ? { commit: is.commit }
      : {}),
    ...(is.method === "svn-zip" &&
        !(was.method === "svn-zip" && was.sha512 === is.sha512)
      ? { sha512: is.sha512 }
      : {}),
  };
}
