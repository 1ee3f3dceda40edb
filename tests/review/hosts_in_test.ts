import assert from "node:assert/strict";
import fc from "fast-check";
import { hostsIn } from "../../lib/review/hosts_in.ts";
import { hostToUnicode } from "../../lib/review/punycode.ts";
import { utf8 } from "./sample_sides.ts";

const CASES: readonly [name: string, text: string, hosts: string[]][] = [
  ["a url in prose", "see https://a.example/x.", ["a.example"]],
  ["a Markdown link", "[x](https://a.example)", ["a.example"]],
  ["a link with a title", '[x](<http://a.example> "t")', ["a.example"]],
  ["an upper-case host and a port", "HTTPS://A.Example:8443/", ["a.example"]],
  ["the host behind a user", "https://me:pw@a.example/x", ["a.example"]],
  [
    "a host that hides behind a user name",
    "https://github.com@a.example/x",
    ["a.example"],
  ],
  [
    "a host that hides behind a bracket",
    "https://github.com(@a.example/x",
    ["a.example", "github.com"],
  ],
  [
    "a mention glued to a link",
    "(https://a.example)@b.example",
    ["a.example", "b.example"],
  ],
  [
    "urls with only a comma between them",
    "https://a.example,https://b.example;ssh://git@c.example",
    ["a.example", "b.example", "c.example"],
  ],
  ["slashes as in JSON", String.raw`"https:\/\/a.example\/x"`, ["a.example"]],
  ["slashes turned round", String.raw`https:\\a.example\x`, ["a.example"]],
  ["an escaped host", "https://%61.example/", ["a.example"]],
  ["ssh in short", "git@a.example:org/repo.git", ["a.example"]],
  ["an IDN", "https://bücher.example", ["xn--bcher-kva.example"]],
  [
    "full-width letters",
    "https://ａ.example/",
    ["a.example"],
  ],
  ["an address", "http://198.51.100.7/x", ["198.51.100.7"]],
  ["an address as one number", "http://3325256711/", ["198.51.100.7"]],
  ["an IPv6 address", "http://[2001:db8::1]:80/", ["[2001:db8::1]"]],
  ["a final dot", "https://a.example./x", ["a.example"]],
  [
    "loopback",
    "http://localhost:80 http://127.0.0.1/ http://[::1]/ http://x.localhost",
    [],
  ],
  ["a name without a dot", "https://host/ git@forge:x", []],
  ["a placeholder", "https://<host>/ https://${HOST}/ https:// http:///", []],
  ["an e-mail address", "me@a.example", []],
  ["no url", "nothing: //here git@", []],
];

for (const [name, text, hosts] of CASES) {
  Deno.test(`hosts: ${name}`, () => {
    assert.deepEqual([...hostsIn(utf8(text))].sort(), hosts);
  });
}

Deno.test("hosts: bytes that are no UTF-8 hide no url, a binary file has none", () => {
  const url = utf8("https://a.example/");
  const broken = Uint8Array.of(0xff, 0xc3, 0x20, ...url, 0xfe);
  assert.deepEqual([...hostsIn(broken)], ["a.example"]);
  assert.deepEqual([...hostsIn(Uint8Array.of(0, ...url))], []);
});

Deno.test("hosts: no text makes the search throw, and every host is one of a url", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "https://",
      "http:",
      "//",
      "git@",
      "@",
      ":",
      "\\",
      "[",
      "%",
    ),
    fc.string({ unit: "binary", maxLength: 5 }),
  );
  fc.assert(fc.property(fc.array(piece), (pieces) => {
    for (const host of hostsIn(utf8(pieces.join("")))) {
      assert.equal(URL.parse(`http://${host}/`)?.hostname, host);
    }
  }));
});

Deno.test("hosts: long rows of schemes and authorities take time in proportion", () => {
  // Quadratic work on these would take minutes.
  for (const part of ["https://", "https:", "a@", "git@", "https://a@(", "["]) {
    hostsIn(utf8("https://" + part.repeat(50_000)));
  }
});

Deno.test("an IDN is shown in its letters, as the URL parser would read them", () => {
  assert.equal(hostToUnicode("xn--bcher-kva.example"), "bücher.example");
  assert.equal(hostToUnicode("xn--80ak6aa92e.com"), "аррӏе.com");
  assert.equal(hostToUnicode("xn--ls8h.la"), "💩.la");
  assert.equal(hostToUnicode("plain.example"), "plain.example");
  for (const bad of ["xn--", "xn--9", "xn--99999999999", "xn--!"]) {
    assert.equal(hostToUnicode(bad), bad);
  }
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 12 }), (label) => {
      const host = URL.parse(`http://${label}.example/`)?.hostname;
      if (host === undefined || !host.startsWith("xn--")) return;
      const shown = hostToUnicode(host);
      assert.equal(URL.parse(`http://${shown}/`)?.hostname, host);
    }),
  );
});
