import assert from "node:assert/strict";
import fc from "fast-check";
import { judgeSsh } from "../../lib/signature/judge_ssh.ts";
import { sshFingerprint } from "../../lib/signature/ssh_public_key.ts";
import { readSshSignature } from "../../lib/signature/ssh_signature.ts";
import { armoredSsh, blob, sshSigner } from "../support/ssh_signer.ts";
import { fixture, NOW } from "./fixtures.ts";

const DATA = new TextEncoder().encode("tree 0\n\na commit\n");
const signer = await sshSigner();
const GOOD = await signer.sign(DATA);
const RAW = Uint8Array.fromBase64(
  GOOD.split("\n").filter((line) => !line.startsWith("-")).join(""),
);

function text(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}

function judge(armored: string, signedBy = [signer.fingerprint]) {
  return judgeSsh(
    new TextEncoder().encode(armored),
    () => [DATA],
    { signedBy, now: NOW },
  );
}

Deno.test("a good signature is the listed key's", async () => {
  const judged = await judge(GOOD);
  assert.deepEqual([judged.verdict, judged.signer], [
    "good",
    signer.fingerprint,
  ]);
});

Deno.test("a signature that was made for mail or a file is none for git", async () => {
  for (const namespace of ["file", "email", "", "git\0", "GIT"]) {
    const judged = await judge(await signer.sign(DATA, namespace));
    assert.equal(judged.verdict, "bad");
    assert.equal(judged.passes, false);
  }
});

Deno.test("an algorithm that is not the key's own is refused", async () => {
  const hex = RAW.toHex();
  const name = new TextEncoder().encode("ssh-ed25519").toHex();
  const last = hex.lastIndexOf(name);
  for (const other of ["ssh-ed25518", "ssh-rsa\0\0\0\0"]) {
    const forged = hex.slice(0, last) +
      new TextEncoder().encode(other).toHex() +
      hex.slice(last + name.length);
    const judged = await judge(armoredSsh(Uint8Array.fromHex(forged)));
    assert.equal(judged.verdict, "bad");
  }
});

Deno.test("a signature of one algorithm under the name of another", async () => {
  const rows = [
    ["ecdsa-256", "ecdsa-sha2-nistp384", "bad"],
    ["rsa-3072", "rsa-sha2-256", "bad"],
    ["rsa-3072", "ssh-rsa", "too-weak"],
  ] as const;
  for (const [name, algorithm, verdict] of rows) {
    const bytes = fixture(`ssh/${name}.sig`);
    const read = readSshSignature(bytes);
    const armored = (algorithm: string) =>
      armoredSsh(Uint8Array.from([
        ...text("SSHSIG"),
        ...[0, 0, 0, 1],
        ...blob(
          read.publicKey,
          read.namespace,
          read.reserved,
          text(read.hash),
          blob(text(algorithm), read.value),
        ),
      ]));
    const judged = (armored: string) =>
      judgeSsh(text(armored), () => [fixture("data")], {
        signedBy: [sshFingerprint(read.publicKey)],
        now: NOW,
      });
    assert.equal((await judged(armored(read.algorithm))).verdict, "good");
    assert.equal((await judged(armored(algorithm))).verdict, verdict);
  }
});

Deno.test("keys of kinds that are not supported are named, DSA is too weak", async () => {
  const withKey = (name: string) => {
    const fields = [text("git"), text(""), text("sha512")];
    const key = blob(text(name), text("x"));
    const value = blob(text(name), text("y"));
    return armoredSsh(Uint8Array.from([
      ...text("SSHSIG"),
      0,
      0,
      0,
      1,
      ...blob(key, ...fields, value),
    ]));
  };
  const token = await judge(withKey("sk-ssh-ed25519@openssh.com"));
  assert.equal(token.verdict, "unknown-key");
  assert.match(token.because, /sk-ssh-ed25519/);
  assert.equal((await judge(withKey("ssh-dss"))).verdict, "too-weak");
});

Deno.test("one block, nothing beside it, nothing behind its fields", async () => {
  const more = Uint8Array.from([...RAW, 0]);
  const version = RAW.slice();
  version[9] = 2;
  for (
    const armored of [
      "",
      GOOD + GOOD,
      `${GOOD}and more\n`,
      armoredSsh(more),
      armoredSsh(version),
      armoredSsh(RAW.subarray(0, -1)),
      GOOD.replaceAll("SSH SIGNATURE", "SSH MESSAGE"),
    ]
  ) {
    assert.equal((await judge(armored)).verdict, "bad", armored);
  }
});

Deno.test("one changed byte never passes, and never breaks the reader", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: RAW.length - 1 }),
      fc.integer({ min: 1, max: 255 }),
      async (at, flip) => {
        const changed = RAW.slice();
        changed[at]! ^= flip;
        assert.equal((await judge(armoredSsh(changed))).passes, false);
      },
    ),
    { numRuns: 300 },
  );
});

Deno.test("no bytes at all pass", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 200 }),
      async (bytes) => {
        assert.equal((await judge(armoredSsh(bytes))).passes, false);
        const fields = Uint8Array.from([...RAW.subarray(0, 10), ...bytes]);
        assert.equal((await judge(armoredSsh(fields))).passes, false);
      },
    ),
    { numRuns: 300 },
  );
});
