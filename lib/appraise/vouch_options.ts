import type { SafePath, SkillName } from "../base/ids.ts";
import type { Method } from "../trust/model.ts";

/** What a person says of the source to be vouched for, beside its url or id. */
export interface VouchOptions {
  readonly ref?: string;
  readonly method?: Method;
  readonly id?: string;
  readonly organization?: string;
  readonly skillsRoot?: SafePath | ".";
  readonly evalsRoot?: SafePath | ".";
  /** The only skills to provide; empty: all there are. */
  readonly skills: readonly SkillName[];
  /** URL of a KEYS file, or a path in the adopter's repository. */
  readonly keys?: string;
  readonly signedBy?: readonly string[];
}
