import type { SafePath } from "../base/ids.ts";
import type { Layout } from "../trust/model.ts";

/** Where the suite of a skill stands, whether it exists or not. */
export function suiteRoot(layout: Layout, skill: string): SafePath {
  const { evalsRoot } = layout;
  return (evalsRoot === "." ? skill : `${evalsRoot}/${skill}`) as SafePath;
}
