import assert from "node:assert/strict";
import { Malformed } from "../../lib/signature/malformed.ts";
import {
  type KeyPacket,
  loadOpenPgp,
  readKeyPacket,
} from "../../lib/signature/openpgp.ts";
import { publicPackets } from "../../lib/signature/public_packets.ts";
import { weaknessOf } from "../../lib/signature/weakness.ts";

const pgp = await loadOpenPgp();
const NONSENSE = Uint8Array.of(9, 9);

Deno.test("a key packet that cannot be read is malformed, not a fault of the library", async () => {
  for (const subkey of [false, true]) {
    await assert.rejects(readKeyPacket(pgp, NONSENSE, subkey), Malformed);
  }
});

Deno.test("a private key that cannot be read hides no other block", async () => {
  for (const tag of [5, 7]) {
    await assert.rejects(
      publicPackets([{ tag, body: NONSENSE }], pgp),
      Malformed,
    );
  }
});

Deno.test("keys of DSA, ElGamal and algorithms that nobody knows are too weak", () => {
  for (const algorithm of [16, 17, 20, 99]) {
    const key = { algorithm } as unknown as KeyPacket;
    assert.match(weaknessOf(key) ?? "", /too weak/);
  }
});
