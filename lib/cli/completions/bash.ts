import { offers, pairs } from "./bourne.ts";
import { type CompletedTable, quoted } from "./words.ts";

/** The completion script for bash, 3.2 and later. */
export function bashCompletions(table: CompletedTable): string {
  const body = offers(table, {
    words: (words) =>
      `COMPREPLY=($(compgen -W ${quoted(words.join(" "))} -- "$cur"))`,
    files: each("-f"),
    folders: each("-d"),
  });
  return `# Completions of skill-sources for bash, by skill-sources completions bash.
_skill_sources() {
  local IFS=$' \\t\\n' cur=\${COMP_WORDS[COMP_CWORD]} word command='' option='' index
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    # bash takes --format=json for three words.
    if [[ $word == = ]]; then continue; fi
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
  if [[ $cur == = ]]; then cur=''; fi
${body}}
complete -o filenames -F _skill_sources skill-sources
`;
}

/** Line by line, as a name may hold blanks, and a star that an array would expand. */
function each(kind: string): string {
  return `while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen ${kind} -- "$cur")`;
}
