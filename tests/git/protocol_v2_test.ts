import assert from "node:assert/strict";
import { SourceError } from "../../lib/base/errors.ts";
import { encodePacket, type Packet } from "../../lib/git/pkt_line.ts";
import { readCapabilities } from "../../lib/git/protocol_v2.ts";

async function* packets(lines: Iterable<string>): AsyncGenerator<Packet> {
  for (const line of lines) {
    yield { kind: "data", data: encodePacket(line).subarray(4) };
  }
  yield { kind: "flush" };
}

Deno.test("capabilities are read up to their flush", async () => {
  const lines = ["ls-refs", "fetch=shallow filter", "object-format=sha256"];
  const { format, fetchFeatures } = await readCapabilities(
    packets(lines),
    "https://example.org/a.git",
  );
  assert.equal(format, "sha256");
  assert.ok(fetchFeatures.has("shallow"));
});

Deno.test("capabilities that do not end are refused before they fill the memory", async () => {
  function* endless() {
    for (let count = 0;; count++) yield `capability-${count}`;
  }
  await assert.rejects(
    readCapabilities(packets(endless()), "https://example.org/a.git"),
    (error) => error instanceof SourceError && error.code === "git-protocol",
  );
});
