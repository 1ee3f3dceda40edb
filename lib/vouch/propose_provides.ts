import type { SkillName } from "../base/ids.ts";
import { checkFamily } from "../trust/grammar.ts";
import type { Provide } from "../trust/model.ts";

/** Skills that a family is proposed for. */
const MIN_FAMILY = 3;

/**
 * The `provides` of a new entry that provides exactly `skills`, in their
 * order. A family is proposed only where it is certain: at least three skills
 * share their first two words, or all of them their first ones, and nothing
 * else under the skills root begins so. The rest is named one by one, which a
 * person can narrow by taking lines out.
 *
 * @param skills sorted
 * @param others what else stands under the skills root
 */
export function proposeProvides(
  skills: readonly SkillName[],
  others: readonly string[],
): Provide[] {
  const isFamily = (prefix: string) =>
    checkFamily(`${prefix}-*`).value !== undefined &&
    skills.filter((name) => name.startsWith(`${prefix}-`)).length >=
      MIN_FAMILY &&
    !others.some((name) => name.startsWith(`${prefix}-`));
  const all = commonWords(skills);
  const families = new Set<string>();
  const provides: Provide[] = [];
  for (const skill of skills) {
    const two = skill.split("-", 2).join("-");
    const family = [all, two].find((prefix) =>
      prefix !== "" && skill.startsWith(`${prefix}-`) && isFamily(prefix)
    );
    if (family === undefined) provides.push({ skill });
    else if (families.size !== families.add(family).size) {
      provides.push({ family });
    }
  }
  return provides;
}

/** The words that all names begin with, but for the last of each. */
function commonWords(names: readonly string[]): string {
  const lists = names.map((name) => name.split("-").slice(0, -1));
  const [first = []] = lists;
  let length = 0;
  while (
    length < first.length &&
    lists.every((words) => words[length] === first[length])
  ) length++;
  return first.slice(0, length).join("-");
}
