import assert from "node:assert/strict";
import fc from "fast-check";
import { printable } from "../../lib/report/printable.ts";

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) =>
    String.fromCharCode(...units)
  ),
  fc.array(fc.constantFrom(
    ..."\x00\x07\x1b\x7f\x9b\n\r\t\u00ad\u034f\u061c\u115f\u180e\u200b\u200d",
    ..."\u200e\u2028\u202e\u2060\u2066\u2069\u2800\u3164\ufe0f\ufeff\ud800",
    "\u{e0041}",
    "\u{e0100}",
    ..."a:#[ ",
  )).map((parts) => parts.join("")),
);

// Written out by code point and independent of the pattern in the source.
const DANGEROUS: readonly (readonly [number, number])[] = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x2800, 0x2800],
  [0x3164, 0x3164],
  [0xd800, 0xf8ff],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0xfffe, 0xffff],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
  [0xf0000, 0x10ffff],
];

Deno.test("every character a terminal obeys or a reader cannot see is escaped", () => {
  for (const [first, last] of DANGEROUS) {
    for (let point = first; point <= last; point += point < 0x20000 ? 1 : 61) {
      assert.equal(
        printable(String.fromCodePoint(point)),
        `\\u{${point.toString(16)}}`,
      );
    }
  }
});

Deno.test("no dangerous character survives in any text", () => {
  fc.assert(fc.property(text, (input) => {
    for (const character of printable(input)) {
      const point = character.codePointAt(0)!;
      assert.ok(
        !DANGEROUS.some(([first, last]) => first <= point && point <= last),
      );
    }
  }));
});

// A runner's own reading of the lines of a step.
const OBEYED = /^\s*::|##[a-z]*\[/im;

Deno.test("no text gives orders to the runner of a CI job", () => {
  fc.assert(fc.property(text, fc.boolean(), (input, newlines) => {
    assert.doesNotMatch(printable(input, { newlines }), OBEYED);
  }));
  for (
    const [order, shown] of [
      ["::add-mask::x", "\\u{3a}:add-mask::x"],
      ["  ::error::x", "  \\u{3a}:error::x"],
      ["a ##[set-output name=review]x", "a #\\u{23}[set-output name=review]x"],
      ["a###vso[task.setvariable]", "a##\\u{23}vso[task.setvariable]"],
      ["std::path, http://[::1]/, ## [a]", "std::path, http://[::1]/, ## [a]"],
    ] as const
  ) assert.equal(printable(order), shown);
});

Deno.test("a text of blanks and colons takes no more than linear time", () => {
  const long = `${" ".repeat(500_000)}:${"#".repeat(500_000)}`;
  assert.equal(printable(long), long);
});

Deno.test("twice is the same as once", () => {
  fc.assert(fc.property(text, (input) => {
    assert.equal(printable(printable(input)), printable(input));
  }));
});

Deno.test("ordinary scripts stay as they are", () => {
  for (
    const ordinary of [
      "plain text, `code` and \\ backslash",
      "Größe naïve Łódź",
      "кириллица Ελληνικά",
      "漢字 かな 한글 ﾊﾝｶｸ",
      "नमस्ते ไทย தமிழ்",
      "עברית العربية \u0600\u06dd",
      "e\u0301",
      "😀 🇪🇺 👍🏽",
    ]
  ) assert.equal(printable(ordinary), ordinary);
});

Deno.test("a file name cannot recolour, reorder or overwrite its line", () => {
  assert.equal(
    printable("ok\r\x1b[2K\x1b[32mok\u202egpj.exe\u200b\n"),
    "ok\\u{d}\\u{1b}[2K\\u{1b}[32mok\\u{202e}gpj.exe\\u{200b}\\u{a}",
  );
});

Deno.test("line feeds stay only where asked, carriage returns never", () => {
  assert.equal(printable("a\nb", { newlines: true }), "a\nb");
  assert.equal(printable("a\r\nb", { newlines: true }), "a\\u{d}\nb");
});
