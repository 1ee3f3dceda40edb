import { type Format, FORMATS } from "../report/format.ts";
import { findCommand } from "./table.ts";

/** What the report of a bad command line depends on. */
export interface RoughReading {
  /** The first word that is a command's name. */
  readonly command: string | undefined;
  readonly format: Format;
  readonly verbose: boolean;
  readonly noColor: boolean;
}

/**
 * What can be told of a command line that does not parse, so that its error
 * still comes in the form that was asked for: a program that passed `--json`
 * reads JSON, and one that passed `--format sarif` SARIF, whatever else it got wrong.
 */
export function roughReading(argv: readonly string[]): RoughReading {
  const end = argv.indexOf("--");
  const words = end === -1 ? argv : argv.slice(0, end);
  const has = (...names: string[]) =>
    names.some((name) => words.includes(name));
  return {
    command: words.map((word, at) =>
      (findCommand(word) ?? findCommand(`${word} ${words[at + 1]}`))?.name
    ).find((name) => name !== undefined),
    format: has("--json")
      ? "json"
      : FORMATS.find((format) =>
        has(`--format=${format}`) ||
        words.some((word, index) =>
          word === "--format" && words[index + 1] === format
        )
      ) ?? "text",
    verbose: has("--verbose", "-v"),
    noColor: has("--no-color"),
  };
}
