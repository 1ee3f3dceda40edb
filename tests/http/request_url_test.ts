import assert from "node:assert/strict";
import { redirectUrl, requestUrl } from "../../lib/http/request_url.ts";

const refused = (code: string) => (error: Error & { code?: string }) =>
  error.code === code;

Deno.test("plain http is asked of loopback only", () => {
  for (
    const url of [
      "http://127.0.0.1:8080/a",
      "http://127.9.9.9/a",
      "http://[::1]:1234/a",
      "http://localhost/a",
      "https://example.org/a",
    ]
  ) assert.equal(requestUrl(url).pathname, "/a");
  for (
    const url of [
      "http://example.org/a",
      "http://localhost.example.org/a",
      "http://0.0.0.0/a",
      "http://169.254.169.254/a",
      "http://127.0.0.1.example.org/a",
      "file:///etc/passwd",
      "data:text/plain,x",
      "ftp://example.org/a",
      "nonsense",
    ]
  ) assert.throws(() => requestUrl(url), refused("url-refused"), url);
});

Deno.test("a password in a url is refused and not repeated", () => {
  assert.throws(
    () => requestUrl("https://u:s3cret@example.org/a"),
    (error: Error) => !error.message.includes("s3cret"),
  );
});

Deno.test("a fragment is not sent", () => {
  assert.equal(
    requestUrl("https://example.org/a#frag").href,
    "https://example.org/a",
  );
});

Deno.test("a redirect is never a downgrade, another scheme, or a way inside", () => {
  const from = new URL("https://example.org/dir/a");
  assert.equal(redirectUrl(from, "../b").href, "https://example.org/b");
  assert.equal(
    redirectUrl(from, "//mirror.example/b").href,
    "https://mirror.example/b",
  );
  for (
    const location of [
      "http://example.org/a",
      "http://127.0.0.1/a",
      "file:///etc/passwd",
      "data:text/plain,x",
      "https://127.0.0.1/a",
      "https://127.1/a",
      "https://2130706433/a",
      "https://0x7f.0.0.1/a",
      "https://0.0.0.0/a",
      "https://localhost/a",
      "https://localhost./a",
      "https://foo.localhost/a",
      "https://[::1]/a",
      "https://[::]/a",
      "https://[::ffff:127.0.0.1]/a",
      "https://[::127.0.0.1]/a",
      "https://[64:ff9b::7f00:1]/a",
      "https://[fe80::1]/a",
      "https://[febf::1]/a",
      "https://169.254.169.254/latest/meta-data",
      "https://[::ffff:169.254.169.254]/a",
      "https://u:p@example.org/a",
      "https://[broken",
    ]
  ) {
    assert.throws(
      () => redirectUrl(from, location),
      refused("redirect-refused"),
      location,
    );
  }
});

Deno.test("a loopback server may redirect to another loopback port, not to the link", () => {
  const from = new URL("http://127.0.0.1:8000/a");
  assert.equal(redirectUrl(from, "http://localhost:9000/b").port, "9000");
  assert.throws(() => redirectUrl(from, "http://169.254.169.254/"));
  assert.throws(() => redirectUrl(from, "http://example.org/"));
});

Deno.test("public addresses that only look inner are followed", () => {
  const from = new URL("https://example.org/");
  for (
    const location of [
      "https://[2001:db8::1]/",
      "https://[::1:0:0:0]/",
      "https://128.0.0.1/",
      "https://localhosts.example/",
    ]
  ) assert.ok(redirectUrl(from, location));
});

Deno.test("another scheme is refused to this machine too", () => {
  for (const url of ["ftp://127.0.0.1/a", "ws://localhost/a"]) {
    assert.throws(() => requestUrl(url), {
      code: "url-refused",
      message: /no https url/,
    });
  }
});
