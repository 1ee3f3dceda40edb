import { type CompletedTable, secondWords, type Words } from "./words.ts";
import { quoted } from "./words.ts";

/** How a shell offers what it was asked for. */
export interface Offer {
  /** A line that offers these words. */
  words(words: readonly string[]): string;
  readonly files: string;
  readonly folders: string;
}

/**
 * The part that bash and zsh share: from `$command`, `$option` (the option
 * whose value is wanted, or empty) and `$cur` to an offer.
 */
export function offers(table: CompletedTable, offer: Offer): string {
  const { commands, global } = table;
  const firsts = [...new Set(commands.map(({ name }) => name.split(" ")[0]!))];
  const lines = [
    "  if [[ -n $option ]]; then",
    '    case "$command:$option" in',
    ...commands.flatMap(({ name, options }) =>
      values(options, quoted(name), table)
    ).map(([pattern, words]) => `      ${pattern}) ${line(words, offer)} ;;`),
    ...values(global, "*", table)
      .map(([pattern, words]) => `      ${pattern}) ${line(words, offer)} ;;`),
    "    esac",
    "  elif [[ $cur == -* ]]; then",
    "    case $command in",
    ...commands.map(({ name, options }) =>
      `      ${quoted(name)}) ${
        offer.words(options.flatMap(({ names }) => names))
      } ;;`
    ),
    `      *) ${offer.words(global.flatMap(({ names }) => names))} ;;`,
    "    esac",
    "  else",
    "    case $command in",
    `      '') ${offer.words(firsts)} ;;`,
    ...[...secondWords(table)].filter(([first]) =>
      !commands.some(({ name }) => name === first)
    ).map(([first, seconds]) =>
      `      ${quoted(first)}) ${offer.words(seconds)} ;;`
    ),
    ...commands.filter(({ words }) => words !== "nothing").map((
      { name, words },
    ) => `      ${quoted(name)}) ${line(words, offer)} ;;`),
    "    esac",
    "  fi",
  ];
  return `${lines.join("\n")}\n`;
}

/** Two-word commands as patterns of `"$command $word"`; one that matches nothing where there are none. */
export function pairs({ commands }: CompletedTable): string {
  const names = commands.map(({ name }) => name)
    .filter((name) => name.includes(" ")).map(quoted);
  return names.length === 0 ? "' '" : names.join("|");
}

function values(
  options: CompletedTable["global"],
  command: string,
  { global }: CompletedTable,
): [string, Words][] {
  return options.flatMap(({ names, words }): [string, Words][] => {
    if (words === undefined || words === "nothing") return [];
    const isGlobal = global.some((one) =>
      one.names[0] === names[0] && one.words === words
    );
    return isGlobal && command !== "*"
      ? []
      : names.map((name) => [`${command}:${name}`, words]);
  });
}

function line(words: Words, offer: Offer): string {
  switch (words) {
    case "files":
      return offer.files;
    case "folders":
      return offer.folders;
    case "nothing":
      return ":";
    default:
      return offer.words(words);
  }
}
