import assert from "node:assert/strict";
import { findingsIn, rulesIn } from "./scan_text.ts";

/** A skill whose description is written as given. */
function skill(description: string): string {
  return `---\nname: x\ndescription: ${description}\n---\n\nText.\n`;
}

const TAGS = [..."rm -rf"].map((letter) =>
  `\\U000E00${letter.charCodeAt(0).toString(16)}`
).join("");

for (
  const [what, description, rule] of [
    ["tag characters", `"Scans.${TAGS}"`, "hidden-tag-characters"],
    ["an override", String.raw`"Scans \u202E secaf"`, "hidden-bidi-control"],
    ["a terminal control", String.raw`"\e[8mScans"`, "hidden-terminal-control"],
    ["no width in a word", String.raw`"ig\u200Bnore"`, "hidden-zero-width"],
  ] as const
) {
  Deno.test(`${what} that a description's escapes spell: ${rule}`, () => {
    const [found, ...others] = findingsIn(skill(description));
    assert.deepEqual(others, []);
    assert.equal(found?.rule, rule);
    assert.equal(found?.level, "error");
    assert.equal(found?.line, 3);
  });
}

Deno.test("a message that escapes spell is decoded", () => {
  assert.equal(findingsIn(skill(`"Scans.${TAGS}"`))[0]?.decoded, "rm -rf");
});

Deno.test("keys and nested values are looked into too", () => {
  const text = `---\nname: x\nmetadata:\n  - {"a\\u202Eb": "c"}\n---\n`;
  assert.deepEqual(rulesIn(text), ["hidden-bidi-control"]);
});

Deno.test("escapes for what everybody sees, and what is no escape, pass", () => {
  for (
    const description of [
      String.raw`"First.\nSecond \"quoted\" \u00e9 \\u202E"`,
      String.raw`"\uD83D\uDC68\u200D\uD83D\uDC69 family"`,
      String.raw`'a \u202E b'`,
      String.raw`a \u202E b`,
    ]
  ) {
    assert.deepEqual(findingsIn(skill(description)), [], description);
  }
});
