import assert from "node:assert/strict";
import fc from "fast-check";
import { redactUrl } from "../../lib/trust/redact_url.ts";
import { checkUrl, checkUrlForMethod } from "../../lib/trust/url.ts";

const TOKEN = "ghp_SECRETTOKEN1234567890";

function refused(url: string, why: RegExp = /./): void {
  const { fault } = checkUrl(url);
  assert.ok(fault !== undefined, `accepted ${url}`);
  assert.match(fault, why, url);
}

Deno.test("ordinary urls are kept verbatim", () => {
  for (
    const url of [
      "https://github.com/acme/magpie-skills",
      "https://github.com/acme/magpie-skills.git#readme",
      "https://github.com/acme/task-scheduler-and-more-words",
      "https://dev.example.org:8443/a/b%20c/d.zip?download=1",
      "https://acme@dev.example.org/acme/_git/skills",
      "https://[2001:db8::1]/x",
      "https://10.0.0.7/x",
      "ssh://git@github.com/acme/skills.git",
      "ssh://git@example.org:2222/~acme/skills",
      "git@github.com:acme/skills.git",
      "file:///srv/git/skills",
      "file://localhost/srv/git/skills",
      "http://127.0.0.1:8000/x",
      "http://127.9.9.9/x",
      "http://localhost:1/x",
      "http://[::1]:8080/x",
    ]
  ) assert.deepEqual(checkUrl(url), { value: url });
});

Deno.test("transports and options that run a command are refused", () => {
  for (
    const url of [
      "ext::sh -c 'touch /tmp/x'",
      "ext::sh",
      "fd::17",
      "--upload-pack=touch",
      "-oProxyCommand=x",
      "ssh://-oProxyCommand=touch%20x/x",
      "ssh://-x@host/x",
      "ssh://host/-x",
      "ssh://git@host/a/-x",
      "-x@host:path",
      "git@-host:path",
      "git@host:-path",
      "git@host:a/-b",
      "javascript:x",
      "data:text/plain,x",
      "git://example.org/x",
      "ftp://example.org/x",
      "HTTPS://example.org/x",
      "https:example.org",
      "https:/example.org",
      "https:///example.org",
      "//example.org/x",
      "example.org/x",
      "host:path",
      "/srv/git/x",
      "../x",
      "C:/x",
      "C:\\x",
      "file:///",
      "file://host/share",
      "file:////host/share",
      "git@host:",
      "@host:x",
      "",
    ]
  ) refused(url);
});

Deno.test("plain http leaves this machine only to loopback", () => {
  for (
    const host of [
      "example.org",
      "127.0.0.1.example.org",
      "128.0.0.1",
      "localhost.example.org",
      "0.0.0.0",
      "[::2]",
      "[::ffff:127.0.0.1]",
    ]
  ) refused(`http://${host}/x`, /plain http/);
  refused("http://localhost@example.org/x", /plain http/);
});

Deno.test("text that a URL parser would silently change is refused", () => {
  refused("https://example.org/a\n--upload-pack=x", /printable ASCII/);
  refused("https://example.org/a b", /printable ASCII/);
  refused("https://example.org/a\tb", /printable ASCII/);
  refused("https://ехample.org/", /printable ASCII/);
  refused("https://example.org/../../x", /segment/);
  refused("https://example.org/a/./b", /segment/);
  refused("https://example.org/..", /segment/);
  refused("git@host:../x", /segment/);
  refused("file:///a/../b", /segment/);
  refused("https:\\\\example.org\\x", /backslash/);
  for (const code of ["%2e", "%2E%2E", "%2f", "%2F", "%5c", "%5C"]) {
    refused(`https://example.org/a${code}b`, /encoded/);
  }
  refused("https://example.org/%00", /percent/);
  refused("https://example.org/%0a", /percent/);
  refused("https://example.org/%zz", /percent/);
  refused("https://2130706433/x", /number for a host/);
  refused("https://0x7f.1/x", /number for a host/);
  refused("https://127.1/x", /number for a host/);
  refused("https://0177.0.0.1/x", /number for a host/);
  refused("https://example.org:0/x", /port/);
  refused("https://example.org:99999/x", /port/);
  refused("https://example.org:/x", /port/);
  refused("https://a..b/x", /host/);
  refused("https://-a/x", /host/);
  refused(`https://example.org/${"a".repeat(3000)}`, /longer/);
});

