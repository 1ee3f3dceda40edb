import assert from "node:assert/strict";
import { tempDir } from "../support/temp_dir.ts";
import { selfSigned } from "./self_signed.ts";
import {
  type Fault,
  startStaticServer,
  type StaticServer,
} from "./static_server.ts";
import { testWith } from "../support/needs_program.ts";

const CONTENT = "x".repeat(10_000);

async function serving(
  faults: Record<string, Fault>,
  test: (server: StaticServer) => Promise<void>,
): Promise<void> {
  await using temp = await tempDir();
  await Deno.writeTextFile(temp.join("a.zip"), CONTENT);
  const server = await startStaticServer(temp.path, {
    faults: new Map(Object.entries(faults)),
  });
  try {
    await test(server);
  } finally {
    await server.close();
  }
}

Deno.test("the static server serves files and logs every request", () =>
  serving({}, async (server) => {
    const answer = await fetch(`${server.url}/a.zip?q=1`, {
      headers: { authorization: "Bearer t" },
    });
    assert.equal(await answer.text(), CONTENT);
    assert.equal(answer.headers.get("content-type"), "application/zip");
    const missing = await fetch(`${server.url}/b.zip`);
    assert.equal(missing.status, 404);
    await missing.body?.cancel();
    assert.deepEqual(
      server.requests.map(({ path, authorization }) => [path, authorization]),
      [["/a.zip?q=1", "Bearer t"], ["/b.zip", null]],
    );
  }));

Deno.test("a fault with times ends", () =>
  serving(
    { "/a.zip": { kind: "status", status: 503, times: 1 } },
    async (server) => {
      const first = await fetch(`${server.url}/a.zip`);
      assert.equal(first.status, 503);
      await first.body?.cancel();
      assert.equal(await (await fetch(`${server.url}/a.zip`)).text(), CONTENT);
    },
  ));

Deno.test("a truncated answer and a reset are errors of the client", () =>
  serving({
    "/a.zip": { kind: "truncate", bytes: 10 },
    "/reset": { kind: "reset" },
  }, async (server) => {
    const answer = await fetch(`${server.url}/a.zip`);
    assert.equal(answer.headers.get("content-length"), "10000");
    await assert.rejects(answer.text());
    await assert.rejects(fetch(`${server.url}/reset`));
  }));

Deno.test("close ends connections that stall or never end", () =>
  serving({
    "/a.zip": { kind: "stall", bytes: 5 },
    "/endless": { kind: "endless" },
  }, async (server) => {
    const stalled = await fetch(`${server.url}/a.zip`);
    const endless = await fetch(`${server.url}/endless`);
    await server.close();
    await assert.rejects(stalled.text());
    await endless.body?.cancel();
    server.close = () => Promise.resolve();
  }));

testWith(
  ["openssl"],
  "a certificate of the test is trusted by those who know its authority",
  async () => {
    await using temp = await tempDir();
    await Deno.writeTextFile(temp.join("a.zip"), CONTENT);
    const { ca, cert, key } = await selfSigned();
    const server = await startStaticServer(temp.path, { tls: { cert, key } });
    const client = Deno.createHttpClient({ caCerts: [ca] });
    try {
      const answer = await fetch(`${server.url}/a.zip`, { client });
      assert.equal(await answer.text(), CONTENT);
      await assert.rejects(fetch(`${server.url}/a.zip`));
    } finally {
      client.close();
      await server.close();
    }
  },
);
