import { safePath, type SourceId } from "../base/ids.ts";
import type { Layout, Pin, Policy, Provide } from "../trust/model.ts";
import type { LockBlock } from "./model.ts";

/** What a lock block knows of its source. */
export interface LockedSource {
  readonly id: SourceId;
  readonly pin: Pin;
  /** With the defaults of contract section 2 for roots that the lock does not name. */
  readonly layout: Layout;
  /** Absent when the lock does not say. */
  readonly provides?: readonly Provide[];
  readonly policy: Policy;
}

/**
 * The locked facts of a source, which stand in where no organization home is
 * on disk (contract section 1). Never use them for a `git-branch`, whose url
 * has no anchor that would catch a changed lock.
 */
export function sourceFromBlock(block: LockBlock): LockedSource {
  const { layout } = block;
  return {
    id: block.id,
    pin: block.pin,
    layout: {
      skillsRoot: layout?.skillsRoot ?? safePath("skills")!,
      evalsRoot: layout?.evalsRoot ?? safePath("tools/skill-evals/evals")!,
      ...(layout?.include === undefined ? {} : { include: layout.include }),
    },
    ...(block.provides === undefined ? {} : { provides: block.provides }),
    policy: block.policy,
  };
}