Deno.test("a credential in a url is refused and never printed", () => {
  for (
    const url of [
      `https://${TOKEN}@github.com/o/r`,
      `https://u:${TOKEN}@example.org/r.git`,
      `https://:${TOKEN}@example.org/r.git`,
      `https://u%3A${TOKEN}@example.org/r`,
      `https://u%3a${TOKEN}@example.org/r`,
      `https://${TOKEN}:x-oauth-basic@github.com/o/r`,
      `https://example.org/a.zip?access_token=${TOKEN}`,
      `https://example.org/a.zip?x=1&private_token=${TOKEN}`,
      `https://example.org/a.zip?x=1;sig=${TOKEN}`,
      `https://example.org/a.zip?to%6ben=${TOKEN}`,
      `https://example.org/a.zip#token=${TOKEN}`,
      `https://example.org/${TOKEN}/a.zip`,
      `ext::https://u:${TOKEN}@example.org`,
      `https://u:${TOKEN}@exa mple.org/`,
      `https://a@b:${TOKEN}@example.org/`,
      `ssh://git:${TOKEN}@example.org/r`,
      `git:${TOKEN}@example.org:r`,
      `${TOKEN}@example.org:r`,
      `http://u:${TOKEN}@example.org/r`,
    ]
  ) {
    const { fault } = checkUrl(url);
    assert.ok(fault !== undefined, `accepted ${url}`);
    assert.ok(!fault.includes("SECRETTOKEN"), fault);
  }
});

Deno.test("secrets of no known shape are refused by where they stand", () => {
  for (
    const url of [
      "https://u:hunter2@example.org/r",
      "https://0123456789abcdef0123456789@example.org/r",
      "https://example.org/a.zip?key=hunter2",
      "https://example.org/a.zip?X-Amz-Signature=hunter2",
      "https://example.org/a.zip?api_key=hunter2",
      "https://example.org/a.zip?%ff=hunter2",
    ]
  ) {
    const { fault } = checkUrl(url);
    assert.ok(fault !== undefined, `accepted ${url}`);
    assert.doesNotMatch(fault, /hunter2|0123456789abcdef/);
  }
});

Deno.test("whatever is refused, no secret before @, in query or fragment is printed", () => {
  const junk = fc.string({ maxLength: 12 })
    .filter((text) => !text.includes("@"));
  fc.assert(
    fc.property(
      fc.constantFrom("https://", "ssh://", "http://", "ext::", "", "x:"),
      junk,
      fc.constantFrom("user", "query", "fragment"),
      (scheme, text, place) => {
        const secret = "hunter2hunter2";
        const url = place === "user"
          ? `${scheme}${text}:${secret}@${text}`
          : `${scheme}host/${text}${place === "query" ? "?" : "#"}${secret}`;
        assert.ok(!redactUrl(url).includes(secret), url);
      },
    ),
  );
});

Deno.test("a redacted url shows no terminal control and is short", () => {
  const shown = redactUrl(`https://example.org/\u001b[31m${"x".repeat(500)}`);
  assert.ok(!shown.includes("\u001b"));
  assert.ok(shown.length < 200);
});

Deno.test("whatever is accepted, a URL parser reads as it is written", () => {
  const part = fc.constantFrom(
    "a",
    "b.c",
    "..",
    ".",
    "%2e",
    "",
    "-x",
    "@",
    ":",
    "%41",
    "?q",
    "#f",
    "1",
    "[::1]",
    "localhost",
    "\\",
    " ",
  );
  fc.assert(
    fc.property(
      fc.constantFrom("https://", "http://", "file://", "ssh://"),
      fc.array(part, { maxLength: 6 }),
      fc.constantFrom("/", ""),
      (scheme, parts, joint) => {
        const url = scheme + parts.join(joint);
        if (checkUrl(url).value === undefined) return;
        const parsed = new URL(url);
        const path = url.slice(scheme.length).replace(/[?#].*/s, "");
        const slash = path.indexOf("/");
        const expected = slash < 0 ? "" : path.slice(slash);
        assert.equal(
          parsed.pathname.replace(/^\/$/, ""),
          expected.replace(/^\/$/, ""),
        );
        assert.equal(parsed.password, "");
      },
    ),
    { numRuns: 2000 },
  );
});

Deno.test("svn-zip takes archives over http, https or file only", () => {
  const check = (url: string) => checkUrlForMethod(url, "svn-zip").fault;
  for (
    const url of [
      "https://downloads.example.org/a-1.0.zip",
      "https://example.org/a.tar.gz?download=1",
      "file:///srv/a.tgz",
      "http://127.0.0.1/a.zip#x",
    ]
  ) assert.equal(check(url), undefined, url);
  assert.match(check("ssh://host/a.zip")!, /cannot be downloaded/);
  assert.match(check("git@host:a.zip")!, /cannot be downloaded/);
  assert.match(check("https://example.org/a.tar.bz2")!, /must end in/);
  assert.match(check("https://example.org/a?b.zip")!, /must end in/);
  assert.equal(
    checkUrlForMethod("https://example.org/a", "git-tag").fault,
    undefined,
  );
});
