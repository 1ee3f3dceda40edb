import assert from "node:assert/strict";
import { AnswerBody } from "../../lib/http/answer_body.ts";

/** A body that is read without a network, and says that it was given up. */
function bodyOf(text: string, length: number) {
  const state = { aborted: false, released: 0 };
  const response = new Response(text, {
    headers: { "content-length": String(length) },
  });
  const body = new AnswerBody(response, {
    subject: "the archive",
    maxBytes: 100,
    idleTimeoutMs: 1000,
    slowGraceMs: 1000,
    signal: new AbortController().signal,
    abort: () => state.aborted = true,
    release: () => state.released++,
  });
  return { body, state };
}

Deno.test("a body shorter or longer than announced is an error, whoever passed it on", async () => {
  for (const length of [4, 6]) {
    const { body, state } = bodyOf("12345", length);
    await assert.rejects(body.bytes(), /ended after 5 of/);
    assert.equal(state.released, 1);
  }
  assert.equal((await bodyOf("12345", 5).body.bytes()).length, 5);
});

Deno.test("a body that was read is not taken for an empty one", async () => {
  const { body } = bodyOf("12345", 5);
  await body.bytes();
  await assert.rejects(body.bytes(), TypeError);
});

Deno.test("a body that is announced as too large is not waited for", async () => {
  const { body, state } = bodyOf("12345", 101);
  await assert.rejects(body.bytes(), { code: "limit-exceeded" });
  assert.deepEqual(state, { aborted: true, released: 1 });
});
