import { requestPack } from "./fetch_pack.ts";
import type { CapabilitiesV2 } from "./protocol_v2.ts";
import type { PartialRemote, RemoteContext } from "./remote.ts";

/**
 * Fetches parts of a commit from a server that filters (gitprotocol-v2,
 * "fetch", feature `filter`): what a partial clone asks for, and what git asks
 * for when it needs a file of one. Every id is recomputed, as in any pack.
 */
export function partialRemote(
  base: string,
  capabilities: CapabilitiesV2,
  context: RemoteContext,
): PartialRemote {
  const request = (
    lines: readonly string[],
    maxBytes: number,
    what: string,
  ) => {
    const limits = { maxAnswerBytes: maxBytes, maxBytes, what };
    return requestPack(base, capabilities, lines, limits, context);
  };
  return {
    trees: ({ id, peeled = id }, maxBytes) =>
      request(
        [`want ${peeled}\n`, "deepen 1\n", "filter blob:none\n"],
        maxBytes,
        "the list of files",
      ),
    blobs: (ids, maxBytes) =>
      request(ids.map((id) => `want ${id}\n`), maxBytes, "the files"),
  };
}
