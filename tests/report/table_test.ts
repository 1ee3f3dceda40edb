import assert from "node:assert/strict";
import { displayWidth } from "../../lib/report/display_width.ts";
import { table } from "../../lib/report/table.ts";

Deno.test("columns align by what a terminal shows", () => {
  assert.equal(
    table([["漢字", "a", "x"], ["e\u0301t", "bcd", ""], ["", "", "y"]], {
      indent: "  ",
    }),
    "  漢字  a    x\n  e\u0301t    bcd\n             y\n",
  );
});

Deno.test("a line feed in a cell cannot forge a row", () => {
  assert.equal(table([["a\nok  trusted"]]), "a\\u{a}ok  trusted\n");
});

Deno.test("widths of wide, combining and emoji text", () => {
  for (
    const [text, width] of [
      ["", 0],
      ["abc", 3],
      ["é", 1],
      ["e\u0301", 1],
      ["漢字", 4],
      ["한글", 4],
      ["ﾊﾝ", 2],
      ["ＡＢ", 4],
      ["😀", 2],
      ["🇪🇺", 2],
      ["👍🏽", 2],
    ] as const
  ) assert.equal(displayWidth(text), width, text);
});
