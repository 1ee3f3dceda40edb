import { SourceError } from "../base/errors.ts";
import { MAX_REFS_BYTES } from "../base/limits.ts";
import { expectOk } from "../http/expect_ok.ts";
import type { HttpAnswer } from "../http/model.ts";
import { redactUrl } from "../http/redact_url.ts";
import { printable } from "../report/printable.ts";
import { protocolError } from "./git_errors.ts";
import { decodePackets, type Packet } from "./pkt_line.ts";
import type { RemoteContext } from "./remote.ts";

/** Where the service answers, below a repository's url. */
const TAIL = "/info/refs?service=git-upload-pack";
const decoder = new TextDecoder();

/** Name and version sent as `agent`; no more than a server needs to count clients. */
export const AGENT = "agent=skill-sources";

/** The first answer of a git server. */
export interface Greeting {
  /** The repository's url without a slash at its end, after redirects. */
  readonly base: string;
  readonly redirected: boolean;
  readonly packets: AsyncIterable<Packet>;
}

/**
 * Asks `url` for the service of fetching (gitprotocol-http, "Smart Clients").
 * Throws `SourceError`: `not-found` where there is no repository to be seen,
 * `git-protocol` for a web page or a server that only serves files.
 */
export async function greet(
  url: string,
  version: 0 | 2,
  context: RemoteContext,
): Promise<Greeting> {
  const asked = url.replace(/#.*$/s, "").replace(/\/+$/, "");
  if (asked.includes("?")) {
    throw new SourceError(
      "url-refused",
      `${redactUrl(url)} has a query, which no git repository's url has.`,
    );
  }
  const answer = await context.http.request(asked + TAIL, {
    headers: version === 2 ? { "git-protocol": "version=2" } : {},
    maxBytes: MAX_REFS_BYTES,
    scheme: "basic",
    what: "the list of refs",
  });
  await expectOk(answer, url, "the list of refs");
  await expectType(answer, url, "advertisement");
  // git's own rule: whatever a redirect changes in front of the path that was
  // asked for is the repository's new url, and a redirect that changes the
  // path itself leads to no repository.
  if (!answer.finalUrl.endsWith(TAIL)) {
    await answer.discard();
    throw protocolError(
      redactUrl(url),
      `the server redirects to ${redactUrl(answer.finalUrl)}, no repository`,
    );
  }
  const base = answer.finalUrl.slice(0, -TAIL.length);
  return {
    base,
    redirected: base !== asked,
    packets: decodePackets(answer.body),
  };
}

/** Sends one request to the service below `base` and returns the answer's packets. */
export async function callUploadPack(
  base: string,
  body: Uint8Array,
  options: {
    readonly version: 0 | 2;
    readonly maxBytes: number;
    readonly what: string;
  },
  context: RemoteContext,
): Promise<AsyncIterable<Packet>> {
  const answer = await context.http.request(`${base}/git-upload-pack`, {
    method: "POST",
    headers: {
      "content-type": "application/x-git-upload-pack-request",
      "accept": "application/x-git-upload-pack-result",
      ...(options.version === 2 ? { "git-protocol": "version=2" } : {}),
    },
    body,
    maxBytes: options.maxBytes,
    scheme: "basic",
    what: options.what,
  });
  await expectOk(answer, base, options.what);
  await expectType(answer, base, "result");
  return decodePackets(answer.body);
}

/**
 * The text of a packet without its line end. A packet that says `ERR` is
 * thrown as the server's own words, escaped: they are not ours.
 */
export function packetText(packet: Packet, url: string): string {
  if (packet.kind !== "data") return "";
  const text = decoder.decode(packet.data).replace(/\n$/, "");
  if (text.startsWith("ERR ")) throw serverSays(url, text.slice(4));
  return text;
}

/** The error for words of the server, which name no commit or hold no hint otherwise. */
export function serverSays(url: string, words: string): SourceError {
  // git ends its last words with a NUL.
  const shown = printable(words.replace(/[\s\0]{1,8}$/, "").slice(0, 300));
  return /not our ref|unadvertised object/i.test(words)
    ? new SourceError(
      "commit-unknown",
      `${
        redactUrl(url)
      } does not give out what its own ref names ("${shown}"); try again, and tell its owner if it stays so.`,
    )
    : protocolError(redactUrl(url), `the server says "${shown}"`);
}

async function expectType(
  answer: HttpAnswer,
  url: string,
  kind: "advertisement" | "result",
): Promise<void> {
  const type = (answer.headers.get("content-type") ?? "")
    .split(";", 1)[0]!.trim().toLowerCase();
  if (type === `application/x-git-upload-pack-${kind}`) return;
  await answer.discard();
  throw protocolError(
    redactUrl(url),
    type === "text/html"
      ? "a web page was sent where a git repository was expected"
      : type === "text/plain" || type === "application/octet-stream"
      ? "the server only serves the repository's files (git's dumb protocol), which is not supported"
      : `the server answered with the content type "${
        printable(type.slice(0, 100))
      }"`,
  );
}
