import { table } from "../report/table.ts";
import { EXIT_CODES } from "./exit_codes.ts";
import { GLOBAL_OPTIONS } from "./global_options.ts";
import { permissionFlags } from "./permissions.ts";
import type { ArgumentSpec, CommandSpec, OptionSpec } from "./spec.ts";

const INDENT = { indent: "  " };

/** The help on the whole tool. */
export function globalHelp(commands: readonly CommandSpec[]): string {
  return [
    "Installs agent skills from the sources you trust, and from no other.\n",
    "Usage: skill-sources <command> [options]\n",
    section(
      "Commands",
      table(
        commands.map(({ name, summary }) => [name, summary]),
        INDENT,
      ),
    ),
    section("Global options", optionTable(GLOBAL_OPTIONS)),
    section("Exit codes", exitCodes()),
    "`skill-sources help <command>` shows a command's options and examples.\n",
  ].join("\n");
}

/** The global options that the command's own do not replace. */
function globalsBeside(own: readonly OptionSpec[]): readonly OptionSpec[] {
  return GLOBAL_OPTIONS.filter(({ name }) =>
    !own.some((option) => option.name === name)
  );
}

/** The help on one command. */
export function commandHelp(command: CommandSpec): string {
  const { name, arguments: words, options } = command;
  return [
    `${command.summary}.\n`,
    `Usage: ${
      [
        "skill-sources",
        name,
        ...words.map(usage),
        "[options]",
        ...(command.passes === true ? ["[-- <arguments>…]"] : []),
      ].join(" ")
    }\n`,
    `${wrap(command.description)}\n`,
    ...words.length === 0 ? [] : [section(
      "Arguments",
      table(
        words.map((word) => [`<${word.name}>`, word.summary]),
        INDENT,
      ),
    )],
    ...options.length === 0 ? [] : [section("Options", optionTable(options))],
    section("Global options", optionTable(globalsBeside(options))),
    section(
      "Examples",
      table(
        command.examples.map(({ line, summary }) => [line, summary]),
        INDENT,
      ),
    ),
    section("Exit codes", exitCodes()),
    ...permissionSections(command),
  ].join("\n");
}

/** What the least permissions are: for the command, and for what needs more. */
function permissionSections(command: CommandSpec): string[] {
  const all = [command, ...command.options].map(({ needs }) => needs);
  const cases = [
    { when: "", flags: permissionFlags(command.needs) },
    ...command.options.flatMap(({ name, needs }) =>
      needs === undefined
        ? []
        : [{ when: ` with --${name}`, flags: permissionFlags(needs) }]
    ),
    ...(all.includes("network")
      ? [{
        when: " with SKILL_SOURCES_SSH=1, for sources over ssh",
        flags: permissionFlags("network", { ssh: true }),
      }]
      : []),
  ];
  return cases.map(({ when, flags }) =>
    section(`Deno permissions${when}`, `${wrap(flags.join(" "), "  ")}\n`)
  );
}

function section(title: string, body: string): string {
  return `${title}:\n${body}`;
}

function usage({ name, optional, repeated }: ArgumentSpec): string {
  const word = `<${name}>${repeated ? "…" : ""}`;
  return optional ? `[${word}]` : word;
}

function optionTable(options: readonly OptionSpec[]): string {
  return table(
    options.map((option) => [
      `${
        option.short === undefined ? "    " : `-${option.short}, `
      }--${option.name}${option.value === undefined ? "" : ` ${option.value}`}`,
      option.choices === undefined
        ? option.summary
        : `${option.summary}: ${option.choices.join(", ")}`,
    ]),
    INDENT,
  );
}

function exitCodes(): string {
  return table(
    EXIT_CODES.map(([code, meaning]) => [`${code}`.padStart(3), meaning]),
    INDENT,
  );
}

/** Breaks a paragraph at 78 columns; a longer word keeps a line of its own. */
function wrap(text: string, indent = ""): string {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(" ")) {
    if (line.length > indent.length && line.length + word.length > 77) {
      lines.push(line);
      line = indent;
    }
    line += line.length > indent.length ? ` ${word}` : word;
  }
  return [...lines, line].join("\n");
}
