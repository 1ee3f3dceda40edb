import assert from "node:assert/strict";
import { SourceError } from "../../lib/base/errors.ts";
import { judgeSsh } from "../../lib/signature/judge_ssh.ts";
import type { SigningPolicy } from "../../lib/signature/model.ts";
import { verifyArchive } from "../../lib/signature/verify_archive.ts";
import { verifyGit } from "../../lib/signature/verify_git.ts";
import {
  fingerprint,
  fixture,
  fixtureKeys,
  fixturesIn,
  NOW,
} from "./fixtures.ts";

/** What gpg's own signatures come to: the verdict, and the signer when it passes. */
const VERDICTS: Readonly<Record<string, readonly [string, string?]>> = {
  "attached.asc": ["bad"],
  "clear.asc": ["bad"],
  "dsa.asc": ["too-weak"],
  "expired.asc": ["made-before-expiry", "expired"],
  "future.asc": ["future"],
  "good-and-stranger.asc": ["unknown-key"],
  "good.asc": ["good", "good"],
  "good.sig": ["good", "good"],
  "nistp256.asc": ["good", "nistp256"],
  "nistp521.asc": ["good", "nistp521"],
  "other.asc": ["good", "other"],
  "renewed.asc": ["good", "renewed"],
  "retired-after.asc": ["revoked"],
  "retired-before.asc": ["revoked", "retired"],
  "rsa1024.asc": ["too-weak"],
  "sha1.asc": ["too-weak"],
  "sha224.asc": ["good", "good"],
  "shortened.asc": ["expired-at-signing"],
  "stolen.asc": ["revoked"],
  "stranger.asc": ["unknown-key"],
  "sub.asc": ["good", "sub"],
  "text.asc": ["good", "good"],
  "twice.asc": ["good", "twice"],
  "two.asc": ["good", "good"],
};

async function verify(
  name: string,
  data = fixture("data"),
  policy: Partial<SigningPolicy> = {},
) {
  const keys = await fixtureKeys();
  const file = { name, bytes: fixture(`signatures/${name}`) };
  return await verifyArchive(file, "data", () => [data], {
    keys,
    now: NOW,
    ...policy,
  });
}

async function ruleOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(() => undefined, (error) => error);
  assert.ok(error instanceof SourceError, String(error));
  return error.code;
}

Deno.test("the table of verdicts has every signature that gpg made", () => {
  assert.deepEqual(fixturesIn("signatures"), Object.keys(VERDICTS));
});

for (const [name, [verdict, signer]] of Object.entries(VERDICTS)) {
  Deno.test(`a signature of gpg's, ${name}, is ${verdict}`, async () => {
    if (signer === undefined) {
      assert.equal(await ruleOf(verify(name)), `signature-${verdict}`);
      return;
    }
    const verified = await verify(name);
    assert.equal(verified.signer, fingerprint(signer));
    assert.equal(verified.findings[0]?.rule, `signature-${verdict}`);
    assert.equal(verified.findings[0]?.level, "note");
    const rules = verified.findings.map(({ rule }) => rule);
    assert.equal(
      rules.includes("signature-text-mode"),
      name === "text.asc",
    );
  });

  if (signer === undefined) continue;
  Deno.test(`no changed byte passes under ${name}`, async () => {
    const tampered = verify(name, fixture("tampered"));
    assert.equal(await ruleOf(tampered), "signature-bad");
  });

  Deno.test(`${name} counts only when signed_by lists its primary key`, async () => {
    const listed = [fingerprint("stranger"), fingerprint(signer)];
    // Of two signatures both have to be listed.
    if (name === "two.asc") listed.push(fingerprint("other"));
    const found = await verify(name, undefined, { signedBy: listed });
    assert.equal(found.signer, fingerprint(signer));
    const not = verify(name, undefined, { signedBy: [listed[0]!] });
    assert.equal(await ruleOf(not), "signature-not-listed");
  });

  Deno.test(`${name} is refused where the lock records another signer`, async () => {
    const same = { lockedSigner: fingerprint(signer) };
    assert.equal(
      (await verify(name, undefined, same)).signer,
      same.lockedSigner,
    );
    const other = { lockedSigner: fingerprint("stranger") };
    assert.equal(
      await ruleOf(verify(name, undefined, other)),
      "signer-changed",
    );
  });
}

Deno.test("the locked signer is found among several good ones", async () => {
  const lockedSigner = fingerprint("other");
  const found = await verify("two.asc", undefined, { lockedSigner });
  assert.equal(found.signer, lockedSigner);
});

Deno.test("text mode ignores the line ends, and says so", async () => {
  const unix = new TextDecoder("latin1").decode(fixture("data"))
    .replaceAll("\r\n", "\n");
  const bytes = Uint8Array.from(unix, (letter) => letter.charCodeAt(0));
  const found = await verify("text.asc", bytes);
  assert.equal(found.findings[1]?.rule, "signature-text-mode");
  assert.equal(found.findings[1]?.level, "warning");
  assert.equal(await ruleOf(verify("good.asc", bytes)), "signature-bad");
});

