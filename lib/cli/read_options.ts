import { UsageError } from "../base/errors.ts";
import { nearest } from "../base/nearest.ts";
import type { OptionValue, ParsedOptions } from "../commands/command.ts";
import { printable } from "../report/printable.ts";
import { GLOBAL_OPTIONS } from "./global_options.ts";
import { optionValue } from "./option_value.ts";
import type { CommandSpec, OptionSpec } from "./spec.ts";
import { COMMANDS } from "./table.ts";
import type { OptionToken } from "./tokenize.ts";

/**
 * Reads the options given to `command`, its own and the global ones, and fills
 * in what they set. Throws `UsageError` for an option that the command does
 * not have, a value that does not hold, and options that contradict each other.
 */
export function readOptions(
  command: CommandSpec,
  tokens: readonly OptionToken[],
): ParsedOptions {
  const known = [...command.options, ...GLOBAL_OPTIONS];
  const texts = new Map<OptionSpec, string[]>();
  for (const token of tokens) {
    const spec = known.find((each) => each.name === token.name);
    if (spec === undefined) throw unknownOption(command, token, known);
    const list = texts.get(spec) ?? [];
    texts.set(spec, list);
    if (spec.kind === "boolean") {
      if (token.value !== undefined) {
        throw new UsageError("usage", `\`--${spec.name}\` takes no value.`);
      }
    } else {
      list.push(textOf(token));
    }
  }
  const options: Record<string, OptionValue> = Object.create(null);
  for (const [spec, list] of texts) {
    options[spec.name] = spec.kind === "boolean"
      ? true
      : optionValue(spec, list);
  }
  for (const spec of texts.keys()) applyRelations(spec, options);
  return options;
}

/** A value that begins with a dash is taken for the next option: `--jobs --yes` lacks a number. */
function textOf(token: OptionToken): string {
  const text = token.value ?? "";
  return !token.inlineValue && /^-./.test(text) ? "" : text;
}

function applyRelations(
  spec: OptionSpec,
  options: Record<string, OptionValue>,
): void {
  if (spec.excludes !== undefined && options[spec.excludes] !== undefined) {
    throw new UsageError(
      "usage",
      `\`--${spec.name}\` and \`--${spec.excludes}\` exclude each other.`,
    );
  }
  for (const [name, value] of Object.entries(spec.sets ?? {})) {
    if (options[name] !== undefined && options[name] !== value) {
      throw new UsageError(
        "usage",
        `\`--${spec.name}\` contradicts \`--${name} ${options[name]}\`.`,
      );
    }
    options[name] = value;
  }
}

function unknownOption(
  command: CommandSpec,
  token: OptionToken,
  known: readonly OptionSpec[],
): UsageError {
  const shown = printable(token.rawName);
  const owners = COMMANDS.filter((each) =>
    each.options.some((option) => option.name === token.name)
  ).map((each) => `\`${each.name}\``);
  if (owners.length > 0) {
    return new UsageError(
      "usage",
      `\`${shown}\` is an option of ${
        owners.join(" and ")
      }, not of \`${command.name}\`.`,
    );
  }
  const near = nearest(token.name, known.map((option) => option.name));
  return new UsageError(
    "usage",
    `\`${shown}\` is no option of \`${command.name}\`${
      near === undefined
        ? `; \`skill-sources help ${command.name}\` shows them.`
        : `: did you mean \`--${near}\`?`
    }`,
  );
}
