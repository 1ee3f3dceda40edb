import assert from "node:assert/strict";
import fc from "fast-check";
import { Malformed } from "../../lib/signature/malformed.ts";
import { loadOpenPgp } from "../../lib/signature/openpgp.ts";
import { readSignatureFile } from "../../lib/signature/signature_file.ts";
import { verifyArchive } from "../../lib/signature/verify_archive.ts";
import { fixture, fixtureKeys, NOW } from "./fixtures.ts";

const DATA = fixture("data");
const GOOD = fixture("signatures/good.sig");
const ARMORED = new TextDecoder().decode(fixture("signatures/good.asc"));
const pgp = await loadOpenPgp();
const keys = await fixtureKeys();

function passes(bytes: Uint8Array | string): Promise<unknown> {
  const file = {
    name: "data.asc",
    bytes: typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes,
  };
  return verifyArchive(file, "data", () => [DATA], { keys, now: NOW });
}

async function refused(bytes: Uint8Array | string): Promise<string> {
  const error = await passes(bytes).then(() => undefined, (error) => error);
  assert.equal(error?.code, "signature-bad", String(error));
  return error.message;
}

/** A packet of tag 2 with a body of the given version. */
function versioned(version: number): Uint8Array {
  const body = GOOD.slice();
  // gpg writes an old-format packet with a length of two bytes.
  assert.equal(body[0], 0x89);
  body[3] = version;
  return body;
}

Deno.test("an empty file is called that", async () => {
  assert.match(await refused(""), /is empty/);
});

Deno.test("what is no detached signature never passes", async () => {
  const rows: Record<string, Uint8Array | string> = {
    "nothing": "",
    "blank lines": "\n\n",
    "a web page": "<html><body>Log in</body></html>",
    "prose": "This release was signed. Trust us.\n",
    "an armor with nothing in it":
      "-----BEGIN PGP SIGNATURE-----\n\n-----END PGP SIGNATURE-----\n",
    "a message in the armor of a signature": new TextDecoder()
      .decode(fixture("signatures/attached.asc"))
      .replaceAll("PGP MESSAGE", "PGP SIGNATURE"),
    "a public key": fixture("keys/good.asc"),
    "a signature and a public key": ARMORED +
      new TextDecoder().decode(fixture("keys/good.asc")),
    "a signature and the keys, binary": Uint8Array.from([
      ...GOOD,
      ...fixture("binary.keys"),
    ]),
    "a signature and a byte": Uint8Array.from([...GOOD, 0]),
    "a signature's bytes under the tag of a user id": GOOD.with(0, 0xb5),
    "a signature in the armor of a message": ARMORED.replaceAll(
      "PGP SIGNATURE",
      "PGP MESSAGE",
    ),
    "a signature cut off": GOOD.subarray(0, -1),
    "a good block and a damaged one": ARMORED +
      ARMORED.replace(/^=.{4}$/m, "=AAAA"),
    "a good block and one without an end": ARMORED +
      ARMORED.replace(/-----END.*/, ""),
    "a clear-signed text in front":
      "-----BEGIN PGP SIGNED MESSAGE-----\n\nx\n" +
      ARMORED,
    "a signature of ssh's": fixture("ssh/namespace-file.sig"),
    "a signature of version 3": versioned(3),
    "a signature of version 5": versioned(5),
  };
  await passes(GOOD);
  for (const [name, bytes] of Object.entries(rows)) {
    assert.match(await refused(bytes), /\[bad\]/, name);
  }
});

Deno.test("a version 3 signature, which a library may drop in silence, is named", async () => {
  assert.match(await refused(versioned(3)), /version 3/);
});

Deno.test("a hashed area that is longer than the packet is refused, not read as empty", () => {
  const signature = GOOD.slice();
  // The two bytes of the hashed area's length, after version, type and algorithms.
  signature[7] = 0xff;
  assert.throws(() => readSignatureFile(signature, pgp), Malformed);
  // Read as empty, its 130 bytes would pass for one number of 1,024 bits.
  const body = new Uint8Array(130);
  body.set([4, 0, 1, 10, 0xff, 0xff, 5, 2, 0x68, 0, 0, 0]);
  const packet = Uint8Array.from([0xc2, body.length, ...body]);
  assert.throws(() => readSignatureFile(packet, pgp), Malformed);
});

Deno.test("prose around the armor is no part of it", async () => {
  await passes(`The signature:\n\n${ARMORED}\nThank you.\n`);
  await passes(ARMORED.replaceAll("\n", "\r\n"));
});

Deno.test("one changed byte of a signature never passes, and never breaks the reader", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: GOOD.length - 1 }),
      fc.integer({ min: 1, max: 255 }),
      async (at, flip) => {
        const changed = GOOD.slice();
        changed[at]! ^= flip;
        const error = await passes(changed).then((found) => found, (e) => e);
        // What no digest covers may change: the unhashed hint at the key.
        if (!(error instanceof Error)) return;
        assert.match((error as { code?: string }).code ?? "", /^signature-/);
      },
    ),
    { numRuns: 300 },
  );
});

Deno.test("no bytes at all pass", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 300 }),
      fc.boolean(),
      async (bytes, packet) => {
        const input = packet
          ? Uint8Array.from([0xc2, Math.min(191, bytes.length), 4, 0, ...bytes])
          : bytes;
        await assert.rejects(passes(input), { name: "SourceError" });
      },
    ),
    { numRuns: 500 },
  );
});

Deno.test("a file of thousands of signatures is refused before any of them is checked", async () => {
  const many = new Uint8Array(GOOD.length * 65);
  for (let at = 0; at < many.length; at += GOOD.length) many.set(GOOD, at);
  await passes(many.subarray(GOOD.length));
  assert.match(await refused(many), /more than 64 signatures/);
});