Deno.test("no signature is unsigned, and after a locked signer a change", async () => {
  const keys = await fixtureKeys();
  const none = (lockedSigner?: string) =>
    verifyArchive(undefined, "data", () => [], {
      keys,
      now: NOW,
      ...(lockedSigner === undefined ? {} : { lockedSigner }),
    });
  assert.equal(await ruleOf(none()), "signature-unsigned");
  assert.equal(await ruleOf(none(fingerprint("good"))), "signer-changed");
});

const SSH: Readonly<Record<string, string>> = {
  "ecdsa-256.sig": "good",
  "ecdsa-384.sig": "good",
  "ecdsa-521.sig": "good",
  "ed25519.sig": "good",
  "hash-sha256.sig": "good",
  "namespace-file.sig": "bad",
  "rsa-1024.sig": "too-weak",
  "rsa-3072.sig": "good",
};

async function judgeSshFile(
  name: string,
  data: Uint8Array,
  signedBy: readonly string[] | undefined,
) {
  return await judgeSsh(fixture(`ssh/${name}`), () => [data], {
    now: NOW,
    ...(signedBy === undefined ? {} : { signedBy }),
  });
}

/** The fingerprint of a public key file of OpenSSH's. */
async function sshFingerprintOf(name: string): Promise<string> {
  const text = new TextDecoder().decode(fixture(`ssh/${name}.pub`));
  const blob = Uint8Array.fromBase64(text.split(" ")[1]!);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", blob));
  return `SHA256:${digest.toBase64({ omitPadding: true })}`;
}

Deno.test("the table of verdicts has every signature that ssh-keygen made", () => {
  const files = fixturesIn("ssh").filter((name) => name.endsWith(".sig"));
  assert.deepEqual(files, Object.keys(SSH));
});

for (const [name, verdict] of Object.entries(SSH)) {
  Deno.test(`a signature of ssh-keygen's, ${name}, is ${verdict}`, async () => {
    const kind = name.startsWith("hash") || name.startsWith("namespace")
      ? "ed25519"
      : name.replace(".sig", "");
    const signer = await sshFingerprintOf(kind);
    const data = fixture("data");
    const judged = await judgeSshFile(name, data, [signer]);
    assert.equal(judged.verdict, verdict, judged.because);
    assert.equal(judged.passes, verdict === "good");
    if (verdict !== "good") return;
    assert.equal(judged.signer, signer);
    const tampered = await judgeSshFile(name, fixture("tampered"), [signer]);
    assert.equal(tampered.verdict, "bad");
    const stranger = await judgeSshFile(name, data, [fingerprint("good")]);
    assert.equal(stranger.verdict, "not-listed");
    const unnamed = await judgeSshFile(name, data, undefined);
    assert.equal(unnamed.verdict, "unknown-key");
    assert.ok(!stranger.passes && !unnamed.passes && !tampered.passes);
  });
}

for (const format of ["sha1", "sha256"] as const) {
  for (const kind of ["openpgp", "ssh"]) {
    Deno.test(`a ${format} tag and commit that git signed with ${kind} are good, byte for byte`, async () => {
      const tag = fixture(`git/${format}-${kind}.tag`);
      const raw = fixture(`git/${format}-${kind}.commit`);
      const text = new TextDecoder().decode(tag);
      const id = /^object ([0-9a-f]+)\n/.exec(text)![1]!;
      const evidence = {
        format,
        commit: { id, raw },
        tags: [{ object: id, name: "v1.0", raw: tag }],
      };
      const signer = kind === "ssh"
        ? await sshFingerprintOf("ed25519")
        : fingerprint("good");
      const policy = {
        keys: await fixtureKeys(),
        now: NOW,
        signedBy: [signer],
      };
      const both = await verifyGit(evidence, "v1.0", policy);
      assert.equal(both.signer, signer);
      assert.deepEqual(
        both.findings.map(({ rule }) => rule),
        ["signature-good", "signature-good"],
      );
      const alone = await verifyGit({ ...evidence, tags: [] }, "main", policy);
      assert.equal(alone.findings.length, 1);
      // Every single byte counts: the tree, the message, the signature itself.
      for (const at of [5, raw.indexOf(0x0a) + 8, raw.length - 3]) {
        const changed = raw.slice();
        changed[at]! ^= 1;
        const forged = { ...evidence, commit: { id, raw: changed }, tags: [] };
        assert.match(
          await ruleOf(verifyGit(forged, "main", policy)),
          /^signature-(?:bad|unsigned)$/,
        );
      }
    });
  }
}
