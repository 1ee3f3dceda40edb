import assert from "node:assert/strict";
import * as openpgp from "openpgp";
import { judgeOpenPgp } from "../../lib/signature/judge_openpgp.ts";
import { loadOpenPgp } from "../../lib/signature/openpgp.ts";
import { readSignatureFile } from "../../lib/signature/signature_file.ts";
import {
  armoredKey,
  keySignature,
  type PgpKey,
  pgpKey,
  pgpSign,
  publicPackets,
} from "../support/pgp.ts";
import { NOW, ring } from "./fixtures.ts";

const DATA = new TextEncoder().encode("the archive's bytes");
const CERTIFY = [1] as unknown as Uint8Array;
const SIGN = [2] as unknown as Uint8Array;
const LATER = new Date("2025-04-01T00:00:00Z");
const CERTIFICATION = 0x10;
const SUBKEY_BINDING = 0x18;
const PRIMARY_BINDING = 0x19;
const DIRECT = 0x1f;
const KEY_REVOCATION = 0x20;
const SUBKEY_REVOCATION = 0x28;
const USER_REVOCATION = 0x30;
const COMPROMISED = {
  reasonForRevocationFlag: 2,
  reasonForRevocationString: "",
};
const RETIRED = { reasonForRevocationFlag: 3, reasonForRevocationString: "" };

/** What a signature by `key` comes to when `keys` are all that is known of it. */
async function judged(key: PgpKey, keys: string | openpgp.AnyPacket[]) {
  const pgp = await loadOpenPgp();
  const armored = typeof keys === "string" ? keys : armoredKey(keys);
  const [judgement] = await judgeOpenPgp(
    readSignatureFile(await pgpSign(key, DATA), pgp),
    () => [DATA],
    { keys: await ring(armored), now: NOW },
    pgp,
  );
  return judgement!;
}

/** The primary key, user id and self-certification of a key. */
function parts(key: PgpKey) {
  const [primary, user, self] = publicPackets(key);
  return {
    primary: primary!,
    user: user as openpgp.UserIDPacket,
    self: self as openpgp.SignaturePacket,
    secret: key.key.keyPacket,
  };
}

Deno.test("a key without a self-signature, or with another key's, is no key", async () => {
  const key = await pgpKey();
  const { primary, user, self } = parts(key);
  const foreign = parts(await pgpKey()).self;
  const rows: [openpgp.AnyPacket[], string][] = [
    [[primary, user, self], "good"],
    [[primary, user], "bad"],
    [[primary, user, foreign], "bad"],
    [[primary], "bad"],
  ];
  for (const [packets, verdict] of rows) {
    const found = await judged(key, packets);
    assert.equal(found.verdict, verdict, found.because);
  }
});

Deno.test("a user id in Latin-1 is hashed as it stands", async () => {
  const key = await pgpKey();
  const { primary, user, secret } = parts(key);
  const latin1 = Uint8Array.from(
    "J\xfcrgen <j@example.org>",
    (letter) => letter.charCodeAt(0),
  );
  user.write = () => latin1;
  const over = { key: secret, userID: user };
  const self = await keySignature(secret, CERTIFICATION, over);
  const found = await judged(key, [primary, user, self]);
  assert.equal(found.verdict, "good", found.because);
  assert.match(found.because, /Jürgen/);
});

Deno.test("a user id that its owner revoked says nothing any more, until it is certified anew", async () => {
  const key = await pgpKey();
  const { primary, user, self, secret } = parts(key);
  const over = { key: secret, userID: user };
  const gone = await keySignature(secret, USER_REVOCATION, over);
  const anew = await keySignature(secret, CERTIFICATION, over, {}, LATER);
  const without = await judged(key, [primary, user, self, gone]);
  assert.equal(without.verdict, "bad");
  const again = await judged(key, [primary, user, self, gone, anew]);
  assert.equal(again.verdict, "good");
});

Deno.test("a key that is made for certifying alone signs no release", async () => {
  const key = await pgpKey();
  const { primary, user, secret } = parts(key);
  const over = { key: secret, userID: user };
  for (
    const [keyFlags, verdict] of [[CERTIFY, "bad"], [SIGN, "good"]] as const
  ) {
    const self = await keySignature(secret, CERTIFICATION, over, { keyFlags });
    const found = await judged(key, [primary, user, self]);
    assert.equal(found.verdict, verdict);
  }
});

