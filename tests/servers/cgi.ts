/** The environment that `git http-backend` reads a request from (RFC 3875). */
export function cgiEnvironment(
  root: string,
  request: Request,
  url: URL,
  protocol: "v0" | "v2",
): Record<string, string> {
  const header = (name: string) => request.headers.get(name) ?? "";
  return {
    PATH: Deno.env.get("PATH") ?? "",
    HOME: root,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    // A root that a container mounts may belong to another user.
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "safe.directory",
    GIT_CONFIG_VALUE_0: "*",
    GIT_PROJECT_ROOT: root,
    GIT_HTTP_EXPORT_ALL: "1",
    REMOTE_ADDR: "127.0.0.1",
    REQUEST_METHOD: request.method,
    PATH_INFO: decodeURIComponent(url.pathname),
    QUERY_STRING: url.search.slice(1),
    CONTENT_TYPE: header("content-type"),
    CONTENT_LENGTH: header("content-length"),
    HTTP_CONTENT_ENCODING: header("content-encoding"),
    GIT_PROTOCOL: protocol === "v2" ? header("git-protocol") : "",
  };
}

/** A CGI answer: its head parsed, its body still streaming. */
export interface CgiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array>;
}

/** Reads the head of a CGI answer. One that ends within its head counts as status 500. */
export async function readCgiHead(
  output: ReadableStream<Uint8Array>,
): Promise<CgiAnswer> {
  const reader = output.getReader();
  let seen = new Uint8Array(0);
  let end = -1;
  while (end < 0) {
    const { value, done } = await reader.read();
    if (done) break;
    seen = concatenated(seen, value);
    end = endOfHead(seen);
  }
  const head = new TextDecoder().decode(seen.subarray(0, Math.max(end, 0)));
  const headers = new Headers();
  let status = end < 0 ? 500 : 200;
  for (const line of head.split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon < 0) continue;
    const name = line.slice(0, colon);
    const value = line.slice(colon + 1).trim();
    if (name.toLowerCase() === "status") status = Number.parseInt(value, 10);
    else headers.append(name, value);
  }
  const rest = seen.subarray(end < 0 ? seen.length : end + 4);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (rest.length > 0) controller.enqueue(rest);
    },
    async pull(controller) {
      const { value, done } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { status, headers, body };
}

function endOfHead(bytes: Uint8Array): number {
  for (let at = 0; at + 3 < bytes.length; at++) {
    if (
      bytes[at] === 13 && bytes[at + 1] === 10 && bytes[at + 2] === 13 &&
      bytes[at + 3] === 10
    ) return at;
  }
  return -1;
}

function concatenated(
  left: Uint8Array,
  right: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(left.length + right.length);
  both.set(left);
  both.set(right, left.length);
  return both;
}
