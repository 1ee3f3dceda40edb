import {
  type CompletedOption,
  type CompletedTable,
  quoted,
  secondWords,
  type Words,
} from "./words.ts";

/** The completion script for fish. */
export function fishCompletions(table: CompletedTable): string {
  const { commands, global, valued } = table;
  const pairs = commands.map(({ name }) => name)
    .filter((name) => name.includes(" ")).map(quoted);
  const lines = [
    "# Completions of skill-sources for fish, by skill-sources completions fish.",
    "function __skill_sources_command",
    "    set -l words (commandline -opc)",
    "    set -l found",
    "    set -l skip 0",
    "    for word in $words[2..-1]",
    "        if test $skip = 1",
    "            set skip 0",
    `        else if contains -- $word ${valued.join(" ")}`,
    "            set skip 1",
    "        else if not string match -q -- '-*' $word",
    '            if test -z "$found"',
    "                set found $word",
    `            else if contains -- "$found $word" ${pairs.join(" ")}`,
    '                set found "$found $word"',
    "            end",
    "        end",
    "    end",
    '    test "$found" = "$argv[1]"',
    "end",
    "complete -c skill-sources -e",
    "complete -c skill-sources -f",
    ...commands.filter(({ name }) => !name.includes(" ")).map((
      { name, summary },
    ) => complete("", `-a ${quoted(name)}`, summary)),
    ...[...secondWords(table)].flatMap(([first, seconds]) => [
      ...(commands.some(({ name }) => name === first)
        ? []
        : [complete("", `-a ${quoted(first)}`, "")]),
      ...seconds.map((second) =>
        complete(
          first,
          `-a ${quoted(second)}`,
          commands.find(({ name }) => name === `${first} ${second}`)!.summary,
        )
      ),
    ]),
    ...global.map((one) => option("", one)),
    ...commands.flatMap(({ name, options, words }) => [
      ...(words === "nothing" ? [] : [complete(name, wordsOf(words), "")]),
      ...options.map((one) => option(name, one)),
    ]),
  ];
  return `${lines.join("\n")}\n`;
}

function complete(command: string, what: string, summary: string): string {
  const when = quoted(`__skill_sources_command ${quotedInside(command)}`);
  return `complete -c skill-sources -n ${when} ${what}${
    summary === "" ? "" : ` -d ${quoted(summary)}`
  }`;
}

/** In double quotes, as it stands inside of single ones; a command's name has neither. */
function quotedInside(command: string): string {
  return `"${command}"`;
}

function option(command: string, one: CompletedOption): string {
  const names = one.names.map((name) =>
    name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`
  ).join(" ");
  const value = one.words === undefined ? "" : ` -x ${wordsOf(one.words)}`;
  return complete(command, `${names}${value}`.trimEnd(), one.summary);
}

function wordsOf(words: Words): string {
  switch (words) {
    case "files":
      return "-a '(__fish_complete_path (commandline -ct))'";
    case "folders":
      return "-a '(__fish_complete_directories (commandline -ct))'";
    case "nothing":
      return "";
    default:
      return `-a ${quoted(words.join(" "))}`;
  }
}
