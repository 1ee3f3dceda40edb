import assert from "node:assert/strict";
import { redactUrl } from "../../lib/http/redact_url.ts";

Deno.test("no user, password, query or fragment is shown", () => {
  assert.equal(
    redactUrl("https://u:s3cret@example.org/a?token=s3cret#s3cret"),
    "https://example.org/a?…",
  );
  assert.equal(redactUrl("s3cret"), "a url that cannot be read");
});

Deno.test("a url of the form user@host:path shows host and path", () => {
  assert.equal(
    redactUrl("git@example.org:team/a.git?token=s3cret#s3cret"),
    "example.org:team/a.git",
  );
  assert.equal(
    redactUrl("git@example.org:a\u001b[2J"),
    "a url that cannot be read",
  );
});

Deno.test("a url that clears the terminal is shown as text", () => {
  const shown = redactUrl("https://example.org/\u001b[2J\u202e");
  assert.match(shown, /^[\x20-\x7e]+$/);
});
