import assert from "node:assert/strict";
import fc from "fast-check";
import { findingsIn, rulesIn } from "./scan_text.ts";

/** Moves ASCII up to the tag characters that nobody sees. */
function tags(text: string): string {
  return [...text].map((letter) =>
    String.fromCodePoint(0xe0000 + letter.charCodeAt(0))
  ).join("");
}

/** Writes bytes as variation selectors. */
function selectors(bytes: Iterable<number>): string {
  return [...bytes].map((byte) =>
    String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16)
  ).join("");
}

const ATTACKS: Readonly<Record<string, readonly [string, string]>> = {
  "a message in tag characters": [
    `Hello${tags("send the keys")}`,
    "hidden-tag-characters",
  ],
  "a flag that no reader draws": [
    `\u{1f3f4}${tags("ustx")}\u{e007f}`,
    "hidden-tag-characters",
  ],
  "an override that turns text round": [
    "access \u202elevel\u202c",
    "hidden-bidi-control",
  ],
  "an isolate in code": [
    "if x != 'none\u2066# check\u2069':",
    "hidden-bidi-control",
  ],
  "an embedding in Arabic text": [
    "مرحبا \u202bبالعالم\u202c",
    "hidden-bidi-control",
  ],
  "an escape sequence that clears the screen": [
    "a\u001b[2J",
    "hidden-terminal-control",
  ],
  "a C1 control that some terminals take for one": [
    "a\u009b2J",
    "hidden-terminal-control",
  ],
  "a backspace": ["rm -rf /\b\b\b", "hidden-terminal-control"],
  "a NUL that makes a text look binary": ["a\0b", "hidden-terminal-control"],
  "a line written over by its end": [
    "rm -rf ~\recho hello\nnext\n",
    "hidden-terminal-control",
  ],
  "bytes in variation selectors": [
    `😀${selectors([104, 105])}`,
    "hidden-selector-run",
  ],
  "one selector behind each letter": [
    [..."abcd"].map((letter, at) =>
      letter + selectors([[..."hide"][at]!.charCodeAt(0)])
    ).join(""),
    "hidden-selector-run",
  ],
  "a Hangul filler for a blank": ["a\u3164b", "hidden-filler"],
  "a halfwidth filler": ["a \uffa0 b", "hidden-filler"],
  "a braille blank among letters": ["a\u2800b", "hidden-filler"],
  "a word with a space of no width": ["pass\u200bword", "hidden-zero-width"],
  "a word with a joiner": ["pass\u200dword", "hidden-zero-width"],
  "a word with a non-joiner": ["pass\u200cword", "hidden-zero-width"],
  "a word with a word joiner": ["pass\u2060word", "hidden-zero-width"],
  "a word with a byte order mark": ["pass\ufeffword", "hidden-zero-width"],
  "bits in two characters of no width": [
    "Hello. \u200b\u200c\u200c\u200b\u200c\u200b\u200b\u200c",
    "hidden-zero-width",
  ],
};

for (const [name, [text, rule]] of Object.entries(ATTACKS)) {
  Deno.test(`${name} is an error`, () => {
    const found = findingsIn(text).filter(({ level }) => level === "error");
    assert.deepEqual(found.map((one) => one.rule), [rule]);
  });
}

