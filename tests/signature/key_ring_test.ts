import assert from "node:assert/strict";
import fc from "fast-check";
import type { KeyRing } from "../../lib/signature/key_ring.ts";
import { verifyArchive } from "../../lib/signature/verify_archive.ts";
import { armoredSignature, pgpKey, pgpSign } from "../support/pgp.ts";
import { fingerprint, fixture, NOW, ring } from "./fixtures.ts";

const DATA = new TextEncoder().encode("the archive");
const text = (path: string) => new TextDecoder().decode(fixture(path));
const ONE = text("keys/good.asc");
const TWO = text("keys/other.asc");
/** Two keys in one block. */
const BINARY = fixture("binary.keys");
const PROSE =
  "This file contains the PGP keys of various developers.\n\nUsers: pgp < KEYS\n       gpg --import KEYS\n\n(gpg --list-sigs <your name>\n  && gpg --armor --export <your name>) >> this file.\n\npub   rsa2048/AAAA 2013-04-10 [expires: 2017-04-10]\nuid   J\xfcrgen M\xfcller <x@example.org>\nsig 3        AAAA 2013-04-10\n-----\n";

/** One letter of the base64 changed, the checksum left as it was. */
function damaged(armored: string): string {
  const lines = armored.split("\n");
  const at = Math.floor(lines.length / 2);
  lines[at] = `${lines[at]!.slice(0, -6)}AAAAAA`;
  return lines.join("\n");
}

/** The first half of a block. */
function cut(armored: string): string {
  const lines = armored.split("\n");
  return `${lines.slice(0, Math.floor(lines.length / 2)).join("\n")}\n`;
}

/** Bytes of a text in Latin-1. */
function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** Whether a ring has the fixture keys `good` and `other`, in that order. */
function known(keys: KeyRing): [boolean, boolean] {
  const has = (name: string) =>
    keys.find({ keyId: fingerprint(name).slice(-16) }).length > 0;
  return [has("good"), has("other")];
}

/** KEYS as projects publish them: which keys are found, and which blocks are damaged. */
const WILD: Readonly<
  Record<string, readonly [string, boolean, boolean, readonly number[]]>
> = {
  "prose in Latin-1 around two blocks": [
    `${PROSE}${ONE}\n----------\n${TWO}${PROSE}`,
    true,
    true,
    [],
  ],
  "a block whose checksum is wrong hides itself alone": [
    `${PROSE}${damaged(ONE)}\n----------\n${TWO}`,
    false,
    true,
    [13],
  ],
  "a block without an end does not swallow the next": [
    `${cut(ONE)}${PROSE}${TWO}`,
    false,
    true,
    [1],
  ],
  "a block that is cut off at the end": [`${TWO}${cut(ONE)}`, false, true, [
    TWO.split("\n").length,
  ]],
  "line ends of DOS": [
    `${PROSE}${ONE}\n${TWO}`.replaceAll("\n", "\r\n"),
    true,
    true,
    [],
  ],
  "an indented block": [TWO.replace(/^/gm, "  "), false, true, []],
  "a block without its checksum": [
    TWO.replace(/^=....$/m, ""),
    false,
    true,
    [],
  ],
  "headers of old programs": [
    TWO.replace(
      "-----\n\n",
      "-----\nVersion: GnuPG v1.4.10 (GNU/Linux)\nComment: x\n\n",
    ),
    false,
    true,
    [],
  ],
  "one key twice": [`${ONE}${ONE}`, true, false, []],
  "a web page": [
    `<html>${TWO.replaceAll("\n", "<br>\n")}</html>`,
    false,
    false,
    [],
  ],
  "a block of another kind": [
    TWO.replaceAll("PUBLIC KEY BLOCK", "MESSAGE"),
    false,
    false,
    [],
  ],
  "no key": ["no key here\n", false, false, []],
  "nothing": ["", false, false, []],
};

for (const [name, [keys, good, other, lines]] of Object.entries(WILD)) {
  Deno.test(`KEYS in the wild: ${name}`, async () => {
    const read = await ring(latin1(keys));
    assert.deepEqual(known(read), [good, other]);
    assert.deepEqual(read.damaged, lines);
    assert.deepEqual(
      read.findings.map(({ rule, level }) => `${level} ${rule}`),
      lines.map(() => "warning keys-damaged"),
    );
    for (const line of lines) {
      assert.match(read.findings[0]!.message, new RegExp(`KEYS:${line}:`));
    }
  });
}

