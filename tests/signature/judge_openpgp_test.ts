import assert from "node:assert/strict";
import { judgeOpenPgp } from "../../lib/signature/judge_openpgp.ts";
import type { SigningPolicy } from "../../lib/signature/model.ts";
import { loadOpenPgp } from "../../lib/signature/openpgp.ts";
import { readSignatureFile } from "../../lib/signature/signature_file.ts";
import {
  type PgpKey,
  pgpKey,
  pgpKeyOf,
  type PgpKeyOptions,
  pgpSign,
  type PgpSignOptions,
  revoked,
} from "../support/pgp.ts";
import { NOW, ring } from "./fixtures.ts";

const DATA = new TextEncoder().encode("the archive's bytes");
const DAY = 24 * 60 * 60;

async function judge(
  signature: Uint8Array,
  keys: string,
  policy: Partial<SigningPolicy> = {},
  data: Uint8Array = DATA,
) {
  const pgp = await loadOpenPgp();
  const [judged] = await judgeOpenPgp(
    readSignatureFile(signature, pgp),
    () => [data],
    { keys: await ring(keys), now: NOW, ...policy },
    pgp,
  );
  return judged!;
}

async function signedBy(
  key: PgpKey,
  options: PgpSignOptions = {},
  keys = key.armored,
) {
  return await judge(await pgpSign(key, DATA, options), keys);
}

const KINDS: readonly [string, PgpKeyOptions][] = [
  ["a version 4 key", {}],
  ["a signing subkey", { subkey: true }],
  ["a version 6 key", { v6: true }],
  ["a version 6 signing subkey", { v6: true, subkey: true }],
];

for (const [kind, options] of KINDS) {
  Deno.test(`${kind} signs, and its primary key is the signer`, async () => {
    const key = await pgpKey(options);
    for (const hash of [8, 9, 10, 14]) {
      const judged = await signedBy(key, { hash });
      assert.equal(judged.verdict, "good", judged.because);
      assert.equal(judged.signer, key.fingerprint);
    }
    const signature = await pgpSign(key, DATA);
    for (const changed of [DATA.slice(1), DATA.slice(0, -1), DATA.with(3, 0)]) {
      const judged = await judge(signature, key.armored, {}, changed);
      assert.equal(judged.verdict, "bad");
      assert.equal(judged.signer, undefined);
    }
  });
}

Deno.test("a salt that swallows the beginning of the archive makes no signature for the rest", async () => {
  const key = await pgpKey({ v6: true });
  const signature = await pgpSign(key, DATA);
  // tag, length, version, type, algorithms, areas, digest's head, salt.
  const body = [...readPacket(signature)];
  const view = new DataView(Uint8Array.from(body).buffer);
  const unhashed = 8 + view.getUint32(4);
  const saltAt = unhashed + 4 + view.getUint32(unhashed) + 2;
  assert.equal(body[saltAt], 32);
  body.splice(saltAt + 33, 0, ...DATA.subarray(0, 4));
  body[saltAt] = 36;
  const judged = await judge(
    packetOf(2, Uint8Array.from(body)),
    key.armored,
    {},
    DATA.subarray(4),
  );
  assert.equal(judged.verdict, "bad");
});

Deno.test("times: expired when signing, expired since, older than its key, in the future, no longer meant to hold", async () => {
  const made = new Date("2025-01-01T00:00:00Z");
  const days = (count: number) => new Date(made.getTime() + count * DAY * 1000);
  const key = await pgpKey({ date: made, expires: 100 * DAY });
  const rows: [PgpSignOptions, string][] = [
    [{ date: days(99) }, "made-before-expiry"],
    [{ date: days(100) }, "expired-at-signing"],
    [{ date: days(-1) }, "bad"],
    [{ date: days(1), holds: 5 * DAY }, "bad"],
    [{ date: days(1), holds: 5000 * DAY }, "made-before-expiry"],
  ];
  for (const [options, verdict] of rows) {
    assert.equal((await signedBy(key, options)).verdict, verdict);
  }
  const lasting = await pgpKey({ date: made });
  const soon = new Date(NOW.getTime() + 20 * 60 * 60 * 1000);
  const later = new Date(NOW.getTime() + 25 * 60 * 60 * 1000);
  assert.equal((await signedBy(lasting, { date: soon })).verdict, "good");
  assert.equal((await signedBy(lasting, { date: later })).verdict, "future");
});

