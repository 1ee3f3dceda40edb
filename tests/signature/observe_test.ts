import assert from "node:assert/strict";
import { observeArchive, observeGit } from "../../lib/signature/observe.ts";
import { armoredSignature, pgpKey, pgpSign } from "../support/pgp.ts";
import { sshSigner } from "../support/ssh_signer.ts";

const COMMIT = "0123456789abcdef0123456789abcdef01234567";
const WHO = "A <a@example.org> 1767323045 +0000";
const encode = (text: string) => new TextEncoder().encode(text);
const ssh = await sshSigner();
const pgp = await pgpKey();
const asc = async (data: string) =>
  armoredSignature(await pgpSign(pgp, encode(data)));

function commitText(signature = ""): string {
  const header = signature === ""
    ? ""
    : `gpgsig ${signature.trimEnd().replaceAll("\n", "\n ")}\n`;
  return `tree ${COMMIT}\nauthor ${WHO}\ncommitter ${WHO}\n${header}\nx\n`;
}

const tagText = (name: string, object = COMMIT) =>
  `object ${object}\ntype commit\ntag ${name}\ntagger ${WHO}\n\nx\n`;

function observe(
  { commit = commitText(), tag, ref = "v1", object = COMMIT, name = "v1" }: {
    commit?: string;
    tag?: string;
    ref?: string;
    object?: string;
    name?: string;
  },
) {
  return observeGit({
    format: "sha1",
    commit: { id: COMMIT, raw: encode(commit) },
    tags: tag === undefined ? [] : [{ object, name, raw: encode(tag) }],
  }, ref);
}

Deno.test("who signed a tag or a commit is told, and an SSH key only once it has matched", async () => {
  assert.deepEqual(await observe({ tag: tagText("v1") }), []);
  const tag = tagText("v1");
  const [signed] = await observe({ tag: tag + await ssh.sign(encode(tag)) });
  assert.equal(signed?.on, "tag");
  assert.equal(signed?.signer, ssh.fingerprint);
  assert.equal(signed?.bad, false);

  const commit = commitText(await ssh.sign(encode(commitText())));
  const [own] = await observe({ commit });
  assert.deepEqual([own?.on, own?.signer], ["commit", ssh.fingerprint]);

  const [unknown] = await observe({ tag: tag + await asc(tag) });
  assert.equal(unknown?.signer, undefined);
  assert.equal(unknown?.bad, false);
  assert.ok(unknown?.because.includes(pgp.fingerprint));
});

Deno.test("a signature of other bytes, another name or another commit is bad", async () => {
  const tag = tagText("v1");
  const other = await ssh.sign(encode(tagText("v2")));
  const forged = await observe({ tag: tag + other });
  const renamed = await observe({
    tag: tag + await ssh.sign(encode(tag)),
    ref: "v2",
  });
  const elsewhere = await observe({
    tag: tag + await ssh.sign(encode(tag)),
    object: "f".repeat(40),
  });
  const edited = commitText(await ssh.sign(encode(commitText()))) + "more\n";
  const twice = commitText("x").replace("gpgsig x\n", "gpgsig x\ngpgsig y\n");
  for (
    const [seen] of [
      forged,
      renamed,
      elsewhere,
      await observe({ commit: edited }),
      await observe({ commit: twice }),
    ]
  ) {
    assert.equal(seen?.bad, true);
    assert.equal(seen?.signer, undefined);
  }
});

Deno.test("the signature file of an archive tells its keys, and what is none is bad", async () => {
  const read = (text: string) =>
    observeArchive({ name: "a.zip.asc", bytes: encode(text) });
  const [seen] = await read(await asc("bytes"));
  assert.equal(seen?.on, "archive");
  assert.equal(seen?.signer, undefined);
  assert.ok(seen?.because.includes(pgp.fingerprint));
  assert.deepEqual((await read("<html>")).map(({ bad }) => bad), [true]);
});
