import assert from "node:assert/strict";
import { serverSays } from "../../lib/git/smart_http.ts";

Deno.test("a server's last words lose the NUL that git ends them with", () => {
  const { message } = serverSays(
    "https://example.org/r.git",
    "aborting due to possible repository corruption.\n\0",
  );
  assert.match(message, /corruption\."; /);
});
