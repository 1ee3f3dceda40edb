import { cgiEnvironment, readCgiHead } from "./cgi.ts";

/** How a test git server behaves. */
export interface GitServerOptions {
  /** Highest wire protocol it speaks; `v0` ignores the client's wish for version 2. */
  readonly protocol?: "v0" | "v2";
  /** The Basic credential every request must carry. */
  readonly auth?: { readonly user: string; readonly password: string };
  /** Certificate chain and key in PEM; the url is `https:` then. */
  readonly tls?: { readonly cert: string; readonly key: string };
}

/** One request that reached a server. */
export interface ServerRequest {
  readonly method: string;
  /** Path with query string. */
  readonly path: string;
  readonly authorization: string | null;
}

/** A running git server. */
export interface GitServer {
  /** `http://127.0.0.1:<port>`, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Every request since the start, in order of arrival. */
  readonly requests: ServerRequest[];
  /** Ends the server and every `git` it started. */
  close(): Promise<void>;
}

/**
 * Serves the repositories below `root` over smart HTTP on a loopback port,
 * through git's own `git http-backend`. A repository `<root>/a.git` answers at
 * `<url>/a.git`. Throws when `git` cannot be run.
 */
export function startGitServer(
  root: string,
  options: GitServerOptions = {},
): Promise<GitServer> {
  const requests: ServerRequest[] = [];
  const children = new Set<Deno.ChildProcess>();
  const controller = new AbortController();
  const expected = options.auth &&
    `Basic ${btoa(`${options.auth.user}:${options.auth.password}`)}`;

  async function handle(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const authorization = request.headers.get("authorization");
    requests.push({
      method: request.method,
      path: url.pathname + url.search,
      authorization,
    });
    if (expected !== undefined && authorization !== expected) {
      await request.body?.cancel();
      return new Response("authentication needed\n", {
        status: 401,
        headers: { "www-authenticate": 'Basic realm="git"' },
      });
    }
    const child = new Deno.Command("git", {
      args: ["http-backend"],
      clearEnv: true,
      env: cgiEnvironment(root, request, url, options.protocol ?? "v2"),
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    children.add(child);
    child.status.finally(() => children.delete(child));
    feed(request, child.stdin);
    const { status, headers, body } = await readCgiHead(child.stdout);
    return new Response(body, { status, headers });
  }

  const listen = { hostname: "127.0.0.1", port: 0, signal: controller.signal };
  const server = Deno.serve(
    {
      ...listen,
      ...(options.tls ?? {}),
      onListen: () => {},
      onError: () => new Response("the test server failed\n", { status: 500 }),
    } as Deno.ServeTcpOptions,
    handle,
  );
  const { port } = server.addr;
  return Promise.resolve({
    url: `${options.tls ? "https" : "http"}://127.0.0.1:${port}`,
    port,
    requests,
    async close() {
      controller.abort();
      await server.finished;
      const ends = [...children].map((child) => child.status);
      for (const child of children) child.kill("SIGKILL");
      await Promise.all(ends);
    },
  });
}

/** Streams a request's body into the backend; a backend that stops reading is no fault here. */
async function feed(
  request: Request,
  stdin: WritableStream<Uint8Array>,
): Promise<void> {
  try {
    if (request.body === null) await stdin.close();
    else await request.body.pipeTo(stdin);
  } catch {
    // The backend answered without reading all of it, or the client is gone.
  }
}
