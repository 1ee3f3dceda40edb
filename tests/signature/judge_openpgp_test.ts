import assert from "node:assert/strict";
import * as openpgp from "openpgp";
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
  SIGNED,
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

Deno.test("a subkey that another key adopted does not make its owner's signatures that key's", async () => {
  const owner = await pgpKey({ subkey: true });
  const thief = await pgpKey({ name: "A Thief" });
  const adopted = new openpgp.PacketList<openpgp.AnyPacket>();
  for (const packet of thief.key.toPublic().toPacketList()) {
    adopted.push(packet);
  }
  const [subkey] = owner.key.toPublic().subkeys;
  adopted.push(subkey!.keyPacket);
  // Bound anew by the thief, who has no back-signature of the subkey.
  const bound = new openpgp.SignaturePacket();
  bound.signatureType = openpgp.enums.signature.subkeyBinding;
  bound.publicKeyAlgorithm = thief.key.keyPacket.algorithm;
  bound.hashAlgorithm = openpgp.enums.hash.sha512;
  bound.keyFlags = [openpgp.enums.keyFlags.signData] as unknown as Uint8Array;
  const over = {
    key: thief.key.keyPacket,
    bind: subkey!.keyPacket,
  } as unknown as Uint8Array;
  await bound.sign(
    thief.key.keyPacket as openpgp.SecretKeyPacket,
    over,
    SIGNED,
    false,
    // @ts-ignore the library's types leave its last parameter out
    openpgp.config,
  );
  adopted.push(bound);
  const armored = openpgp.armor(
    openpgp.enums.armor.publicKey,
    adopted.write(),
  );
  const stolen = await signedBy(owner, {}, armored);
  assert.equal(stolen.verdict, "bad");
  assert.match(stolen.because, /sign its primary key back/);
  // With the owner's key in the file as well, the owner is the signer.
  const both = await signedBy(owner, {}, `${armored}\n${owner.armored}`);
  assert.equal(both.signer, owner.fingerprint);
});

Deno.test("a key without a self-signature, or with one of another key's, is no key", async () => {
  const key = await pgpKey();
  const other = await pgpKey();
  const [primary, user, self] = key.key.toPublic().toPacketList();
  const foreign = other.key.toPublic().toPacketList()[2]!;
  const rows: [openpgp.AnyPacket[], string][] = [
    [[primary!, user!, self!], "good"],
    [[primary!, user!], "bad"],
    [[primary!, user!, foreign], "bad"],
    [[primary!], "bad"],
  ];
  for (const [packets, verdict] of rows) {
    const list = new openpgp.PacketList<openpgp.AnyPacket>();
    for (const packet of packets) list.push(packet);
    const armored = openpgp.armor(
      openpgp.enums.armor.publicKey,
      list.write(),
    );
    assert.equal((await signedBy(key, {}, armored)).verdict, verdict);
  }
});

Deno.test("a user id in Latin-1 is hashed as it stands", async () => {
  const key = await pgpKey({ name: "Juergen" });
  const packets = key.key.toPublic().toPacketList();
  const user = packets[1] as openpgp.UserIDPacket;
  const latin1 = Uint8Array.from(
    "J\xfcrgen <j@example.org>",
    (letter) => letter.charCodeAt(0),
  );
  user.write = () => latin1;
  const self = new openpgp.SignaturePacket();
  self.signatureType = openpgp.enums.signature.certGeneric;
  self.publicKeyAlgorithm = key.key.keyPacket.algorithm;
  self.hashAlgorithm = openpgp.enums.hash.sha512;
  const over = {
    key: key.key.keyPacket,
    userID: user,
  } as unknown as Uint8Array;
  await self.sign(
    key.key.keyPacket as openpgp.SecretKeyPacket,
    over,
    SIGNED,
    false,
    // @ts-ignore the library's types leave its last parameter out
    openpgp.config,
  );
  const list = new openpgp.PacketList<openpgp.AnyPacket>();
  list.push(packets[0]!, user, self);
  const armored = openpgp.armor(openpgp.enums.armor.publicKey, list.write());
  const judged = await signedBy(key, {}, armored);
  assert.equal(judged.verdict, "good", judged.because);
  assert.match(judged.because, /Jürgen/);
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

Deno.test("a key that somebody loaded with signatures of its own is given up, not checked for hours", async () => {
  const key = await pgpKey();
  const packets = key.key.toPublic().toPacketList();
  const self = packets[2] as openpgp.SignaturePacket;
  const list = new openpgp.PacketList<openpgp.AnyPacket>();
  list.push(packets[0]!, packets[1]!);
  const count = 4001;
  for (let index = 0; index < count; index++) {
    // A revocation that does not hold: each has to be looked at.
    const forged = new openpgp.SignaturePacket();
    forged.read(self.write());
    forged.write = () => self.write().with(1, 0x20);
    list.push(forged);
  }
  list.push(self);
  const armored = openpgp.armor(openpgp.enums.armor.publicKey, list.write());
  const judged = await signedBy(key, {}, armored);
  assert.equal(judged.verdict, "bad");
  assert.match(judged.because, /too many signatures/);
});