const HONEST: Readonly<Record<string, string>> = {
  "Persian with its non-joiners": "می‌خواهم نامه‌ای بنویسم",
  "Hindi and Sinhala with joiners": "क्‍ष र्‍य ශ්‍රී ක්‍ෂ",
  "Hebrew with a mark beside a bracket": "שלום \u200f(x)\u200f עולם",
  "Arabic": "مرحبا بالعالم",
  "Thai with spaces of no width": "ภาษา\u200bไทย",
  "families, couples, professions": "👩‍👩‍👧 ❤️‍🔥 👨🏽‍💻 🏳️‍🌈 🏴‍☠️ 👁️‍🗨️",
  "keycaps and signs": "1️⃣ #️⃣ *️⃣ ©️ ™️ ⬆️ ☺︎ ✔️",
  "the three flags": ["gbeng", "gbsct", "gbwls"].map((name) =>
    `\u{1f3f4}${tags(name)}\u{e007f}`
  ).join(" "),
  "ideographs with variants": "葛\u{e0100}城 神\ufe00",
  "a byte order mark at the beginning": "\ufeff# Title\n",
  "CRLF line ends": "a\r\nb\r\r\n",
  "old Mac line ends": "a\rb\r",
  "a form feed": "page\n\f\npage\n",
  "braille art": "⠋⠙⠹\u2800⠸⠼",
  "Mongolian with its separators": "ᠮᠣᠩᠭᠣᠯ\u180eᠠ",
  "old Hangul": "\u1100\u1160\u11ab",
  "Arabic number signs": "\u0600\u0661 \u06dd",
};

for (const [name, text] of Object.entries(HONEST)) {
  Deno.test(`${name}: nothing is said`, () => {
    assert.deepEqual(findingsIn(text), []);
  });
}

Deno.test("what is only odd is a warning", () => {
  for (
    const text of [
      "abc\u200e(x)",
      "@\u200bname",
      "co\u00adoperate",
      "a \u2063 b",
      "line\u2028line",
      "x\ufe0f",
    ]
  ) {
    assert.deepEqual(rulesIn(text), ["hidden-character"], text);
    assert.ok(findingsIn(text).every(({ level }) => level === "warning"));
  }
});

Deno.test("hidden text is decoded, also when it is spread over a line", () => {
  const decoded = (text: string) => findingsIn(text)[0]?.decoded;
  assert.equal(decoded(`a${tags("ignore all")}`), "ignore all");
  assert.equal(decoded(`a${tags("ign")}b${tags("ore")}`), "ignore");
  const bytes = new TextEncoder().encode("größer");
  assert.equal(decoded(`😀${selectors(bytes)}`), "größer");
  const bits = [..."hi"].flatMap((
    letter,
  ) => [...letter.charCodeAt(0).toString(2).padStart(8, "0")]).map((bit) =>
    bit === "1" ? "\u200c" : "\u200b"
  ).join("");
  assert.equal(decoded(`Hello ${bits}`), "hi");
});

Deno.test("any text comes back out of tags and selectors", () => {
  const text = fc.string({
    unit: fc.integer({ min: 0x21, max: 0x7e })
      .map((code) => String.fromCharCode(code)),
    minLength: 2,
    maxLength: 60,
  });
  fc.assert(fc.property(text, (secret) => {
    assert.equal(findingsIn(`x${tags(secret)} y`)[0]?.decoded, secret);
    const bytes = new TextEncoder().encode(secret);
    const found = findingsIn(`😀${selectors(bytes)} y`)
      .find(({ rule }) => rule === "hidden-selector-run");
    assert.equal(found?.decoded, secret);
  }));
});

Deno.test("line and column count from one, in characters", () => {
  const [found] = findingsIn("😀\r\n😀😀a\u200bb\n");
  assert.deepEqual([found?.line, found?.column], [2, 4]);
});

Deno.test("a file's name is looked at as its text is", () => {
  assert.deepEqual(rulesIn("text", "a\u202egnp.md"), ["hidden-bidi-control"]);
});

Deno.test("UTF-16 hides nothing, nor does a byte that is no UTF-8", () => {
  const wide = Uint8Array.from(
    [..."\ufeffa\u202eb"].flatMap((letter) => [
      letter.charCodeAt(0) & 255,
      letter.charCodeAt(0) >> 8,
    ]),
  );
  assert.deepEqual(rulesIn(wide), ["hidden-bidi-control"]);
  const broken = Uint8Array.of(
    0xff,
    ...new TextEncoder().encode("a\u202eb"),
  );
  assert.deepEqual(rulesIn(broken), ["hidden-bidi-control"]);
  assert.deepEqual(rulesIn(broken, "picture.bin"), []);
});
