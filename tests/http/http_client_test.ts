import assert from "node:assert/strict";
import {
  createHttpClient,
  type HttpClientOptions,
} from "../../lib/http/http_client.ts";
import { expectOk } from "../../lib/http/expect_ok.ts";
import type { HttpRequest } from "../../lib/http/model.ts";
import { selfSigned } from "../servers/self_signed.ts";
import { type Fault, startStaticServer } from "../servers/static_server.ts";
import { tempDir } from "../support/temp_dir.ts";
import { testWith } from "../support/needs_program.ts";

const GET: HttpRequest = {
  maxBytes: 1000,
  scheme: "bearer",
  what: "the archive",
};

function client(options: Partial<HttpClientOptions> = {}) {
  return createHttpClient({
    env: () => undefined,
    signal: new AbortController().signal,
    backoffMs: 1,
    ...options,
  });
}

async function withServer(
  run: (
    server: Awaited<ReturnType<typeof startStaticServer>>,
  ) => Promise<void>,
  options: Parameters<typeof startStaticServer>[1] = {},
) {
  await using root = await tempDir();
  await Deno.writeTextFile(root.join("a.zip"), "content of a");
  const server = await startStaticServer(root.path, options);
  try {
    await run(server);
  } finally {
    await server.close();
  }
}

async function failure(promise: Promise<unknown>): Promise<
  Error & { code?: string }
> {
  try {
    await promise;
  } catch (error) {
    return error as Error & { code?: string };
  }
  throw new assert.AssertionError({ message: "nothing was thrown" });
}

const fetchFault = async (
  fault: Fault,
  options: Partial<HttpClientOptions> = {},
) => {
  let result: (Error & { code?: string }) | undefined;
  let requests = 0;
  await withServer(async (server) => {
    server.faults.set("/a.zip", fault);
    const url = `${server.url}/a.zip?token=s3cret`;
    result = await failure(
      client(options).request(url, GET).then((answer) => answer.bytes()),
    );
    requests = server.requests.length;
  });
  assert.ok(result);
  assert.ok(!`${result.message}${result.stack}`.includes("s3cret"));
  return { error: result, requests };
};

Deno.test("a body is received as it was published, asked for without coding", async () => {
  await withServer(async (server) => {
    const answer = await client().request(`${server.url}/a.zip#part`, GET);
    await expectOk(answer, server.url, "the archive");
    assert.equal(
      new TextDecoder().decode(await answer.bytes()),
      "content of a",
    );
    assert.equal(answer.finalUrl, `${server.url}/a.zip`);
    assert.equal(
      server.requests[0]?.headers.get("accept-encoding"),
      "identity",
    );
    assert.equal(server.requests[0]?.path, "/a.zip");
  });
});

Deno.test("localhost is connected without a name server", async () => {
  await withServer(async (server) => {
    const url = `http://localhost:${server.port}/a.zip`;
    const answer = await client().request(url, GET);
    assert.equal(answer.finalUrl, url);
    assert.equal((await answer.bytes()).length, 12);
    assert.match(
      server.requests[0]?.headers.get("host") ?? "",
      /^127\.0\.0\.1/,
    );
  });
});

Deno.test("an answer with a Content-Encoding is refused, not silently undone", async () => {
  const { error } = await fetchFault({
    kind: "headers",
    headers: { "content-encoding": "gzip" },
  });
  assert.equal(error.code, "http-failed");
  assert.match(error.message, /Content-Encoding/);
});

Deno.test("a truncated body is an error", async () => {
  const { error } = await fetchFault({ kind: "truncate", bytes: 5 });
  assert.equal(error.code, "http-failed");
  assert.match(error.message, /broke off after|ended after 5 of 12/);
});

Deno.test("a body that stalls and a server that says nothing are given up", async () => {
  const stalled = await fetchFault({ kind: "stall", bytes: 3 }, {
    idleTimeoutMs: 50,
  });
  assert.match(stalled.error.message, /stalled for 0\.05 s after 3 bytes/);
  const silent = await fetchFault({ kind: "silence" }, {
    connectTimeoutMs: 50,
  });
  assert.match(silent.error.message, /did not answer/);
  assert.equal(silent.requests, 4);
});

