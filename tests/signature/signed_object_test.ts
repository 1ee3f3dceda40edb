import assert from "node:assert/strict";
import fc from "fast-check";
import { Malformed } from "../../lib/signature/malformed.ts";
import { cutCommit, cutTag } from "../../lib/signature/signed_object.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const HEAD = "tree 0\nauthor A <a@x> 0 +0000\n";

function commit(raw: string, format: "sha1" | "sha256" = "sha1") {
  const cut = cutCommit(bytes(raw), format);
  return cut && [text(cut.payload), text(cut.signature)];
}

Deno.test("a commit's signature is its header, continuation lines and all, and the rest is signed", () => {
  assert.deepEqual(
    commit(`${HEAD}gpgsig one\n two\n \n three\nencoding x\n\nmessage\n`),
    [`${HEAD}encoding x\n\nmessage\n`, "one\ntwo\n\nthree\n"],
  );
  assert.equal(commit(`${HEAD}\ngpgsig of the message\n`), undefined);
  assert.deepEqual(commit(`${HEAD}gpgsig a`), [HEAD, "a"]);
});

Deno.test("each format of objects has a header of its own, and neither is signed", () => {
  const raw = `${HEAD}gpgsig one\n more\ngpgsig-sha256 two\n more\n\nm\n`;
  assert.deepEqual(commit(raw), [`${HEAD}\nm\n`, "one\nmore\n"]);
  assert.deepEqual(commit(raw, "sha256"), [`${HEAD}\nm\n`, "two\nmore\n"]);
  assert.equal(commit(`${HEAD}gpgsig-sha256 x\n\nm\n`), undefined);
});

Deno.test("a commit with two signatures, of which readers may take either, is refused", () => {
  assert.throws(
    () => commit(`${HEAD}gpgsig one\ngpgsig two\n\nm\n`),
    Malformed,
  );
});

Deno.test("the continuation of another header is no signature", () => {
  const raw = `${HEAD}mergetag object 0\n gpgsig x\n\nm\n`;
  assert.equal(commit(raw), undefined);
});

Deno.test("a tag's signature begins at the last line that begins one", () => {
  const head = "object 0\ntype commit\ntag v1\n\nmessage\n";
  const one = "-----BEGIN PGP SIGNATURE-----\none\n";
  const two = "-----BEGIN SSH SIGNATURE-----\ntwo\n";
  const cut = cutTag(bytes(head + one + two))!;
  assert.equal(text(cut.payload), head + one);
  assert.equal(text(cut.signature), two);
  assert.equal(cutTag(bytes(`${head} ${one}`)), undefined);
  assert.equal(cutTag(bytes(head)), undefined);
});

Deno.test("a header that signs a tag for the other format is not signed", () => {
  const cut = cutTag(bytes(
    "object 0\ntype commit\ntag v1\ngpgsig x\n y\n\nm\n-----BEGIN PGP SIGNATURE-----\n",
  ))!;
  assert.equal(text(cut.payload), "object 0\ntype commit\ntag v1\n\nm\n");
});

Deno.test("whatever an object holds, its headers are signed without any signature and its text whole", () => {
  const line = fc.constantFrom(
    "gpgsig a",
    "gpgsig-sha256 b",
    " c",
    "tree d",
    "",
    "gpgsigx e",
  );
  fc.assert(fc.property(fc.array(line), fc.boolean(), (lines, sha1) => {
    const raw = lines.join("\n");
    let cut;
    try {
      cut = cutCommit(bytes(raw), sha1 ? "sha1" : "sha256");
    } catch (error) {
      assert.ok(error instanceof Malformed);
      return;
    }
    if (cut === undefined) return;
    const payload = text(cut.payload);
    // A blank line in front makes the end of the headers' last line.
    const [headers = ""] = `\n${payload}`.split("\n\n");
    assert.doesNotMatch(headers, /^gpgsig/m);
    const message = /^\n.*/ms.exec(raw)?.[0] ?? "";
    assert.ok(payload.endsWith(message));
  }));
});