Deno.test("binary keys are read, several of them, and one that is cut off is damaged", async () => {
  assert.deepEqual(known(await ring(BINARY)), [true, true]);
  const short = await ring(BINARY.subarray(0, -1));
  assert.equal(short.size, 0);
  assert.deepEqual(short.damaged, [1]);
});

Deno.test("several keys stand in one block", async () => {
  const { armor, enums } = await import("openpgp");
  const both = armor(enums.armor.publicKey, BINARY);
  assert.deepEqual(known(await ring(both)), [true, true]);
});

Deno.test("a private key that somebody published is warned about, and its public half still checks", async () => {
  for (const v6 of [false, true]) {
    const key = await pgpKey({ subkey: true, v6 });
    const read = await ring(PROSE.replace(/[^\n -~]/g, "") + key.key.armor());
    assert.deepEqual(
      read.findings.map(({ rule, level }) => `${level} ${rule}`),
      ["warning keys-private"],
    );
    const bytes = new TextEncoder().encode(
      armoredSignature(await pgpSign(key, DATA)),
    );
    const policy = { keys: read, now: NOW };
    const found = await verifyArchive(
      { name: "x.asc", bytes },
      "x",
      () => [DATA],
      policy,
    );
    assert.equal(found.signer, key.fingerprint);
  }
});

Deno.test("copies of a key add up, whichever stands first", async () => {
  const [old, renewed] = ["twice-old", "twice"]
    .map((name) => text(`keys/${name}.asc`));
  const file = { name: "twice.asc", bytes: fixture("signatures/twice.asc") };
  for (const keys of [`${old}${renewed}`, `${renewed}${old}`]) {
    const policy = { keys: await ring(keys), now: NOW };
    const { findings } = await verifyArchive(
      file,
      "data",
      () => [fixture("data")],
      policy,
    );
    assert.equal(findings[0]?.rule, "signature-good");
  }
});

Deno.test("a signature by the key of a damaged block says so, and is not called bad", async () => {
  const keys = await ring(`${damaged(ONE)}\n${TWO}`);
  const file = { name: "good.asc", bytes: fixture("signatures/good.asc") };
  await assert.rejects(
    verifyArchive(file, "data", () => [fixture("data")], { keys, now: NOW }),
    { code: "signature-unknown-key", message: /damaged block.*line 1\b/ },
  );
});

Deno.test("an unknown key is named by its id", async () => {
  const keys = await ring(TWO);
  const file = { name: "good.asc", bytes: fixture("signatures/good.asc") };
  await assert.rejects(
    verifyArchive(file, "data", () => [fixture("data")], { keys, now: NOW }),
    {
      code: "signature-unknown-key",
      message: new RegExp(fingerprint("good")),
    },
  );
});

Deno.test("a key of version 3 is passed over and hides no other", async () => {
  const v3 = Uint8Array.of(0x99, 0, 12, 3, 0, 0, 0, 1, 0, 0, 1, 0, 1, 1, 1);
  const read = await ring(Uint8Array.from([...v3, ...BINARY]));
  assert.deepEqual(known(read), [true, true]);
  assert.equal(read.size, 2);
});

Deno.test("no KEYS file makes the reader fail, or hides a whole block that follows it", async () => {
  const lines = fc.constantFrom(
    ...ONE.split("\n"),
    "-----BEGIN PGP PUBLIC KEY BLOCK-----",
    "-----END PGP PUBLIC KEY BLOCK-----",
    "-----BEGIN PGP SIGNED MESSAGE-----",
    "-----BEGIN PGP PRIVATE KEY BLOCK-----",
    "",
    "=AAAA",
    "xA==",
    "\xfc\xe9",
  );
  await fc.assert(fc.asyncProperty(
    fc.array(lines, { maxLength: 60 }),
    async (before) => {
      const read = await ring(latin1(`${before.join("\n")}\n${TWO}`));
      assert.equal(known(read)[1], true);
    },
  ));
  await fc.assert(fc.asyncProperty(
    fc.uint8Array({ maxLength: 200 }),
    fc.nat(),
    async (bytes, at) => {
      const changed = Uint8Array.from(BINARY);
      changed.set(bytes.subarray(0, 20), at % (BINARY.length - 20));
      await ring(changed);
      await ring(bytes);
    },
  ));
});