Deno.test("a subkey has to be bound, made for signing, and to sign its primary key back", async () => {
  const key = await pgpKey({ subkey: true });
  const { primary, user, self, secret } = parts(key);
  const subkey = key.key.subkeys[0]!.keyPacket;
  const bare = publicPackets(key)[3]!;
  const over = { key: secret, bind: subkey };
  const embeddedSignature = await keySignature(subkey, PRIMARY_BINDING, over);
  const stranger = (await pgpKey()).key.keyPacket;
  const bind = (
    fields: Partial<openpgp.SignaturePacket>,
    by: openpgp.AnyKeyPacket = secret,
  ) => keySignature(by, SUBKEY_BINDING, over, fields);
  const rows: [string, openpgp.SignaturePacket | undefined, string][] = [
    ["bound", await bind({ keyFlags: SIGN, embeddedSignature }), "good"],
    ["not bound", undefined, "not bound"],
    [
      "bound by a stranger",
      await bind({ keyFlags: SIGN, embeddedSignature }, stranger),
      "not bound",
    ],
    [
      "for encryption",
      await bind({ keyFlags: CERTIFY, embeddedSignature }),
      "not made for signing",
    ],
    ["of no stated use", await bind({ embeddedSignature }), "not made"],
    ["without a signature back", await bind({ keyFlags: SIGN }), "back"],
    [
      "signed back by the primary key itself",
      await bind({
        keyFlags: SIGN,
        embeddedSignature: await keySignature(secret, PRIMARY_BINDING, over),
      }),
      "back",
    ],
    [
      "signed back as something else",
      await bind({
        keyFlags: SIGN,
        embeddedSignature: await keySignature(subkey, SUBKEY_BINDING, over),
      }),
      "back",
    ],
  ];
  for (const [name, binding, expected] of rows) {
    const packets = [primary, user, self, bare];
    if (binding !== undefined) packets.push(binding);
    const found = await judged(key, packets);
    if (expected === "good") assert.equal(found.verdict, "good", found.because);
    else {
      assert.equal(found.verdict, "bad", name);
      assert.match(found.because, new RegExp(expected), name);
    }
  }
});

Deno.test("a subkey that another key adopted does not make its owner's signatures that key's", async () => {
  const owner = await pgpKey({ subkey: true });
  const thief = await pgpKey({ name: "A Thief" });
  const subkey = owner.key.subkeys[0]!.keyPacket;
  const over = { key: thief.key.keyPacket, bind: subkey };
  const adopted = armoredKey([
    ...publicPackets(thief),
    publicPackets(owner)[3]!,
    await keySignature(thief.key.keyPacket, SUBKEY_BINDING, over, {
      keyFlags: SIGN,
    }),
  ]);
  assert.equal((await judged(owner, adopted)).verdict, "bad");
  // With the owner's key in the file as well, the owner is the signer.
  const both = await judged(owner, `${adopted}\n${owner.armored}`);
  assert.equal(both.signer, owner.fingerprint);
});

Deno.test("a revoked subkey, or a subkey of a revoked key, is revoked by the worse of both", async () => {
  const key = await pgpKey({ subkey: true });
  const [primary, ...rest] = publicPackets(key);
  const { secret } = parts(key);
  const subkey = key.key.subkeys[0]!.keyPacket;
  const ofKey = (reason: object) =>
    keySignature(secret, KEY_REVOCATION, { key: secret }, reason, LATER);
  const ofSubkey = (reason: object) =>
    keySignature(
      secret,
      SUBKEY_REVOCATION,
      { key: secret, bind: subkey },
      reason,
      LATER,
    );
  const rows: [object | undefined, object | undefined, boolean][] = [
    [undefined, RETIRED, true],
    [undefined, COMPROMISED, false],
    [RETIRED, undefined, true],
    [COMPROMISED, undefined, false],
    [RETIRED, RETIRED, true],
    [RETIRED, COMPROMISED, false],
    [COMPROMISED, RETIRED, false],
  ];
  for (const [first, second, passes] of rows) {
    const packets = [
      primary!,
      ...first === undefined ? [] : [await ofKey(first)],
      ...rest,
      ...second === undefined ? [] : [await ofSubkey(second)],
    ];
    const found = await judged(key, packets);
    assert.equal(found.verdict, "revoked");
    assert.equal(found.passes, passes);
  }
  // A stranger's word revokes nothing.
  const stranger = await pgpKey();
  const foreign = await keySignature(
    stranger.key.keyPacket,
    KEY_REVOCATION,
    { key: secret },
    COMPROMISED,
  );
  const found = await judged(key, [primary!, foreign, ...rest]);
  assert.equal(found.verdict, "good");
});