Deno.test("a body that drips a byte now and then does not hold the run for days", async () => {
  const dripped = await fetchFault(
    { kind: "drip", bytes: 1, milliseconds: 20 },
    {
      slowGraceMs: 60,
    },
  );
  assert.equal(dripped.error.code, "http-failed");
  assert.match(dripped.error.message, /is too slow: \d+ bytes/);
  assert.equal(dripped.requests, 1);
});

Deno.test("an endless body stops at the limit", async () => {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(new Uint8Array(400)),
        }),
      ),
  );
  const answer = await client().request(
    `http://127.0.0.1:${server.addr.port}/`,
    GET,
  );
  const error = await failure(answer.bytes());
  assert.equal(error.code, "limit-exceeded");
  await server.shutdown();
});

Deno.test("a length beyond the limit is refused before the body is read", async () => {
  const { error } = await fetchFault({
    kind: "status",
    status: 200,
    body: "x".repeat(1001),
  });
  assert.equal(error.code, "limit-exceeded");
});

Deno.test("a busy server is asked again, a bounded number of times", async () => {
  await withServer(async (server) => {
    server.faults.set("/a.zip", { kind: "status", status: 503, times: 3 });
    const answer = await client().request(`${server.url}/a.zip`, GET);
    assert.equal((await answer.bytes()).length, 12);
    assert.equal(server.requests.length, 4);
  });
  const always = await fetchFault({ kind: "status", status: 429 });
  assert.equal(always.error.code, "http-failed");
  assert.match(always.error.message, /answered 429/);
  assert.equal(always.requests, 4);
});

Deno.test("a connection that is reset is tried again", async () => {
  await withServer(async (server) => {
    server.faults.set("/a.zip", { kind: "reset", times: 2 });
    const answer = await client().request(`${server.url}/a.zip`, GET);
    assert.equal((await answer.bytes()).length, 12);
  });
  const always = await fetchFault({ kind: "reset" });
  assert.equal(always.error.code, "http-failed");
});

Deno.test("a server that asks for an hour is not waited for", async () => {
  const { error, requests } = await fetchFault({
    kind: "status",
    status: 503,
    headers: { "retry-after": "3600" },
  });
  assert.match(error.message, /in 3600 s/);
  assert.equal(requests, 1);
});

Deno.test("a redirect loop ends", async () => {
  const { error, requests } = await fetchFault({
    kind: "redirect",
    location: "/a.zip",
  });
  assert.equal(error.code, "redirect-refused");
  assert.equal(requests, 6);
});

Deno.test("a redirected POST is not turned into a GET", async () => {
  await withServer(async (server) => {
    const post: HttpRequest = {
      ...GET,
      method: "POST",
      body: new Uint8Array([1]),
    };
    server.faults.set("/p", { kind: "redirect", location: "/q" });
    const error = await failure(client().request(`${server.url}/p`, post));
    assert.equal(error.code, "redirect-refused");
    server.faults.set("/p", {
      kind: "redirect",
      location: "/a.zip",
      status: 307,
    });
    const answer = await client().request(`${server.url}/p`, post);
    await answer.discard();
    assert.equal(server.requests.at(-1)?.method, "POST");
  });
});

Deno.test("an absent file says that a private one looks the same", async () => {
  await withServer(async (server) => {
    const url = `${server.url}/none`;
    const answer = await client().request(url, GET);
    const error = await failure(expectOk(answer, url, "the archive"));
    assert.equal(error.code, "not-found");
    assert.match(error.message, /404.*private/);
  });
});

Deno.test("an answer that is neither the file nor its absence is no file", async () => {
  await withServer(async (server) => {
    for (const status of [204, 418]) {
      server.faults.set("/a.zip", { kind: "status", status });
      const url = `${server.url}/a.zip`;
      const answer = await client().request(url, GET);
      const error = await failure(expectOk(answer, url, "the archive"));
      assert.equal(error.code, "http-failed");
      assert.match(error.message, new RegExp(`answered ${status}`));
    }
  });
});

