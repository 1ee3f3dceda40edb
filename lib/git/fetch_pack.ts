import { MAX_SOURCE_BYTES } from "../base/limits.ts";
import { redactUrl } from "../http/redact_url.ts";
import { protocolError } from "./git_errors.ts";
import type { ObjectStore } from "./git_object.ts";
import { readPack } from "./pack_reader.ts";
import { encodeRequest, type Packet } from "./pkt_line.ts";
import type { CapabilitiesV2 } from "./protocol_v2.ts";
import { receivePack } from "./receive_pack.ts";
import type { RemoteContext } from "./remote.ts";
import { packOfSideband } from "./sideband.ts";
import { AGENT, callUploadPack, packetText } from "./smart_http.ts";

/** Bytes an answer may have: the largest pack and its framing. */
export const MAX_ANSWER_BYTES = MAX_SOURCE_BYTES + MAX_SOURCE_BYTES / 64;

/** How much of an answer is taken, and what it is called in messages. */
export interface PackLimits {
  /** Bytes of the answer. */
  readonly maxAnswerBytes: number;
  /** Bytes that all objects produce together. */
  readonly maxBytes: number;
  readonly what: string;
}

/** The limits for a commit with its tree. */
export const COMMIT_LIMITS: PackLimits = {
  maxAnswerBytes: MAX_ANSWER_BYTES,
  maxBytes: MAX_SOURCE_BYTES,
  what: "the commit",
};

/**
 * Asks for a commit, or for a tag and its commit, with the tree and without
 * its history. `undefined` when the answer has no packfile section, as servers
 * do that do not understand a request. Throws `SourceError`.
 */
export async function fetchPack(
  base: string,
  capabilities: CapabilitiesV2,
  wanted: string,
  context: RemoteContext,
  limits: PackLimits = COMMIT_LIMITS,
): Promise<ObjectStore | undefined> {
  const shallow = capabilities.fetchFeatures.has("shallow");
  const lines = [`want ${wanted}\n`, ...(shallow ? ["deepen 1\n"] : [])];
  return await requestPack(base, capabilities, lines, limits, context);
}

/**
 * Sends the command `fetch` with `lines` (gitprotocol-v2, "fetch") and reads
 * the pack that is answered; `undefined` when there is none. Throws
 * `SourceError`.
 */
export async function requestPack(
  base: string,
  { format }: CapabilitiesV2,
  lines: readonly string[],
  { maxAnswerBytes, maxBytes, what }: PackLimits,
  context: RemoteContext,
): Promise<ObjectStore | undefined> {
  const request = encodeRequest([
    "command=fetch",
    AGENT,
    `object-format=${format}`,
    { control: "delim" },
    "no-progress\n",
    "ofs-delta\n",
    ...lines,
    "done\n",
    { control: "flush" },
  ]);
  const options = { version: 2, maxBytes: maxAnswerBytes, what } as const;
  const answer = await callUploadPack(base, request, options, context);
  const packets = answer[Symbol.asyncIterator]();
  try {
    if (!await skipToPack(packets, base)) return undefined;
    const report = (bytes: number) => {
      context.signal.throwIfAborted();
      context.progress?.(bytes);
    };
    const pack = packOfSideband(packets, base, report);
    const bytes = await receivePack(pack, format, context.scratch);
    return await readPack(bytes, format, context.signal, maxBytes);
  } finally {
    await packets.return?.();
  }
}

/** Skips the sections in front of the pack; false when there is no pack. */
async function skipToPack(
  packets: AsyncIterator<Packet>,
  base: string,
): Promise<boolean> {
  let heading = true;
  for (
    let next = await packets.next();
    !next.done;
    next = await packets.next()
  ) {
    const packet = next.value;
    if (packet.kind === "data") {
      const line = packetText(packet, base);
      if (heading && line === "packfile") return true;
      if (heading && line !== "shallow-info" && line !== "acknowledgments") {
        throw protocolError(redactUrl(base), "the answer's form is unknown");
      }
      heading = false;
    } else if (packet.kind === "delim") heading = true;
    else return false;
  }
  return false;
}
