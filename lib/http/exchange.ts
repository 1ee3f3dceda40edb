import { HostError, SourceError } from "../base/errors.ts";
import { redactUrl } from "./redact_url.ts";
import { TransientError } from "./transient_error.ts";

/** One request on the wire: no redirect, no retry. */
export interface ExchangeOptions {
  readonly method: "GET" | "POST";
  readonly headers: Headers;
  readonly body?: Uint8Array | undefined;
  /** "the archive", for messages. */
  readonly what: string;
  /** Milliseconds to wait for the head of the answer. */
  readonly connectTimeoutMs: number;
  /** The user's interruption. */
  readonly signal: AbortSignal;
  readonly transport?: Deno.HttpClient | undefined;
}

/** An answer whose body is still on the wire. */
export interface Exchange {
  readonly response: Response;
  /** Ends the connection. */
  readonly abort: () => void;
  /** Must be called when the body is done with. */
  readonly release: () => void;
}

/**
 * Sends one request and waits for the head of the answer.
 *
 * @throws {TransientError} when another attempt may help.
 * @throws {SourceError} `http-failed` when none will (certificate, refused).
 * @throws {HostError} `permission-missing` without `--allow-net`.
 */
export async function exchange(
  url: URL,
  options: ExchangeOptions,
): Promise<Exchange> {
  const { signal, connectTimeoutMs } = options;
  signal.throwIfAborted();
  const controller = new AbortController();
  const abort = () => controller.abort();
  const release = () => signal.removeEventListener("abort", abort);
  signal.addEventListener("abort", abort);
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    abort();
  }, connectTimeoutMs);
  try {
    const init: RequestInit & { client?: Deno.HttpClient } = {
      method: options.method,
      headers: options.headers,
      redirect: "manual",
      signal: controller.signal,
    };
    if (options.body !== undefined) init.body = new Uint8Array(options.body);
    if (options.transport !== undefined) init.client = options.transport;
    return { response: await fetch(connectUrl(url), init), abort, release };
  } catch (error) {
    release();
    signal.throwIfAborted();
    if (timedOut) {
      throw new TransientError(
        `${redactUrl(url)} did not answer for ${options.what} within ${
          connectTimeoutMs / 1000
        } s; check the network and try again.`,
      );
    }
    throw explained(error, url, options.what);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * `localhost` is connected without asking a name server, which might answer
 * with any address, and plain http would follow it there (contract section 11).
 */
function connectUrl(url: URL): URL {
  if (url.protocol !== "http:" || url.hostname !== "localhost") return url;
  const direct = new URL(url);
  direct.hostname = "127.0.0.1";
  return direct;
}

/**
 * The error's own text repeats the whole url, with whatever its query holds,
 * so that it is only looked at, never passed on.
 */
function explained(error: unknown, url: URL, what: string): Error {
  const subject = `${redactUrl(url)} could not be asked for ${what}`;
  if (error instanceof Deno.errors.NotCapable) {
    return new HostError(
      "permission-missing",
      `${subject} because Deno was started without --allow-net for ${url.host}.`,
      { fix: `--allow-net=${url.host}` },
    );
  }
  const cause = error instanceof Error && error.cause instanceof Error
    ? error.cause.message
    : "";
  const text = `${error instanceof Error ? error.message : ""} ${cause}`;
  if (/certificate|UnknownIssuer|invalid peer/i.test(text)) {
    return new SourceError(
      "http-failed",
      `${subject}: its TLS certificate is not valid here; check the clock, a proxy that opens TLS, and DENO_CERT or DENO_TLS_CA_STORE.`,
    );
  }
  if (/connection refused/i.test(text)) {
    return new SourceError(
      "http-failed",
      `${subject}: the connection was refused; check the url and the proxy settings.`,
    );
  }
  if (/ports? \d+ (?:is|are) blocked/i.test(text)) {
    return new SourceError(
      "http-failed",
      `${subject}: port ${url.port} is reserved for another protocol.`,
    );
  }
  return new TransientError(
    /dns error|failed to lookup/i.test(text)
      ? `${subject}: the host's name cannot be looked up; check the url and the network.`
      : `${subject}: the connection failed; check the network and try again.`,
  );
}
