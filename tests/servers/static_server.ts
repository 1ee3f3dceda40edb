import { contentType } from "./content_type.ts";
import type { ServerRequest } from "./git_server.ts";

/**
 * What goes wrong at a path. `times` limits the fault to the first requests;
 * afterwards the file is served as it is.
 */
export type Fault =
  & { readonly times?: number }
  & (
    | {
      readonly kind: "status";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
    /** Status 200 with a page, as login walls and captive portals answer. */
    | { readonly kind: "html" }
    /** Announces the whole length, sends `bytes` of it and closes. */
    | { readonly kind: "truncate"; readonly bytes: number }
    /** Sends the head and `bytes` of the body, then nothing more. */
    | { readonly kind: "stall"; readonly bytes?: number }
    /** Never sends as much as the head. */
    | { readonly kind: "silence" }
    /** Sends `bytes` every `milliseconds`. */
    | {
      readonly kind: "drip";
      readonly bytes: number;
      readonly milliseconds: number;
    }
    /** Closes with the request unread, so that the client sees a reset. */
    | { readonly kind: "reset" }
    | {
      readonly kind: "redirect";
      readonly location: string;
      readonly status?: number;
    }
    /** A body without length that does not end. */
    | { readonly kind: "endless" }
    /** Adds headers to an answer that is otherwise right. */
    | {
      readonly kind: "headers";
      readonly headers: Readonly<Record<string, string>>;
    }
  );

/** How a static server behaves. */
export interface StaticServerOptions {
  /** Faults by path, such as `/a.zip`; they may be set and removed while it runs. */
  readonly faults?: Map<string, Fault>;
  /** Certificate chain and key in PEM; the url is `https:` then. */
  readonly tls?: { readonly cert: string; readonly key: string };
}

/** A request to a static server, with all its headers in lower case. */
export interface StaticRequest extends ServerRequest {
  readonly headers: ReadonlyMap<string, string>;
}

/** A running static server. */
export interface StaticServer {
  /** `http://127.0.0.1:<port>`, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  readonly requests: StaticRequest[];
  readonly faults: Map<string, Fault>;
  /** Ends the server and every open connection. */
  close(): Promise<void>;
}

/**
 * Serves the files below `root` over HTTP/1.1, one request a connection. It
 * speaks to the socket itself, because a proper server cannot be made to lie.
 */
export function startStaticServer(
  root: string,
  options: StaticServerOptions = {},
): Promise<StaticServer> {
  const faults = options.faults ?? new Map<string, Fault>();
  const requests: StaticRequest[] = [];
  const open = new Set<Deno.Conn>();
  const running = new Set<Promise<void>>();
  const address = { hostname: "127.0.0.1", port: 0 };
  const listener = options.tls
    ? Deno.listenTls({ ...address, ...options.tls })
    : Deno.listen(address);

  const accepting = (async () => {
    while (true) {
      let connection: Deno.Conn;
      try {
        connection = await listener.accept();
      } catch (error) {
        if (error instanceof Deno.errors.BadResource) return;
        continue; // A client that gave up its TLS handshake.
      }
      open.add(connection);
      const done = serve(connection, root, faults, requests)
        .catch(() => {}) // The client is gone, or `close` was called.
        .finally(() => {
          if (open.delete(connection)) connection.close();
          running.delete(done);
        });
      running.add(done);
    }
  })();

  const { port } = listener.addr as Deno.NetAddr;
  return Promise.resolve({
    url: `${options.tls ? "https" : "http"}://127.0.0.1:${port}`,
    port,
    requests,
    faults,
    async close() {
      listener.close();
      for (const connection of open) {
        open.delete(connection);
        connection.close();
      }
      await accepting;
      await Promise.all(running);
    },
  });
}

async function serve(
  connection: Deno.Conn,
  root: string,
  faults: Map<string, Fault>,
  requests: StaticRequest[],
): Promise<void> {
  // Small reads leave the headers in the kernel's buffer: closing then makes a reset.
  let head = await readUntil(connection, "", "\r\n", 32);
  const [method = "", target = ""] = head.split("\r\n", 1)[0]!.split(" ");
  const path = decodeURIComponent(target.split("?", 1)[0]!);
  const fault = takeFault(faults, path);
  if (fault?.kind !== "reset") {
    head = await readUntil(connection, head, "\r\n\r\n", 4096);
  }
  const headers = parseHeaders(head);
  requests.push({
    method,
    path: target,
    authorization: headers.get("authorization") ?? null,
    headers,
  });
  if (fault?.kind === "reset") return;
  await answer(connection, method, root, path, fault);
}

function takeFault(
  faults: Map<string, Fault>,
  path: string,
): Fault | undefined {
  const fault = faults.get(path);
  if (fault?.times === undefined) return fault;
  if (fault.times <= 0) return undefined;
  faults.set(path, { ...fault, times: fault.times - 1 });
  return fault;
}

async function answer(
  connection: Deno.Conn,
  method: string,
  root: string,
  path: string,
  fault: Fault | undefined,
): Promise<void> {
  const send = async (
    status: number,
    headers: Record<string, string>,
    body: Uint8Array,
    // `null` sends none, as a body without end has none.
    length: number | null = body.length,
  ) => {
    const lines = Object.entries({
      connection: "close",
      ...(length === null ? {} : { "content-length": `${length}` }),
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    await write(
      connection,
      new TextEncoder().encode(
        `HTTP/1.1 ${status} ${status < 400 ? "OK" : "Failed"}\r\n${
          lines.join("")
        }\r\n`,
      ),
    );
    if (method !== "HEAD") await write(connection, body);
  };
  const text = (value: string) => new TextEncoder().encode(value);
  if (fault?.kind === "silence") return await hold(connection);
  if (fault?.kind === "status") {
    const body = text(fault.body ?? `status ${fault.status}\n`);
    return await send(fault.status, { ...fault.headers }, body);
  }
  if (fault?.kind === "html") {
    const page = text("<!doctype html><html><body>Sign in</body></html>\n");
    return await send(200, { "content-type": "text/html" }, page);
  }
  if (fault?.kind === "redirect") {
    const location = { location: fault.location };
    return await send(fault.status ?? 302, location, new Uint8Array(0));
  }
  if (fault?.kind === "endless") {
    await send(200, {}, new Uint8Array(0), null);
    const block = new Uint8Array(65_536);
    while (true) await write(connection, block);
  }
  const body = await readFile(root, path);
  if (body === undefined) return await send(404, {}, text("not found\n"));
  const headers = { "content-type": contentType(path) };
  switch (fault?.kind) {
    case "truncate":
      return await send(
        200,
        headers,
        body.subarray(0, fault.bytes),
        body.length,
      );
    case "stall":
      await send(200, headers, body.subarray(0, fault.bytes ?? 0), body.length);
      return await hold(connection);
    case "drip":
      await send(200, headers, new Uint8Array(0), body.length);
      for (let at = 0; at < body.length; at += fault.bytes) {
        await new Promise((resolve) => setTimeout(resolve, fault.milliseconds));
        await write(connection, body.subarray(at, at + fault.bytes));
      }
      return;
    case "headers":
      return await send(200, { ...headers, ...fault.headers }, body);
    default:
      return await send(200, headers, body);
  }
}

async function readFile(
  root: string,
  path: string,
): Promise<Uint8Array | undefined> {
  if (path.split("/").includes("..")) return undefined;
  try {
    return await Deno.readFile(root + path);
  } catch {
    return undefined;
  }
}

async function readUntil(
  connection: Deno.Conn,
  text: string,
  end: string,
  step: number,
): Promise<string> {
  const buffer = new Uint8Array(step);
  while (!text.includes(end)) {
    const size = await connection.read(buffer);
    if (size === null) throw new Error("the client closed");
    text += new TextDecoder("latin1").decode(buffer.subarray(0, size));
  }
  return text;
}

function parseHeaders(head: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of head.split("\r\n").slice(1)) {
    const colon = line.indexOf(":");
    if (colon < 0) continue;
    headers.set(
      line.slice(0, colon).toLowerCase(),
      line.slice(colon + 1).trim(),
    );
  }
  return headers;
}

async function write(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    at += await connection.write(bytes.subarray(at));
  }
}

/** Waits until the client, or `close`, ends the connection. */
async function hold(connection: Deno.Conn): Promise<void> {
  while (await connection.read(new Uint8Array(1024)) !== null);
}
