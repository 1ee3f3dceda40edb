import { SourceError } from "../base/errors.ts";
import type { CommitId } from "../base/ids.ts";
import { redactUrl } from "../http/redact_url.ts";
import { printable } from "../report/printable.ts";
import type { GitTagPin } from "../trust/model.ts";
import type { ObjectStore } from "./git_object.ts";
import { formatOfId, type ObjectFormat } from "./object_format.ts";
import type { RemoteRef } from "./remote.ts";
import { peelTag } from "./tags.ts";

/**
 * Compares a pin with what its tag leads to, before anything is downloaded
 * (RFC-AI-0006 "Fetch, verify, pin"). Throws `SourceError`:
 * `anchor-is-tag-object`, `tag-moved`, `commit-unknown`.
 */
export function checkTagPin(
  pin: GitTagPin,
  ref: RemoteRef,
  format: ObjectFormat,
): void {
  const commit = ref.peeled ?? ref.id;
  if (pin.commit === commit) return;
  if (pin.commit === ref.id) throw tagObject(pin, commit);
  if (formatOfId(pin.commit) !== format) {
    throw new SourceError(
      "commit-unknown",
      `${redactUrl(pin.url)} names its commits by ${
        format === "sha1" ? "40 (SHA-1)" : "64 (SHA-256)"
      } digits, so it cannot have the pinned commit ${pin.commit}; tag "${
        printable(pin.ref)
      }" leads to ${commit}.`,
    );
  }
  throw new SourceError(
    "tag-moved",
    `Tag "${printable(pin.ref)}" of ${
      redactUrl(pin.url)
    } leads to ${commit}, not to the pinned commit ${pin.commit}: the tag was moved, or the pin is wrong; ask the maintainer before you pin anew.`,
  );
}

/**
 * Checks that what arrived is the commit that was asked for. A server may
 * send anything: only ids that were recomputed count. Throws `SourceError`:
 * `commit-unknown` when it is absent or no commit, `anchor-is-tag-object`.
 */
export function checkArrived(
  pin: { readonly url: string; readonly ref: string },
  store: ObjectStore,
  commit: CommitId,
): void {
  const type = store.info(commit)?.type;
  if (type === "commit") return;
  const where = `${redactUrl(pin.url)}: "${printable(pin.ref)}"`;
  if (type === undefined) {
    throw new SourceError(
      "commit-unknown",
      `${where} leads to the commit ${commit}, which the repository does not have.`,
    );
  }
  if (type === "tag") {
    const peeled = peelTag(store, commit);
    if (peeled.type === "commit") throw tagObject(pin, peeled.id);
  }
  throw new SourceError(
    "commit-unknown",
    `${where} leads to a ${type}, not to a commit; only commits can be installed.`,
  );
}

function tagObject(
  pin: { readonly url: string; readonly ref: string },
  commit: string,
): SourceError {
  return new SourceError(
    "anchor-is-tag-object",
    `The pin of "${printable(pin.ref)}" of ${
      redactUrl(pin.url)
    } is the id of the tag object; pin the commit it leads to: ${commit}.`,
    { fix: `commit: ${commit}` },
  );
}
