import { SourceError } from "../base/errors.ts";
import { MAX_HISTORY_BYTES } from "../base/limits.ts";
import { redactUrl } from "../http/redact_url.ts";
import { type CommitGraph, commitGraph } from "./commit_graph.ts";
import { type PackLimits, requestPack } from "./fetch_pack.ts";
import { protocolError } from "./git_errors.ts";
import type { ObjectStore } from "./git_object.ts";
import { type AdvertisementV0, requestPackV0 } from "./protocol_v0.ts";
import type { CapabilitiesV2 } from "./protocol_v2.ts";
import type { RemoteContext } from "./remote.ts";

/** Commits and no trees, where the server knows filters; else all, within the same limits. */
const FILTER = "filter tree:0\n";
const LIMITS: PackLimits = {
  maxAnswerBytes: MAX_HISTORY_BYTES,
  maxBytes: MAX_HISTORY_BYTES,
  what: "the history",
};

/** The history of a commit, over protocol version 2; see `Remote.history`. */
export async function fetchHistory(
  base: string,
  capabilities: CapabilitiesV2,
  want: string,
  have: string | undefined,
  context: RemoteContext,
): Promise<CommitGraph> {
  const lines = [
    `want ${want}\n`,
    ...(have === undefined ? [] : [`have ${have}\n`]),
    ...(capabilities.fetchFeatures.has("filter") ? [FILTER] : []),
  ];
  const store = await requestPack(base, capabilities, lines, LIMITS, context);
  if (store === undefined) {
    throw protocolError(redactUrl(base), "the server sent no pack");
  }
  return graphOf(store, want, have);
}

/**
 * The same over protocol versions 0 and 1, which give out only what a ref
 * names. Throws `SourceError` (`commit-unknown`) for any other commit.
 */
export async function fetchHistoryV0(
  base: string,
  advertisement: AdvertisementV0,
  want: string,
  have: string | undefined,
  context: RemoteContext,
): Promise<CommitGraph> {
  const { refs, capabilities } = advertisement;
  const ref = refs.find(({ id, peeled }) => (peeled ?? id) === want);
  if (ref === undefined) {
    throw new SourceError(
      "commit-unknown",
      `${
        redactUrl(base)
      } has no ref that names the commit ${want}, and gives out no other.`,
    );
  }
  const filter = capabilities.has("filter");
  const store = await requestPackV0(
    base,
    advertisement,
    {
      want: ref.id,
      lines: filter ? [FILTER] : [],
      capability: "filter",
      ...(have === undefined ? {} : { have }),
    },
    LIMITS,
    context,
  );
  return graphOf(store, want, have);
}

function graphOf(
  store: ObjectStore,
  want: string,
  have: string | undefined,
): CommitGraph {
  try {
    return commitGraph(store, want, have);
  } finally {
    store.close();
  }
}
