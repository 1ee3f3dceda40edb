import type { SafePath } from "../../lib/base/ids.ts";
import type { FetchContext } from "../../recipes/recipe.ts";
import { fetchContext } from "../git/fetch_context.ts";

/** What a recipe is given: the real HTTP client and the RFC's default layout. */
export function recipeContext(scratch: string): FetchContext {
  return {
    ...fetchContext(scratch),
    layout: {
      skillsRoot: "skills" as SafePath,
      evalsRoot: "tools/skill-evals/evals" as SafePath,
    },
    provides: [],
  };
}
