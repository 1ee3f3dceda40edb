import { SourceError } from "../base/errors.ts";
import {
  CONNECT_TIMEOUT_MS,
  IDLE_TIMEOUT_MS,
  MAX_ATTEMPTS,
  MAX_REDIRECTS,
  SLOW_GRACE_MS,
} from "../base/limits.ts";
import { AnswerBody } from "./answer_body.ts";
import { type Credential, credentialFor } from "./credentials.ts";
import { type Exchange, exchange } from "./exchange.ts";
import type { HttpAnswer, HttpClient, HttpRequest } from "./model.ts";
import { redactUrl } from "./redact_url.ts";
import { redirectUrl, requestUrl } from "./request_url.ts";
import { BACKOFF_MS, MAX_RETRY_AFTER_MS, retryDelay } from "./retry_delay.ts";
import { sleep } from "./sleep.ts";
import { TransientError } from "./transient_error.ts";

/** What a client needs from its surroundings. */
export interface HttpClientOptions {
  /** The environment, for tokens. */
  readonly env: (name: string) => string | undefined;
  /** The user's home folder, for `.netrc`. */
  readonly home?: string;
  /** Aborted when the user interrupts the run; its reason is thrown. */
  readonly signal: AbortSignal;
  /** Reads a text file; `undefined` when it cannot be read. */
  readonly readFile?: (path: string) => Promise<string | undefined>;
  /** Root certificates and the like; the caller closes it. */
  readonly transport?: Deno.HttpClient;
  /** Milliseconds: see `limits.ts`. */
  readonly connectTimeoutMs?: number;
  /** Milliseconds: see `limits.ts`. */
  readonly idleTimeoutMs?: number;
  /** Milliseconds: see `limits.ts`. */
  readonly slowGraceMs?: number;
  /** Milliseconds before the second attempt. */
  readonly backoffMs?: number;
}

/**
 * Makes the one HTTP client over Deno's `fetch` (contract section 3, HTTP).
 * Redirects are followed here, one by one, so that each is judged and the
 * credential of the first origin goes nowhere else. `HTTPS_PROXY`,
 * `HTTP_PROXY` and `NO_PROXY` are honoured by `fetch` itself.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  let netrc: Promise<string | undefined> | undefined;
  const store = {
    env: options.env,
    netrc: () =>
      netrc ??= options.home === undefined
        ? Promise.resolve(undefined)
        : (options.readFile ?? readTextFile)(`${options.home}/.netrc`),
  };
  return {
    async request(text, request) {
      const first = requestUrl(text);
      const credential = request.anonymous === true
        ? undefined
        : await credentialFor(first, request.scheme, store);
      return await follow(first, text, request, credential, options);
    },
  };
}

async function follow(
  first: URL,
  text: string,
  request: HttpRequest,
  credential: Credential | undefined,
  options: HttpClientOptions,
): Promise<HttpAnswer> {
  let url = first;
  let bound = credential;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const wire = await attempts(url, request, bound, options);
    const { status, headers } = wire.response;
    const location = headers.get("location");
    if (![301, 302, 303, 307, 308].includes(status) || location === null) {
      const finalUrl = hops === 0 ? text.replace(/#.*$/s, "") : url.href;
      return answerOf(wire, finalUrl, request, bound, options);
    }
    await bodyOf(wire, url.href, request, options).discard();
    if (request.method === "POST" && status < 307) {
      throw new SourceError(
        "redirect-refused",
        `${
          redactUrl(url)
        } redirects a POST with ${status}; put the url it leads to into the entry.`,
      );
    }
    const next = redirectUrl(url, location);
    // Once dropped, the credential stays dropped, also when a later hop leads
    // back: whoever stood in between chose that url.
    if (next.origin !== url.origin) bound = undefined;
    url = next;
  }
  throw new SourceError(
    "redirect-refused",
    `${
      redactUrl(first)
    } redirects more than ${MAX_REDIRECTS} times; put the final url into the entry.`,
  );
}

async function attempts(
  url: URL,
  request: HttpRequest,
  credential: Credential | undefined,
  options: HttpClientOptions,
): Promise<Exchange> {
  for (let attempt = 1;; attempt++) {
    const last = attempt >= MAX_ATTEMPTS;
    let retryAfter: string | null = null;
    try {
      const wire = await exchange(url, {
        method: request.method ?? "GET",
        headers: headersOf(request, credential),
        body: request.body,
        what: request.what,
        connectTimeoutMs: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
        signal: options.signal,
        transport: options.transport,
      });
      const { status, headers } = wire.response;
      if (status !== 429 && status < 500) return wire;
      await bodyOf(wire, url.href, request, options).discard();
      retryAfter = headers.get("retry-after");
      const wait = retryDelay(attempt, retryAfter, Date.now());
      if (last || wait > MAX_RETRY_AFTER_MS) {
        throw new SourceError("http-failed", busy(url, request, status, wait));
      }
    } catch (error) {
      if (last || !(error instanceof TransientError)) throw error;
    }
    const backoff = options.backoffMs ?? BACKOFF_MS;
    await sleep(
      retryDelay(attempt, retryAfter, Date.now(), backoff),
      options.signal,
    );
  }
}

function busy(
  url: URL,
  request: HttpRequest,
  status: number,
  wait: number,
): string {
  const when = wait > MAX_RETRY_AFTER_MS
    ? `in ${Math.ceil(wait / 1000)} s, as it asks`
    : "later";
  return `${
    redactUrl(url)
  } answered ${status} for ${request.what}; try again ${when}.`;
}

function headersOf(
  request: HttpRequest,
  credential: Credential | undefined,
): Headers {
  const headers = new Headers({ "user-agent": "skill-sources" });
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    headers.set(name, value);
  }
  // A body is hashed and unpacked as it was published: no coding on the way.
  headers.set("accept-encoding", "identity");
  headers.delete("authorization");
  headers.delete("cookie");
  if (credential !== undefined) {
    headers.set("authorization", credential.authorization);
  }
  return headers;
}

function bodyOf(
  wire: Exchange,
  url: string,
  request: HttpRequest,
  options: HttpClientOptions,
): AnswerBody {
  return new AnswerBody(wire.response, {
    subject: `${request.what} from ${redactUrl(url)}`,
    maxBytes: request.maxBytes,
    idleTimeoutMs: options.idleTimeoutMs ?? IDLE_TIMEOUT_MS,
    slowGraceMs: options.slowGraceMs ?? SLOW_GRACE_MS,
    signal: options.signal,
    abort: wire.abort,
    release: wire.release,
  });
}

async function answerOf(
  wire: Exchange,
  finalUrl: string,
  request: HttpRequest,
  credential: Credential | undefined,
  options: HttpClientOptions,
): Promise<HttpAnswer> {
  const body = bodyOf(wire, finalUrl, request, options);
  const { status, headers } = wire.response;
  const coding = headers.get("content-encoding")?.trim().toLowerCase() ?? "";
  if (coding !== "" && coding !== "identity") {
    await body.discard();
    throw new SourceError(
      "http-failed",
      `${
        redactUrl(finalUrl)
      } sent ${request.what} with a Content-Encoding although it was asked for the bytes as they are; report it to the server's owner or use another url.`,
    );
  }
  return {
    status,
    headers,
    finalUrl,
    ...(credential === undefined ? {} : { credential: credential.origin }),
    body: { [Symbol.asyncIterator]: () => body.chunks() },
    bytes: () => body.bytes(),
    discard: () => body.discard(),
  };
}

async function readTextFile(path: string): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(path);
  } catch {
    return undefined;
  }
}
