import assert from "node:assert/strict";
import { MAX_RELEASES } from "../../lib/base/limits.ts";
import { listReleases } from "../../lib/git/list_releases.ts";
import { openRemote } from "../../lib/git/open_remote.ts";
import { encodePacket } from "../../lib/git/pkt_line.ts";
import { tempDir } from "../support/temp_dir.ts";
import { fetchContext } from "./fetch_context.ts";
import { joinBytes, utf8 } from "./pack_builder.ts";

/** A server that lists these refs, whatever it is asked. */
async function listing(
  refs: readonly string[],
  run: (url: string) => Promise<void>,
): Promise<void> {
  const packets = (lines: readonly string[]) =>
    new Uint8Array(
      joinBytes([...lines.map((line) => encodePacket(line)), utf8("0000")]),
    );
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      await request.body?.cancel();
      const first = request.method === "GET";
      const body = packets(
        first ? ["version 2\n", "ls-refs\n", "fetch=shallow\n"] : refs,
      );
      const kind = first ? "advertisement" : "result";
      return new Response(body, {
        headers: { "content-type": `application/x-git-upload-pack-${kind}` },
      });
    },
  );
  try {
    await run(`http://127.0.0.1:${server.addr.port}/r.git`);
  } finally {
    await server.shutdown();
  }
}

const ID = "1".repeat(40);
const PEELED = "2".repeat(40);

async function releases(url: string) {
  await using dir = await tempDir();
  return await listReleases(await openRemote(url, fetchContext(dir.path)));
}

Deno.test("only tags are releases, whatever else a server lists", async () => {
  await listing([
    `${ID} refs/heads/v9.0.0\n`,
    `${ID} HEAD\n`,
    `${ID} refs/tags/v1.0.0 peeled:${PEELED}\n`,
    `${ID} refs/tags/deep/v1\n`,
    `${ID} refs/tagsv3\n`,
  ], async (url) => {
    assert.deepEqual(await releases(url), [
      { ref: "v1.0.0", commit: PEELED },
      { ref: "deep/v1", commit: ID },
    ]);
  });
});

Deno.test("a list of tags without end is refused, not cut", async () => {
  const tags = Array.from(
    { length: MAX_RELEASES + 1 },
    (_, index) => `${ID} refs/tags/v${index}\n`,
  );
  await listing(tags, async (url) => {
    await assert.rejects(releases(url), { code: "limit-exceeded" });
  });
  await listing(tags.slice(1), async (url) => {
    assert.equal((await releases(url)).length, MAX_RELEASES);
  });
});
