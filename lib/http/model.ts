/** One request to a server, without retries or redirects spelled out. */
export interface HttpRequest {
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Bytes of the answer's body after which it is refused. */
  readonly maxBytes: number;
  /** How a credential for the host is sent: Basic for git, Bearer for archives. */
  readonly scheme: "basic" | "bearer";
  /** No credential is sent: a redirect chose the host, not the adopter. */
  readonly anonymous?: boolean;
  /** What is being fetched, for messages: "the archive", "the refs". */
  readonly what: string;
}

/** A server's final answer: redirects followed, 429 and 5xx retried. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The url that answered, after redirects. */
  readonly finalUrl: string;
  /** Where the credential came from that the url which answered was sent, never its value. */
  readonly credential?: string;
  /** The body, under idle time-out and byte limit. Throws `SourceError`. */
  readonly body: AsyncIterable<Uint8Array>;
  /** The whole body. */
  bytes(): Promise<Uint8Array>;
  /** Gives up the body. */
  discard(): Promise<void>;
}

/** The one way to the network. */
export interface HttpClient {
  /**
   * Sends a request. Throws `SourceError` when no answer comes, when a
   * redirect is not allowed or a status of 429/5xx stays; any other status,
   * 404 too, is an answer: see `expectOk`.
   */
  request(url: string, request: HttpRequest): Promise<HttpAnswer>;
}
