import assert from "node:assert/strict";
import { credentialFor } from "../../lib/http/credentials.ts";

function store(env: Record<string, string>, netrc?: string) {
  return {
    env: (name: string) => env[name],
    netrc: () => Promise.resolve(netrc),
  };
}

Deno.test("the host's own variable comes before GitHub's and before netrc", async () => {
  const url = new URL("https://github.com/o/r");
  const netrc = "machine github.com login u password p";
  const all = {
    SKILL_SOURCES_TOKEN_GITHUB_COM: "own",
    GITHUB_TOKEN: "gh",
    GH_TOKEN: "gh2",
  };
  assert.deepEqual(await credentialFor(url, "bearer", store(all, netrc)), {
    authorization: "Bearer own",
    origin: "SKILL_SOURCES_TOKEN_GITHUB_COM",
  });
  assert.equal(
    (await credentialFor(url, "basic", store({ GH_TOKEN: "gh2" }, netrc)))
      ?.authorization,
    `Basic ${btoa("x-access-token:gh2")}`,
  );
  assert.deepEqual(await credentialFor(url, "bearer", store({}, netrc)), {
    authorization: `Basic ${btoa("u:p")}`,
    origin: "~/.netrc",
  });
});

Deno.test("plain http gets no token, and on loopback alone what netrc says of that host", async () => {
  const netrc = "machine 127.0.0.1 login u password p\n" +
    "machine a.example login u password p\n";
  const all = store({
    SKILL_SOURCES_TOKEN_127_0_0_1_8080: "token",
    SKILL_SOURCES_TOKEN_LOCALHOST: "token",
  }, netrc);
  const sent = async (url: string) =>
    (await credentialFor(new URL(url), "bearer", all))?.authorization;
  assert.equal(await sent("http://127.0.0.1:8080/"), `Basic ${btoa("u:p")}`);
  assert.equal(await sent("http://localhost/"), undefined);
  assert.equal(await sent("http://a.example/"), undefined);
});

Deno.test("GITHUB_TOKEN goes to GitHub's hosts only", async () => {
  const env = store({ GITHUB_TOKEN: "gh" });
  for (
    const host of [
      "github.com.evil.example",
      "github.com:8443",
      "gist.github.com",
      "raw.githubusercontent.com",
    ]
  ) {
    assert.equal(
      await credentialFor(new URL(`https://${host}/`), "basic", env),
      undefined,
      host,
    );
  }
  assert.ok(
    await credentialFor(
      new URL("https://codeload.github.com/"),
      "bearer",
      env,
    ),
  );
});

Deno.test("a token with a line feed is refused by name, not by value", async () => {
  const env = store({ GITHUB_TOKEN: "s3cret\r\nx-evil: 1" });
  await assert.rejects(
    credentialFor(new URL("https://github.com/"), "bearer", env),
    (error: Error) =>
      error.message.includes("GITHUB_TOKEN") &&
      !error.message.includes("s3cret"),
  );
});
