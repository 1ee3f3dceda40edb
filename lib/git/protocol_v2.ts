import { redactUrl } from "../http/redact_url.ts";
import { protocolError } from "./git_errors.ts";
import type { ObjectFormat } from "./object_format.ts";
import type { Packet } from "./pkt_line.ts";
import { packetText } from "./smart_http.ts";

/** Lines of capabilities that are read; git itself sends about ten. */
const MAX_CAPABILITIES = 1000;

/** What a server of protocol version 2 can do (gitprotocol-v2, "Capability Advertisement"). */
export interface CapabilitiesV2 {
  readonly format: ObjectFormat;
  /** Features of the command `fetch`: `shallow`, `filter` … */
  readonly fetchFeatures: ReadonlySet<string>;
}

/**
 * Reads the capabilities that follow `version 2`. Throws `SourceError`
 * (`git-protocol`) when the two commands that are needed are not offered or
 * the object format is unknown.
 */
export async function readCapabilities(
  packets: AsyncIterator<Packet>,
  url: string,
): Promise<CapabilitiesV2> {
  const values = new Map<string, string>();
  for (let lines = 0;; lines++) {
    const next = await packets.next();
    if (next.done) {
      throw protocolError(redactUrl(url), "the capabilities are cut off");
    }
    if (next.value.kind === "flush") break;
    if (lines === MAX_CAPABILITIES) {
      throw protocolError(redactUrl(url), "the capabilities do not end");
    }
    const line = packetText(next.value, url);
    const equals = line.indexOf("=");
    if (equals < 0) values.set(line, "");
    else values.set(line.slice(0, equals), line.slice(equals + 1));
  }
  const features = values.get("fetch");
  if (features === undefined || !values.has("ls-refs")) {
    throw protocolError(redactUrl(url), "the server does not offer fetching");
  }
  return {
    format: objectFormat(values.get("object-format"), url),
    fetchFeatures: new Set(features.split(" ")),
  };
}

/** The format a server names; SHA-1 when it names none. */
export function objectFormat(
  name: string | undefined,
  url: string,
): ObjectFormat {
  if (name === undefined || name === "sha1") return "sha1";
  if (name === "sha256") return "sha256";
  throw protocolError(redactUrl(url), "the repository's object format is new");
}
