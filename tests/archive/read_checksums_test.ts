import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import type { Sha512 } from "../../lib/base/ids.ts";
import { readChecksums } from "../../lib/archive/read_checksums.ts";

const NAME = "apache-x-1.0.0-source.zip";
const HEX = createHash("sha512").update("archive").digest("hex") as Sha512;
const OTHER = createHash("sha512").update("other").digest("hex");

const read = (text: string, name = NAME) =>
  readChecksums(new TextEncoder().encode(text), name, HEX);

/** The layout of `gpg --print-md SHA512`. */
function printMd(name: string, hex: string): string {
  const groups = hex.toUpperCase().match(/.{8}/g) ?? [];
  return `${name}:\n${groups.slice(0, 8).join(" ")}\n ${
    groups.slice(8).join("  ")
  }\n`;
}

const LAYOUTS: Record<string, (name: string, hex: string) => string> = {
  "coreutils": (name, hex) => `${hex}  ${name}\n`,
  "coreutils, binary": (name, hex) => `${hex} *${name}\n`,
  "coreutils, a folder before": (name, hex) => `${hex}  ../dist/${name}\n`,
  "coreutils, escaped": (name, hex) => `\\${hex}  dist\\\\${name}\n`,
  "coreutils, tab": (name, hex) => `${hex}\t${name}`,
  "BSD": (name, hex) => `SHA512 (${name}) = ${hex}\n`,
  "openssl 1": (name, hex) => `SHA512(${name})= ${hex}\n`,
  "openssl 3": (name, hex) => `SHA2-512(${name})= ${hex}\n`,
  "colon": (name, hex) => `${name}: ${hex}\n`,
  "colon and word": (name, hex) => `${name}: SHA512 = ${hex}\n`,
  "gpg": printMd,
  "gpg, a folder before": (name, hex) => printMd(`../dist/${name}`, hex),
  "gpg, one line begun": (name, hex) => printMd(name, hex).replace(":\n", ": "),
};

for (const [layout, write] of Object.entries(LAYOUTS)) {
  Deno.test(`${layout}: agrees, differs, and names another file`, () => {
    for (
      const dress of [
        (text: string) => text,
        (text: string) => text.replaceAll("\n", "\r\n"),
        (text: string) => `\ufeff# ${OTHER}  ${NAME}\n\n${text}`,
      ]
    ) {
      const body = (name: string, hex: string) => dress(write(name, hex));
      assert.deepEqual(read(body(NAME, HEX)), { kind: "agrees" });
      assert.deepEqual(read(body(NAME, HEX.toUpperCase())), { kind: "agrees" });
      assert.deepEqual(read(body(NAME, OTHER)), {
        kind: "differs",
        stated: [OTHER],
      });
      assert.equal(read(body("y-source.zip", HEX)).kind, "unusable");
      assert.equal(read(body(`z${NAME}`, HEX)).kind, "unusable");
      assert.equal(read(body(NAME, HEX.slice(0, 64))).kind, "unusable");
    }
  });
}

Deno.test("a bare digest is for the archive it lies beside", () => {
  assert.equal(read(HEX).kind, "agrees");
  assert.equal(read(`${HEX.toUpperCase()}\r\n`).kind, "agrees");
  assert.equal(read(OTHER).kind, "differs");
  const lines = HEX.match(/.{32}/g)!.join("\n");
  assert.equal(read(lines).kind, "agrees");
});

Deno.test("two digests for one name are a contradiction", () => {
  assert.deepEqual(read(`${HEX}  ${NAME}\n${OTHER}  ${NAME}\n`), {
    kind: "differs",
    stated: [OTHER],
  });
  assert.equal(read(`${HEX}  ${NAME}\n${HEX} *${NAME}\n`).kind, "agrees");
});

Deno.test("other files' rows are passed over", () => {
  const text = `${OTHER}  y.zip\n${HEX}  ${NAME}\n${OTHER}  ${NAME}.asc\n`;
  assert.equal(read(text).kind, "agrees");
});

Deno.test("a comment states nothing", () => {
  for (const mark of ["#", ";"]) {
    assert.deepEqual(read(`${mark} ${HEX}  ${NAME}\n`), {
      kind: "unusable",
      why: "holds no SHA-512 digest",
    });
  }
});

Deno.test("a release candidate's row counts, is named, and yields to the real one", () => {
  const rc = "apache-x-1.0.0-RC2-source.zip";
  assert.deepEqual(read(`${HEX}  dist/${rc}\n`), {
    kind: "agrees",
    candidate: rc,
  });
  assert.equal(read(`${OTHER}  ${rc}\n`).kind, "differs");
  assert.deepEqual(read(`${OTHER}  ${rc}\n${HEX}  ${NAME}\n`), {
    kind: "agrees",
  });
});

Deno.test("an empty file, a web page and prose are unusable", () => {
  const why = (text: string) => {
    const verdict = read(text);
    return verdict.kind === "unusable" ? verdict.why : verdict.kind;
  };
  assert.equal(why(""), "is empty");
  assert.equal(why("<!DOCTYPE html><html></html>"), "is an HTML page");
  assert.equal(why("see the other server"), "holds no SHA-512 digest");
  assert.equal(why(`${OTHER}  y.zip`), "names other files only");
});

Deno.test("a digest of too many digits is no digest", () => {
  assert.equal(read(`${HEX}ab`).kind, "unusable");
  assert.equal(read(`${HEX}ab  ${NAME}`).kind, "unusable");
  assert.equal(read(`${NAME}: ${HEX}ab`).kind, "unusable");
});

Deno.test("one changed digit always differs, whatever the layout", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.values(LAYOUTS)),
      fc.nat(127),
      fc.integer({ min: 1, max: 15 }),
      (write, at, by) => {
        const digit = (parseInt(HEX[at]!, 16) ^ by).toString(16);
        const wrong = HEX.slice(0, at) + digit + HEX.slice(at + 1);
        assert.equal(read(write(NAME, wrong)).kind, "differs");
      },
    ),
  );
});

Deno.test("no text without the digest agrees, and none throws", () => {
  const part = fc.oneof(
    fc.string(),
    fc.constantFrom("\n", "\r\n", " ", ":", NAME, OTHER, OTHER.slice(0, 64)),
  );
  fc.assert(fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
    assert.notEqual(read(parts.join("")).kind, "agrees");
  }));
});
