import { lineAt } from "./download_to_shell.ts";
import type { Sighting } from "./model.ts";
import { hasAll, type Passage } from "./passages.ts";
import type { ProseRule } from "./prose_rule.ts";

/** Units before a match in which its sentence is looked for. */
const SENTENCE = 160;

/**
 * Finds what a passage asks for in words or commands, each rule once.
 *
 * @param rules those whose words the file has at all
 */
export function* proseSightings(
  { text, offset }: Passage,
  lower: string,
  rules: readonly ProseRule[],
): Generator<Sighting> {
  const fit = rules.filter(({ needs }) => hasAll(lower, needs));
  if (fit.length === 0) return;
  // Marks of emphasis and line ends part no words; all offsets stay.
  const plain = text.replace(/[’]/g, "'").replace(/\*|(?<!\w)_|_(?!\w)/g, " ");
  for (const { rule, message, patterns, unlessBefore } of fit) {
    for (const pattern of patterns) {
      const match = plain.matchAll(pattern).find(({ index }) =>
        !unlessBefore?.test(sentenceBefore(plain, index))
      );
      if (match === undefined) continue;
      yield {
        rule,
        level: "warning",
        offset: offset + match.index,
        decoded: around(text, match.index, match[0].length),
        message,
      };
      break;
    }
  }
}

/** What stands before `at` in its sentence. */
function sentenceBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - SENTENCE), at);
  const end = Math.max(
    before.lastIndexOf(". "),
    before.lastIndexOf(".\n"),
    before.lastIndexOf("!"),
    before.lastIndexOf("?"),
    before.lastIndexOf("\n- "),
    before.lastIndexOf("\n\n"),
  );
  return before.slice(end + 1);
}

/** The lines that a match touches. */
function around(text: string, at: number, length: number): string {
  const first = lineAt(text, at);
  const last = lineAt(text, at + length);
  return first === last ? first : text.slice(at, at + length);
}