Deno.test("a soft revocation spares what was signed before, a hard one nothing", async () => {
  const key = await pgpKey();
  const when = new Date("2025-06-01T00:00:00Z");
  const after = { date: new Date("2025-07-01T00:00:00Z") };
  const retired = await revoked(key, "retired", when);
  const stolen = await revoked(key, "compromised", when);
  const rows: [PgpKey, PgpSignOptions, boolean][] = [
    [retired, {}, true],
    [retired, after, false],
    [stolen, {}, false],
    [stolen, after, false],
  ];
  for (const [made, options, passes] of rows) {
    const judged = await signedBy(made, options);
    assert.equal(judged.verdict, "revoked");
    assert.equal(judged.passes, passes);
  }
  // The revocation may stand in another block than the key.
  const apart = `${key.armored}\n${stolen.armored}`;
  assert.equal((await signedBy(key, {}, apart)).passes, false);
  // A thief's "retired" beside the owner's "stolen" spares nothing.
  const both = `${retired.armored}\n${stolen.armored}`;
  assert.equal((await signedBy(key, {}, both)).passes, false);
});

Deno.test("a revocation from tomorrow counts today", async () => {
  const tomorrow = new Date(NOW.getTime() + 5 * DAY * 1000);
  const key = await revoked(await pgpKey(), "compromised", tomorrow);
  assert.equal((await signedBy(key)).passes, false);
});

Deno.test("SHA-1 is too weak before anything is computed with it", async () => {
  const key = await pgpKey({ rsa: true });
  assert.equal((await signedBy(key)).verdict, "good");
  for (const hash of [1, 2]) {
    const judged = await signedBy(key, { hash });
    assert.equal(judged.verdict, "too-weak");
    assert.equal(judged.passes, false);
  }
});

Deno.test("a certification or a key's own signature is none over a file", async () => {
  const key = await pgpKey();
  for (const type of [0x02, 0x1f, 0x40]) {
    const judged = await signedBy(key, { type });
    assert.equal(judged.verdict, "bad");
    assert.match(judged.because, /not made over a file/);
  }
});

Deno.test("a stranger who claims the key's id in the signature is found out", async () => {
  const key = await pgpKey();
  const stranger = await pgpKey();
  const forged = await pgpSign(
    pgpKeyOf(stranger.key),
    DATA,
  );
  assert.equal((await judge(forged, key.armored)).verdict, "unknown-key");
  // Ids are hints: each issuer field is overwritten by the known key's.
  const from = stranger.fingerprint.toLowerCase();
  const to = key.fingerprint.toLowerCase();
  const hex = forged.toHex().replaceAll(from, to)
    .replaceAll(from.slice(-16), to.slice(-16));
  const judged = await judge(Uint8Array.fromHex(hex), key.armored);
  assert.equal(judged.verdict, "bad");
});

/** The body of the one packet in `bytes`. */
function readPacket(bytes: Uint8Array): Uint8Array {
  const header = bytes[1]! < 192 ? 2 : 3;
  return bytes.subarray(header);
}

/** A packet of up to 8,383 bytes. */
function packetOf(tag: number, body: Uint8Array): Uint8Array {
  const head = body.length < 192
    ? [0xc0 | tag, body.length]
    : [0xc0 | tag, ((body.length - 192) >> 8) + 192, (body.length - 192) & 255];
  return Uint8Array.from([...head, ...body]);
}
