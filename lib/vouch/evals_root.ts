import type { SafePath } from "../base/ids.ts";
import type { ProvidesEntry } from "../skills/skill_folders.ts";
import { checkLayoutPath } from "../trust/paths.ts";

/** The file of a suite that binds it to a skill (RFC-AI-0006, "Symlink and eval binding"). */
const CONFIG = "step-config.json";

/**
 * The folder below which the most of `skills` have a suite, a folder of the
 * skill's name with a `step-config.json` anywhere in it; `undefined` when none
 * has. Suites that lie in the skills themselves have the skills root.
 */
export function evalsRoot(
  entries: readonly ProvidesEntry[],
  skills: readonly string[],
): SafePath | "." | undefined {
  const names = new Set(skills);
  const found = new Map<string, Set<string>>();
  for (const { path } of entries) {
    if (!path.endsWith(`/${CONFIG}`)) continue;
    const parts = path.split("/");
    for (const [at, part] of parts.entries()) {
      if (!names.has(part)) continue;
      const root = parts.slice(0, at).join("/");
      found.set(root, (found.get(root) ?? new Set()).add(part));
    }
  }
  const [best] = [...found].sort(([a, left], [b, right]) =>
    right.size - left.size || a.length - b.length || (a < b ? -1 : 1)
  );
  if (best === undefined) return undefined;
  const root = best[0] === "" ? "." : best[0];
  return checkLayoutPath(root, "evals_root").value;
}
