import type { Provide } from "../trust/model.ts";

/** An item of `provides` as the key and the value that a file shows. */
export function providePair(provide: Provide): readonly [string, string] {
  return "skill" in provide
    ? ["skill", provide.skill]
    : ["family", `${provide.family}-*`];
}
