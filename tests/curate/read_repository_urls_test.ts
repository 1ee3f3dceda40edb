import assert from "node:assert/strict";
import fc from "fast-check";
import { ConfigError } from "../../lib/base/errors.ts";
import { MAX_ADOPTERS } from "../../lib/base/limits.ts";
import { readRepositoryUrls } from "../../lib/curate/read_repository_urls.ts";

function read(text: string) {
  return readRepositoryUrls(new TextEncoder().encode(text), "list.txt");
}

Deno.test("line ends of every kind, comments, blanks and a byte order mark are read", () => {
  const { repositories, findings } = read(
    "\ufeffhttps://a.example/x\r\n# no\r\n\r\n  https://b.example/y  \nssh://git@c.example/z",
  );
  assert.deepEqual(findings, []);
  assert.deepEqual(repositories, [
    { url: "https://a.example/x", line: 1 },
    { url: "https://b.example/y", line: 4 },
    { url: "ssh://git@c.example/z", line: 5 },
  ]);
});

Deno.test("a url that is refused shows no password", () => {
  const { repositories, findings } = read("https://u:secret@a.example/x\n");
  assert.deepEqual(repositories, []);
  assert.match(findings[0]!.message, /^list\.txt:1: /);
  assert.ok(!JSON.stringify(findings).includes("secret"));
});

Deno.test("what is no text, and a list beyond all measure, is refused as a whole", () => {
  assert.throws(
    () => readRepositoryUrls(new Uint8Array([0xff, 0xfe]), "list.txt"),
    ConfigError,
  );
  assert.throws(() => read("\n".repeat(MAX_ADOPTERS + 1)), ConfigError);
});

Deno.test("property: every line is read, refused, or says nothing", () => {
  fc.assert(fc.property(
    fc.array(fc.oneof(fc.webUrl(), fc.string(), fc.constant("# x"))),
    (lines) => {
      const kept = lines.map((line) => line.replace(/[\r\n\0]/g, ""));
      const { repositories, findings } = read(kept.join("\n"));
      const saying = kept.filter((line) => !/^(?:#|$)/.test(line.trim()));
      assert.equal(repositories.length + findings.length, saying.length);
    },
  ));
});
