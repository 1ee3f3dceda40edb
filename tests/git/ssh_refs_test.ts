import assert from "node:assert/strict";
import fc from "fast-check";
import { sshRefs } from "../../lib/git/ssh_refs.ts";
import { SourceError } from "../../lib/base/errors.ts";

const [A, B] = ["a".repeat(40), "b".repeat(40)];
const WIDE = "c".repeat(64);

Deno.test("an annotated tag is listed with what it leads to", () => {
  const listing =
    `${A}\trefs/heads/main\n${A}\trefs/tags/v1\n${B}\trefs/tags/v1^{}\n`;
  assert.deepEqual(sshRefs(listing, "here"), {
    format: "sha1",
    refs: [
      { name: "refs/heads/main", id: A },
      { name: "refs/tags/v1", id: A, peeled: B },
    ],
  });
});

Deno.test("the ids' length tells the object format", () => {
  assert.equal(sshRefs(`${WIDE}\trefs/tags/v1\n`, "here").format, "sha256");
  assert.deepEqual(sshRefs("", "here"), { format: "sha1", refs: [] });
});

Deno.test("a line that is no ref is refused", () => {
  for (
    const line of [
      "Welcome",
      `${A} refs/tags/v1`,
      `${A.toUpperCase()}\trefs/tags/v1`,
      `${A.slice(1)}\trefs/tags/v1`,
      `${A}\trefs/tags/v1\n${WIDE}\trefs/tags/v2`,
    ]
  ) {
    assert.throws(() => sshRefs(line, "here"), { code: "git-protocol" });
  }
});

Deno.test("whatever the listing, refs with ids of one format come out, or an error", () => {
  const line = fc.oneof(
    fc.string(),
    fc.tuple(
      fc.constantFrom(A, B, WIDE),
      fc.string(),
      fc.constantFrom("", "^{}"),
    )
      .map(([id, name, peeled]) => `${id}\t${name}${peeled}`),
  );
  fc.assert(fc.property(fc.array(line), (lines) => {
    try {
      const { format, refs } = sshRefs(lines.join("\n"), "here");
      const length = format === "sha1" ? 40 : 64;
      for (const { id, peeled } of refs) {
        assert.equal(id.length, length);
        assert.equal((peeled ?? id).length, length);
      }
    } catch (error) {
      assert.ok(error instanceof SourceError);
    }
  }));
});
