import { MAX_REFS_BYTES } from "../base/limits.ts";
import { redactUrl } from "../http/redact_url.ts";
import { protocolError } from "./git_errors.ts";
import { isObjectId, type ObjectFormat } from "./object_format.ts";
import { encodeRequest } from "./pkt_line.ts";
import type { RemoteContext, RemoteRef } from "./remote.ts";
import { AGENT, callUploadPack, packetText } from "./smart_http.ts";

/**
 * Asks for the refs that begin with one of `prefixes` (gitprotocol-v2,
 * "ls-refs"). A server may answer more than was asked: names outside are
 * dropped. Throws `SourceError` (`git-protocol`).
 */
export async function* lsRefs(
  base: string,
  format: ObjectFormat,
  prefixes: readonly string[],
  context: RemoteContext,
): AsyncGenerator<RemoteRef, void, undefined> {
  const request = encodeRequest([
    "command=ls-refs\n",
    `${AGENT}\n`,
    `object-format=${format}\n`,
    { control: "delim" },
    "peel\n",
    ...prefixes.map((prefix) => `ref-prefix ${prefix}\n`),
    { control: "flush" },
  ]);
  const packets = await callUploadPack(base, request, {
    version: 2,
    maxBytes: MAX_REFS_BYTES,
    what: "the list of refs",
  }, context);
  let ended = false;
  for await (const packet of packets) {
    if (ended) {
      throw protocolError(redactUrl(base), "more follows the list of refs");
    }
    if (packet.kind === "flush") ended = true;
    else {
      const ref = parseRefLine(packetText(packet, base), format);
      if (ref === undefined) {
        throw protocolError(redactUrl(base), "the list of refs is malformed");
      }
      if (prefixes.some((prefix) => ref.name.startsWith(prefix))) yield ref;
    }
  }
  if (!ended) {
    throw protocolError(redactUrl(base), "the list of refs is cut off");
  }
}

/** Reads `<id> <name>` with the attributes that follow; `undefined` when malformed. */
export function parseRefLine(
  line: string,
  format: ObjectFormat,
): RemoteRef | undefined {
  const [id, name, ...attributes] = line.split(" ");
  if (id === undefined || name === undefined || name === "") return undefined;
  if (!isObjectId(format, id)) return undefined;
  const peeled = attributes.find((text) => text.startsWith("peeled:"))
    ?.slice("peeled:".length);
  if (peeled === undefined) return { name, id };
  return isObjectId(format, peeled) ? { name, id, peeled } : undefined;
}
