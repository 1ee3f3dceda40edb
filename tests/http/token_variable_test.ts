import assert from "node:assert/strict";
import fc from "fast-check";
import { tokenVariable } from "../../lib/http/token_variable.ts";

Deno.test("the variable spells host and port", () => {
  const of = (url: string) => tokenVariable(new URL(url));
  assert.equal(
    of("https://git-a.example.org/x"),
    "SKILL_SOURCES_TOKEN_GIT__A_EXAMPLE_ORG",
  );
  assert.equal(
    of("https://Example.org:8443/x"),
    "SKILL_SOURCES_TOKEN_EXAMPLE_ORG_8443",
  );
  assert.equal(
    of("https://example.org:443/"),
    "SKILL_SOURCES_TOKEN_EXAMPLE_ORG",
  );
});

Deno.test("a lookalike host cannot claim another host's token", () => {
  for (
    const host of ["a_b.example", "[::1]", "-a.example", "a-.example", "a..b"]
  ) {
    assert.equal(tokenVariable(new URL(`https://${host}/`)), undefined, host);
  }
  const label = fc.stringMatching(/^[a-z](?:[a-z-]{0,3}[a-z])?$/);
  const host = fc.array(label, { minLength: 1, maxLength: 4 }).map((parts) =>
    parts.join(".")
  );
  fc.assert(fc.property(host, host, (a, b) => {
    const names = [a, b].map((name) =>
      tokenVariable(new URL(`https://${name}/`))
    );
    assert.equal(names[0] === names[1], a === b);
  }));
});
