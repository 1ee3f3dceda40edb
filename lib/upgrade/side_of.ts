import type { SkillInventory } from "../adopter/skill_inventory.ts";
import type { CommitId, ContentDigest } from "../base/ids.ts";
import type { ReviewSide } from "../review/model.ts";
import type { Listing } from "../tree/listing.ts";
import type { Layout, Pin, Policy, Provide } from "../trust/model.ts";

/** One side of a review, of what is known of a snapshot. */
export function sideOf(
  source: {
    readonly pin: Pin;
    readonly layout: Layout;
    readonly provides: readonly Provide[];
    readonly policy: Policy;
  },
  listing: Listing,
  inventory: SkillInventory,
  facts: {
    readonly content?: ContentDigest;
    readonly signer?: string;
    readonly commit?: CommitId;
  },
): ReviewSide {
  const { pin, layout, provides, policy } = source;
  const { content, signer, commit } = facts;
  return {
    pin,
    layout,
    provides,
    policy,
    ...(commit === undefined ? {} : { commit }),
    ...(content === undefined ? {} : { content }),
    ...(signer === undefined ? {} : { signer }),
    listing,
    skills: [
      ...inventory.usable.map(({ name, root, reading }) => ({
        name,
        path: root,
        reading,
      })),
      ...inventory.unusable.map(({ name, root }) => ({ name, path: root })),
    ],
  };
}