Deno.test("a revocation by the revoker whom the owner named counts, though the revoker's key is not at hand", async () => {
  const key = await pgpKey();
  const revoker = await pgpKey({ name: "A Revoker" });
  const { primary, user, self, secret } = parts(key);
  const named = await keySignature(secret, DIRECT, { key: secret }, {
    revocationKeyClass: 0x80,
    revocationKeyAlgorithm: revoker.key.keyPacket.algorithm,
    revocationKeyFingerprint: revoker.key.keyPacket.getFingerprintBytes()!,
  });
  const revocation = await keySignature(
    revoker.key.keyPacket,
    KEY_REVOCATION,
    { key: secret },
  );
  const rows: [openpgp.AnyPacket[], string][] = [
    [[named], "good"],
    [[revocation], "good"],
    [[named, revocation], "revoked"],
  ];
  for (const [more, verdict] of rows) {
    const found = await judged(key, [primary, ...more, user, self]);
    assert.equal(found.verdict, verdict, found.because);
    assert.equal(found.passes, verdict === "good");
  }
});

Deno.test("of two statements about the expiry the newer counts, wherever it stands", async () => {
  const key = await pgpKey();
  const { primary, user, secret } = parts(key);
  const over = { key: secret, userID: user };
  const month = 30 * 24 * 60 * 60;
  const short = { keyExpirationTime: month, keyNeverExpires: false };
  const old = new Date("2025-01-02T00:00:00Z");
  const certify = (fields: object, date: Date) =>
    keySignature(secret, CERTIFICATION, over, fields, date);
  const direct = (fields: object, date: Date) =>
    keySignature(secret, DIRECT, { key: secret }, fields, date);
  const rows: [openpgp.AnyPacket[], openpgp.AnyPacket[], string][] = [
    [[], [await certify(short, old), await certify({}, LATER)], "good"],
    [[], [await certify({}, LATER), await certify(short, old)], "good"],
    [
      [],
      [await certify({}, old), await certify(short, LATER)],
      "expired-at-signing",
    ],
    [
      [await direct(short, LATER)],
      [await certify({}, old)],
      "expired-at-signing",
    ],
    // A direct signature that says nothing of it leaves it to the user ids.
    [
      [await direct({}, LATER)],
      [await certify(short, old)],
      "expired-at-signing",
    ],
  ];
  for (const [directs, certifications, verdict] of rows) {
    const packets = [primary, ...directs, user, ...certifications];
    const found = await judged(key, packets);
    assert.equal(found.verdict, verdict, found.because);
  }
});

Deno.test("bytes behind a key's numbers, which the library would not hash, make it no key", async () => {
  const key = await pgpKey({ subkey: true });
  const packets = publicPackets(key);
  const primary = packets[0] as openpgp.PublicKeyPacket;
  const padded = Uint8Array.from([...primary.write(), 0]);
  primary.write = () => padded;
  const found = await judged(key, packets);
  assert.equal(found.verdict, "bad");
  assert.match(found.because, /one right way/);
});

Deno.test("a key that somebody loaded with signatures is given up, not checked for hours", async () => {
  const key = await pgpKey();
  const { primary, user, self } = parts(key);
  const forged = Array.from({ length: 4001 }, () => {
    // A revocation that does not hold: each has to be looked at.
    const packet = new openpgp.SignaturePacket();
    packet.read(self.write());
    packet.write = () => self.write().with(1, KEY_REVOCATION);
    return packet;
  });
  const found = await judged(key, [primary, user, ...forged, self]);
  assert.equal(found.verdict, "bad");
  assert.match(found.because, /too many signatures/);
});
