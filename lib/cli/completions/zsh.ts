import { offers, pairs } from "./bourne.ts";
import { type CompletedTable, quoted } from "./words.ts";

/** The completion script for zsh: a file `_skill-sources` in `fpath`, or sourced. */
export function zshCompletions(table: CompletedTable): string {
  const summaries = new Map<string, string>([
    ...table.commands.map(({ name, summary }) => [name, summary] as const),
    ...[...table.commands.flatMap(({ options }) => options), ...table.global]
      .flatMap(({ names, summary }) =>
        names.map((name) => [name, summary] as const)
      ),
  ]);
  const body = offers(table, {
    words: (words) =>
      `names=(${words.map(quoted).join(" ")}) shows=(${
        words.map((word) => {
          const summary = summaries.get(word);
          return quoted(summary === undefined ? word : `${word} -- ${summary}`);
        }).join(" ")
      }); compadd "\${prefix[@]}" -l -d shows -- "\${names[@]}"`,
    files: "_files",
    folders: "_files -/",
  });
  return `#compdef skill-sources
# Completions of skill-sources for zsh, by skill-sources completions zsh.
_skill_sources() {
  local cur=\${words[CURRENT]} word command='' option='' index
  local -a names shows prefix
  for ((index = 2; index < CURRENT; index++)); do
    word=\${words[index]}
    if [[ -n $option ]]; then
      option=''
      continue
    fi
    case $word in
      ${table.valued.join("|")}) option=$word ;;
      -*) ;;
      *)
        if [[ -z $command ]]; then command=$word
        else case "$command $word" in ${
    pairs(table)
  }) command="$command $word" ;; esac
        fi ;;
    esac
  done
  if [[ -z $option && $cur == --*=* ]]; then
    option=\${cur%%=*}
    prefix=(-P "$option=")
    cur=\${cur#*=}
  fi
${body}}
if [[ \${funcstack[1]} == _skill-sources ]]; then
  _skill_sources "$@"
else
  compdef _skill_sources skill-sources
fi
`;
}