Deno.test("an interruption ends the wait and throws its reason", async () => {
  const controller = new AbortController();
  await withServer(async (server) => {
    server.faults.set("/a.zip", { kind: "stall", bytes: 3 });
    const http = client({ signal: controller.signal });
    const answer = await http.request(`${server.url}/a.zip`, GET);
    const reason = new Error("interrupted");
    const reading = failure(answer.bytes());
    controller.abort(reason);
    assert.equal(await reading, reason);
    assert.equal(
      await failure(http.request(`${server.url}/a.zip`, GET)),
      reason,
    );
  });
});

Deno.test("a refused connection is said at once and without the query", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  const error = await failure(
    client().request(`http://127.0.0.1:${port}/a?token=s3cret`, GET),
  );
  assert.match(error.message, /refused/);
  assert.ok(!Deno.inspect(error).includes("s3cret"));
});

testWith(
  ["openssl"],
  "a token reaches its own origin only, and never plain http",
  async () => {
    const { ca, cert, key } = await selfSigned();
    using transport = Deno.createHttpClient({ caCerts: [ca] });
    await withServer(async (other) => {
      await withServer(async (own) => {
        const variable = (port: number) =>
          `SKILL_SOURCES_TOKEN_127_0_0_1_${port}`;
        const asked: string[] = [];
        const http = client({
          transport,
          env: (name) => {
            asked.push(name);
            return name === variable(own.port) ? "s3cret" : undefined;
          },
        });
        const at = (server: { port: number }, path: string) =>
          `https://127.0.0.1:${server.port}${path}`;
        own.faults.set("/out", {
          kind: "redirect",
          location: at(other, "/back"),
        });
        other.faults.set("/back", {
          kind: "redirect",
          location: at(own, "/a.zip"),
        });
        const answer = await http.request(at(own, "/out"), GET);
        assert.equal((await answer.bytes()).length, 12);
        assert.deepEqual(own.requests.map((request) => request.authorization), [
          "Bearer s3cret",
          null,
        ]);
        assert.equal(other.requests[0]?.authorization, null);

        own.faults.set("/same", { kind: "redirect", location: "/a.zip" });
        await (await http.request(at(own, "/same"), {
          ...GET,
          scheme: "basic",
        }))
          .discard();
        const basic = `Basic ${btoa("x-access-token:s3cret")}`;
        assert.equal(own.requests.at(-1)?.authorization, basic);

        const anonymous = { ...GET, anonymous: true };
        await (await http.request(at(own, "/a.zip"), anonymous)).discard();
        assert.equal(own.requests.at(-1)?.authorization, null);

        own.faults.set("/refused", { kind: "status", status: 403 });
        const refused = await http.request(at(own, "/refused"), GET);
        const error = await failure(
          expectOk(refused, at(own, "/refused"), "the archive"),
        );
        assert.match(error.message, new RegExp(variable(own.port)));
        assert.ok(!error.message.includes("s3cret"));

        // Downgrade: the same host over plain http.
        own.faults.set("/down", {
          kind: "redirect",
          location: `http://127.0.0.1:${own.port}/a.zip`,
        });
        const before = own.requests.length;
        const down = await failure(http.request(at(own, "/down"), GET));
        assert.equal(down.code, "redirect-refused");
        assert.equal(own.requests.length, before + 1);
      }, { tls: { cert, key } });
    }, { tls: { cert, key } });
  },
);

Deno.test("plain http gets no token, and none that a caller hands over", async () => {
  await withServer(async (server) => {
    const answer = await client({ env: () => "s3cret" }).request(
      `${server.url}/a.zip`,
      { ...GET, headers: { authorization: "Bearer s3cret" } },
    );
    await answer.discard();
    assert.equal(server.requests[0]?.authorization, null);
  });
});

testWith(
  ["openssl"],
  "a certificate that nobody vouches for is not tried again",
  async () => {
    const { cert, key } = await selfSigned();
    await withServer(async (server) => {
      const error = await failure(client().request(`${server.url}/a.zip`, GET));
      assert.match(error.message, /certificate/);
    }, { tls: { cert, key } });
  },
);
