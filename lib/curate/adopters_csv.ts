import type { Adoption } from "./adoption.ts";

/** One line of the report: a source of an adopter, or why there is none. */
export interface AdopterLine extends Partial<Adoption> {
  readonly adopter: string;
  /** Why something of the adopter could not be read. */
  readonly cause?: string;
}

const COLUMNS = [
  "adopter",
  "id",
  "method",
  "url",
  "ref",
  "anchor",
  "state",
  "lock",
  "cause",
] as const;

/**
 * The report as CSV (RFC 4180, with line feeds): a header, then one row for
 * each line. A cell that a spreadsheet would take for a formula begins with an
 * apostrophe: ids, urls and refs are the adopters' texts, and nobody who opens
 * a report means to run them.
 */
export function adoptersCsv(lines: readonly AdopterLine[]): string {
  return [COLUMNS, ...lines.map((line) => COLUMNS.map((key) => line[key]))]
    .map((row) => `${row.map((cell) => csvCell(cell ?? "")).join(",")}\n`)
    .join("");
}

/** One cell, quoted where RFC 4180 wants it and guarded against formulas. */
export function csvCell(text: string): string {
  const guarded = guardedInside(
    // Spreadsheets drop blanks in front before they look for a formula.
    /^\s*[=+\-@\uff0b\uff0d\uff1d\uff20]|^[\t\r]/.test(text)
      ? `'${text}`
      : text,
  );
  return /[",\r\n]|^\s|\s$/.test(guarded)
    ? `"${guarded.replaceAll('"', '""')}"`
    : guarded;
}

/**
 * Where a comma is the decimal sign, a spreadsheet begins a cell behind a
 * semicolon, whatever quotes stand around it.
 */
function guardedInside(text: string): string {
  return text.replace(
    /(?<![;"\s])[;"\s]+(?=[=+\-@\uff0b\uff0d\uff1d\uff20])/g,
    (run) => {
      const [open = ""] = /^.*[;\t\r\n]/s.exec(run) ?? [];
      return open === "" ? run : `${open}'${run.slice(open.length)}`;
    },
  );
}
