import assert from "node:assert/strict";
import fc from "fast-check";
import { adoptersCsv, csvCell } from "../../lib/curate/adopters_csv.ts";

Deno.test("a cell that a spreadsheet would run as a formula begins with an apostrophe", () => {
  const formulas = [
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    " =1",
    "\t=1",
    "＝1",
    "\r1",
  ];
  for (const text of formulas) {
    assert.match(csvCell(text), /^"?'/, JSON.stringify(text));
  }
  assert.equal(
    csvCell("https://example.org/a.git"),
    "https://example.org/a.git",
  );
  assert.equal(csvCell("a-b"), "a-b");
});

Deno.test("no formula begins behind a mark that other countries' spreadsheets split at", () => {
  assert.equal(csvCell("v1;=1+1"), "v1;'=1+1");
  assert.equal(csvCell("v1; @x;-2;b"), "v1;' @x;'-2;b");
  assert.equal(csvCell('a;"=1'), `"a;'""=1"`);
  assert.equal(csvCell("a\n=1"), `"a\n'=1"`);
});

Deno.test("a cell with a comma, a quote or a line end is quoted", () => {
  assert.equal(csvCell('a,"b"'), '"a,""b"""');
  assert.equal(csvCell("a\nb"), '"a\nb"');
  assert.equal(csvCell(""), "");
});

Deno.test("property: every row comes back with its cells", () => {
  const cell = fc.string({ unit: "binary" });
  fc.assert(fc.property(fc.array(cell, { maxLength: 5 }), (ids) => {
    const text = adoptersCsv(ids.map((id) => ({ adopter: "a", id })));
    const [, ...rows] = parseCsv(text);
    assert.equal(rows.length, ids.length);
    rows.forEach((row, at) => {
      assert.equal(row.length, 9);
      assert.equal(row[1]!.replaceAll("'", ""), ids[at]!.replaceAll("'", ""));
    });
  }));
});

/** RFC 4180 with line feeds, read by hand. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const mark = text[at]!;
    if (quoted) {
      if (mark !== '"') cell += mark;
      else if (text[at + 1] === '"') cell += text[++at];
      else quoted = false;
    } else if (mark === '"') quoted = true;
    else if (mark === ",") {
      row.push(cell);
      cell = "";
    } else if (mark === "\n") {
      rows.push([...row, cell]);
      row = [];
      cell = "";
    } else cell += mark;
  }
  assert.equal(cell + row.join(), "");
  return rows;
}
