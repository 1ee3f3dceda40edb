import { redactUrl } from "../http/redact_url.ts";
import { fetchHistory, fetchHistoryV0 } from "./fetch_history.ts";
import { COMMIT_LIMITS, fetchPack, type PackLimits } from "./fetch_pack.ts";
import { partialRemote } from "./fetch_partial.ts";
import { protocolError } from "./git_errors.ts";
import { lsRefs } from "./ls_refs.ts";
import type { Packet } from "./pkt_line.ts";
import {
  type AdvertisementV0,
  fetchPackV0,
  readAdvertisement,
} from "./protocol_v0.ts";
import { type CapabilitiesV2, readCapabilities } from "./protocol_v2.ts";
import type { Remote, RemoteContext } from "./remote.ts";
import { greet, packetText } from "./smart_http.ts";
import { isSshUrl } from "./ssh_url.ts";

/**
 * Opens the repository at `url` (contract section 3): over https with git's
 * protocol version 2, or 0 where the server knows no other, from the disk
 * for `file://`, or through the system's git for `ssh://` and
 * `user@host:path`. Throws `SourceError`, and for ssh `HostError`.
 */
export async function openRemote(
  url: string,
  asked: RemoteContext,
): Promise<Remote> {
  if (url.startsWith("file:")) {
    const { openLocalRemote } = await import("./local_remote.ts");
    return openLocalRemote(url);
  }
  if (isSshUrl(url)) {
    const { openSshRemote } = await import("./ssh_remote.ts");
    return openSshRemote(url, asked);
  }
  const hello = await hear(url, 2, asked);
  const context = boundTo(url, hello.base, asked);
  const redirect = hello.redirected ? { redirectedTo: hello.base } : {};
  if (hello.v2 === undefined) {
    return { ...remoteV0(hello.base, hello.v0, context), ...redirect };
  }
  const { base, v2 } = hello;
  return {
    format: v2.format,
    ...redirect,
    refs: (prefixes) => lsRefs(base, v2.format, prefixes, context),
    ...partialOf(base, v2, context),
    async download(ref, maxBytes) {
      const limits = limitsOf(maxBytes);
      const wanted = context.wantsTag ? ref.id : ref.peeled ?? ref.id;
      const store = await fetchPack(base, v2, wanted, context, limits);
      if (store !== undefined) return store;
      // Some servers advertise version 2 and answer a fetch with nothing.
      const old = await hear(base, 0, context);
      if (old.v0 === undefined) {
        throw protocolError(redactUrl(url), "the server sent no pack");
      }
      return await fetchPackV0(old.base, old.v0, ref, context, limits);
    },
    history: (want, have) => fetchHistory(base, v2, want, have, context),
  };
}

/**
 * The context for the requests that follow the greeting. Where that was
 * answered from another origin, they carry no credential: the user's token for
 * a host is not for whoever redirects there.
 */
function boundTo(
  url: string,
  base: string,
  context: RemoteContext,
): RemoteContext {
  if (new URL(base).origin === new URL(url).origin) return context;
  const { http } = context;
  return {
    ...context,
    http: {
      request: (url, request) =>
        http.request(url, { ...request, anonymous: true }),
    },
  };
}

function limitsOf(maxBytes: number | undefined): PackLimits {
  return maxBytes === undefined
    ? COMMIT_LIMITS
    : { ...COMMIT_LIMITS, maxAnswerBytes: maxBytes, maxBytes };
}

function partialOf(
  base: string,
  v2: CapabilitiesV2,
  context: RemoteContext,
): Pick<Remote, "partial"> {
  const able = v2.fetchFeatures.has("filter") &&
    v2.fetchFeatures.has("shallow");
  return able ? { partial: partialRemote(base, v2, context) } : {};
}

function remoteV0(
  base: string,
  advertisement: AdvertisementV0,
  context: RemoteContext,
): Remote {
  return {
    format: advertisement.format,
    async *refs(prefixes) {
      for (const ref of advertisement.refs) {
        if (prefixes.some((prefix) => ref.name.startsWith(prefix))) yield ref;
      }
    },
    download: (ref, maxBytes) =>
      fetchPackV0(base, advertisement, ref, context, limitsOf(maxBytes)),
    history: (want, have) =>
      fetchHistoryV0(base, advertisement, want, have, context),
  };
}

type Heard =
  & { readonly base: string; readonly redirected: boolean }
  & (
    | { readonly v2: CapabilitiesV2; readonly v0?: undefined }
    | { readonly v2?: undefined; readonly v0: AdvertisementV0 }
  );

/** Greets the server and reads what it offers, in whatever version it answers. */
async function hear(
  url: string,
  version: 0 | 2,
  context: RemoteContext,
): Promise<Heard> {
  const { base, redirected, packets } = await greet(url, version, context);
  const iterator = packets[Symbol.asyncIterator]();
  try {
    let line = await nextLine(iterator, url);
    if (line === "# service=git-upload-pack") {
      if ((await iterator.next()).value?.kind !== "flush") {
        throw protocolError(redactUrl(url), "the greeting is malformed");
      }
      line = await nextLine(iterator, url);
    }
    const heard = line === "version 2"
      ? { v2: await readCapabilities(iterator, url) }
      : { v0: await readAdvertisement(line, iterator, url) };
    // Read to the end, so that the connection can carry the next request.
    if (!(await iterator.next()).done) {
      throw protocolError(redactUrl(url), "the greeting goes on after its end");
    }
    return { base, redirected, ...heard };
  } finally {
    await iterator.return?.();
  }
}

/** The next line; empty at a flush, which is all that an old server says of an empty repository. */
async function nextLine(
  packets: AsyncIterator<Packet>,
  url: string,
): Promise<string> {
  const next = await packets.next();
  if (next.done) throw protocolError(redactUrl(url), "the greeting is cut off");
  return packetText(next.value, url);
}
