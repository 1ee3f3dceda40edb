import { printable } from "../report/printable.ts";
import { readHidden } from "./read_hidden.ts";
import {
  type HiddenCharacter,
  type HiddenRun,
  hiddenRuns,
} from "./hidden_runs.ts";
import type { Sighting } from "./model.ts";
import { explained } from "./explained.ts";

/** Characters of no width in a row that no writing system needs. */
const LONG_RUN = 4;
/** UTF-16 units between selectors that are taken for one message. */
const STRAY_DISTANCE = 8;

/**
 * Finds the characters that an agent reads and a person does not see, or that
 * change what a person sees (contract section 8). What scripts and emoji need
 * passes. Linear in the text.
 */
export function* hiddenCharacters(text: string): Generator<Sighting> {
  const strays: HiddenRun[] = [];
  for (const run of hiddenRuns(text)) {
    const left = explained(run);
    if (left.length === 1 && left[0]!.kind === "selector") strays.push(run);
    yield* judge(run, left);
  }
  yield* smuggled(strays);
}

/** One selector behind each letter carries bytes as well as a run of them does. */
function* smuggled(strays: readonly HiddenRun[]): Generator<Sighting> {
  for (let from = 0, to; from < strays.length; from = to) {
    to = from + 1;
    while (
      to < strays.length &&
      strays[to]!.offset - strays[to - 1]!.offset <= STRAY_DISTANCE
    ) to++;
    if (to - from < LONG_RUN) continue;
    const row = strays.slice(from, to);
    yield {
      rule: "hidden-selector-run",
      level: "error",
      offset: row[0]!.offset,
      decoded: readHidden(
        row.map(({ characters }) =>
          characters.find(({ kind }) => kind === "selector")!.code
        ),
      ),
      message:
        `${row.length} variation selectors stand behind characters that have no variants, and carry bytes`,
    };
  }
}

function* judge(
  run: HiddenRun,
  left: readonly HiddenCharacter[],
): Generator<Sighting> {
  const { offset } = run;
  const of = (kind: string) => left.filter((one) => one.kind === kind);
  const at = { offset };

  const tags = of("tag");
  if (tags.length > 0) {
    yield {
      ...at,
      rule: "hidden-tag-characters",
      level: "error",
      decoded: readHidden(tags.map(({ code }) => code)),
      message: `${counted(tags.length, "tag character")}, which nobody sees`,
    };
  }
  const bidi = of("bidi");
  if (bidi.length > 0) {
    yield {
      ...at,
      rule: "hidden-bidi-control",
      level: "error",
      decoded: run.lineText(),
      message: `${names(bidi)} shows the line in another order than it is read`,
    };
  }
  const controls = of("control");
  if (controls.length > 0) {
    yield {
      ...at,
      rule: "hidden-terminal-control",
      level: "error",
      decoded: run.lineText(),
      message: `${names(controls)} is obeyed by a terminal that shows the line`,
    };
  }
  const selectors = of("selector");
  const emojiTwice = selectors.every(({ code }) => code === 0xfe0f) &&
    selectors.length === 2;
  if (selectors.length > 1 && !emojiTwice) {
    yield {
      ...at,
      rule: "hidden-selector-run",
      level: "error",
      decoded: readHidden(selectors.map(({ code }) => code)),
      message: `${
        counted(selectors.length, "variation selector")
      } in a row, which carry bytes and have no look of their own`,
    };
  }
  const fillers = of("filler");
  if (fillers.length > 0) {
    yield {
      ...at,
      rule: "hidden-filler",
      level: "error",
      decoded: run.lineText(),
      message: `${names(fillers)} looks like a blank and is none`,
    };
  }
  const widthless = left.filter(({ kind }) =>
    kind === "zero-width" || kind === "other" ||
    kind === "selector" && (selectors.length === 1 || emojiTwice)
  );
  if (widthless.length === 0) return;
  const inWord = run.insideWord && of("zero-width").length > 0;
  const long = widthless.length >= LONG_RUN;
  if (inWord || long) {
    yield {
      ...at,
      rule: "hidden-zero-width",
      level: "error",
      decoded: long
        ? readHidden(widthless.map(({ code }) => code))
        : run.lineText(),
      message: long
        ? `${widthless.length} characters of no width in a row`
        : `${names(widthless)} stands inside a word and cannot be seen`,
    };
  } else {
    yield {
      ...at,
      rule: "hidden-character",
      level: "warning",
      decoded: run.lineText(),
      message: `${names(widthless)} cannot be seen`,
    };
  }
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** The first few characters by number: `U+202E and U+2066`. */
function names(found: readonly { readonly code: number }[]): string {
  const distinct = [...new Set(found.map(({ code }) => code))].slice(0, 3);
  return printable(
    distinct.map((code) =>
      `U+${code.toString(16).toUpperCase().padStart(4, "0")}`
    ).join(" and "),
  );
}
