import { redactUrl } from "../http/redact_url.ts";
import { COMMIT_LIMITS, type PackLimits } from "./fetch_pack.ts";
import { damaged, protocolError } from "./git_errors.ts";
import type { ObjectStore } from "./git_object.ts";
import { parseRefLine } from "./ls_refs.ts";
import type { ObjectFormat } from "./object_format.ts";
import { readPack } from "./pack_reader.ts";
import { encodeRequest, type Packet } from "./pkt_line.ts";
import { objectFormat } from "./protocol_v2.ts";
import { receivePack } from "./receive_pack.ts";
import type { RemoteContext, RemoteRef } from "./remote.ts";
import { packOfSideband } from "./sideband.ts";
import { AGENT, callUploadPack, packetText } from "./smart_http.ts";

/** What a server of protocol version 0 or 1 advertises (gitprotocol-pack, "Reference Discovery"). */
export interface AdvertisementV0 {
  readonly format: ObjectFormat;
  readonly capabilities: ReadonlySet<string>;
  readonly refs: readonly RemoteRef[];
}

/**
 * Reads the advertisement, whose first line is `first`: every ref of the
 * repository, a peeled tag on the line after its own. Throws `SourceError`.
 */
export async function readAdvertisement(
  first: string,
  packets: AsyncIterator<Packet>,
  url: string,
): Promise<AdvertisementV0> {
  // Version 1 says so and goes on as version 0 does.
  const start = first === "version 1" ? await textOf(packets, url) : first;
  const [firstLine = "", words = ""] = start.split("\0", 2);
  const capabilities = new Set(words.split(" "));
  const formatName = [...capabilities].find((word) =>
    word.startsWith("object-format=")
  );
  const format = objectFormat(formatName?.slice(14), url);
  const refs: RemoteRef[] = [];
  let line = firstLine;
  while (line !== "") {
    // An empty repository has one line that names no ref.
    const noRef = /^shallow | capabilities\^\{\}$/.test(line);
    if (!noRef) {
      const ref = parseRefLine(line, format);
      if (ref === undefined) {
        throw protocolError(redactUrl(url), "the list of refs is malformed");
      }
      const tag = refs.at(-1);
      if (tag !== undefined && ref.name === `${tag.name}^{}`) {
        refs[refs.length - 1] = { ...tag, peeled: ref.id };
      } else refs.push(ref);
    }
    line = await textOf(packets, url);
  }
  return { format, capabilities, refs };
}

/** The next line; empty at the flush that ends the list. */
async function textOf(
  packets: AsyncIterator<Packet>,
  url: string,
): Promise<string> {
  const next = await packets.next();
  if (next.done) {
    throw protocolError(redactUrl(url), "the list of refs is cut off");
  }
  return packetText(next.value, url);
}

/**
 * Asks for what `ref` names, without history. Such a server gives out only
 * what it advertises, so the tag object is wanted and comes with its commit.
 */
export async function fetchPackV0(
  base: string,
  advertisement: AdvertisementV0,
  ref: RemoteRef,
  context: RemoteContext,
  limits: PackLimits = COMMIT_LIMITS,
): Promise<ObjectStore> {
  const shallow = advertisement.capabilities.has("shallow");
  const wish = { want: ref.id, lines: shallow ? ["deepen 1\n"] : [] };
  return await requestPackV0(
    base,
    advertisement,
    wish,
    limits,
    context,
  );
}

/** What is asked of such a server. */
export interface WishV0 {
  /** Id of a ref that it advertises. */
  readonly want: string;
  /** Lines on depth and filter. */
  readonly lines: readonly string[];
  /** A capability of the server's that the lines need. */
  readonly capability?: string;
  /** A commit whose history need not be sent. */
  readonly have?: string;
}

/** Asks for a pack (gitprotocol-pack, "Packfile Negotiation"). Throws `SourceError`. */
export async function requestPackV0(
  base: string,
  { format, capabilities }: AdvertisementV0,
  { want, lines, capability, have }: WishV0,
  { maxAnswerBytes, maxBytes, what }: PackLimits,
  context: RemoteContext,
): Promise<ObjectStore> {
  if (!capabilities.has("side-band-64k")) {
    throw protocolError(redactUrl(base), "the server's git is too old");
  }
  const wishes = ["side-band-64k", "ofs-delta", "no-progress", capability]
    .filter((word) => word !== undefined && capabilities.has(word));
  const request = encodeRequest([
    `want ${want} ${wishes.join(" ")} ${AGENT}` +
    (format === "sha1" ? "\n" : ` object-format=${format}\n`),
    ...lines,
    { control: "flush" },
    ...(have === undefined ? [] : [`have ${have}\n`]),
    "done\n",
  ]);
  const options = { version: 0, maxBytes: maxAnswerBytes, what } as const;
  const answer = await callUploadPack(base, request, options, context);
  const packets = answer[Symbol.asyncIterator]();
  try {
    await skipToAnswer(packets, base);
    const pack = packOfSideband(packets, base, (bytes) => {
      context.signal.throwIfAborted();
      context.progress?.(bytes);
    });
    const bytes = await receivePack(pack, format, context.scratch);
    return await readPack(bytes, format, context.signal, maxBytes);
  } finally {
    await packets.return?.();
  }
}

/** Skips the shallow lines and the answer to `done`. */
async function skipToAnswer(
  packets: AsyncIterator<Packet>,
  base: string,
): Promise<void> {
  for (
    let next = await packets.next();
    !next.done;
    next = await packets.next()
  ) {
    const line = packetText(next.value, base);
    if (line === "NAK" || line.startsWith("ACK ")) return;
    if (next.value.kind === "data" && !/^(?:un)?shallow /.test(line)) {
      throw protocolError(redactUrl(base), "the answer's form is unknown");
    }
  }
  throw damaged("the answer ends before its pack");
}
