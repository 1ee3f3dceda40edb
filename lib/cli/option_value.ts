import { UsageError } from "../base/errors.ts";
import type { OptionValue } from "../commands/command.ts";
import { printable } from "../report/printable.ts";
import type { OptionSpec } from "./spec.ts";

/**
 * Reads the texts given for one option. Throws `UsageError` for a value that
 * is no number, out of range, no choice or empty, and for a second value
 * where only one makes sense, since neither "first" nor "last" is what
 * everybody expects.
 */
export function optionValue(
  spec: OptionSpec,
  texts: readonly string[],
): OptionValue {
  if (spec.kind === "list") {
    return texts.flatMap((text) =>
      text.split(",").map((item) => oneText(spec, item.trim()))
    );
  }
  const [first, second] = texts;
  if (second !== undefined && second !== first) {
    throw new UsageError("usage", `\`--${spec.name}\` is given twice.`);
  }
  const text = oneText(spec, first ?? "");
  return spec.kind === "number" ? oneNumber(spec, text) : text;
}

function oneText(spec: OptionSpec, text: string): string {
  if (text === "") {
    throw new UsageError(
      "usage",
      `\`--${spec.name}\` needs a value: \`--${spec.name} ${spec.value}\`.`,
    );
  }
  if (spec.choices !== undefined && !spec.choices.includes(text)) {
    throw new UsageError(
      "usage",
      `\`--${spec.name}\` is one of ${spec.choices.join(", ")}, not \`${
        printable(text)
      }\`.`,
    );
  }
  return text;
}

function oneNumber(spec: OptionSpec, text: string): number {
  const [least, most] = spec.range ?? [0, Number.MAX_SAFE_INTEGER];
  const number = /^[0-9]{1,15}$/.test(text) ? Number(text) : NaN;
  if (!(number >= least && number <= most)) {
    throw new UsageError(
      "usage",
      `\`--${spec.name}\` is a whole number from ${least} to ${most}, not \`${
        printable(text)
      }\`.`,
    );
  }
  return number;
}
