import assert from "node:assert/strict";
import fc from "fast-check";
import { netrcLogin } from "../../lib/http/netrc.ts";

Deno.test("a login is found for exactly its host", () => {
  const text =
    "# mine\nmachine a.example login u password p#1 # note\nmachine b.example\n\tlogin v\r\n\tpassword q\n";
  assert.deepEqual(netrcLogin(text, "a.example"), {
    login: "u",
    password: "p#1",
  });
  assert.deepEqual(netrcLogin(text, "B.example"), {
    login: "v",
    password: "q",
  });
  assert.equal(netrcLogin(text, "c.example"), undefined);
  assert.equal(netrcLogin(text, "example"), undefined);
});

Deno.test("a default login is sent to nobody", () => {
  assert.equal(
    netrcLogin("default login u password p", "evil.example"),
    undefined,
  );
});

Deno.test("a macro's body is no entry", () => {
  const text =
    "macdef init\nmachine a.example login x password stolen\n\nmachine a.example login u password p\n";
  assert.equal(netrcLogin(text, "a.example")?.password, "p");
});

Deno.test("a quoted password keeps its blanks", () => {
  assert.equal(
    netrcLogin('machine h login u password "a \\"b\\" c"', "h")?.password,
    'a "b" c',
  );
});

Deno.test("every plain login survives between others, and no text throws", () => {
  const word = fc.stringMatching(/^[A-Za-z0-9._~!@$%^&*()=+:;,-]{1,20}$/)
    .filter((text) =>
      !["machine", "default", "login", "password", "account", "macdef"]
        .includes(text)
    );
  fc.assert(fc.property(word, word, fc.string(), (login, password, junk) => {
    const text =
      `machine other login a password b\nmachine host.example login ${login} password ${password}\n`;
    assert.deepEqual(netrcLogin(text, "host.example"), { login, password });
    netrcLogin(junk, "host.example");
  }));
});
