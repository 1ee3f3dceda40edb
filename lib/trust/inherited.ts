import type { Position } from "../base/position.ts";
import type { Descriptor } from "./descriptor.ts";

/** The keys that an organization may supply, by the names that the lock gives them. */
const LOCK_KEYS = {
  method: "method",
  url: "url",
  skillsRoot: "layout.skills_root",
  evalsRoot: "layout.evals_root",
  include: "layout.include",
  provides: "provides",
  keys: "keys",
  signedBy: "signed_by",
} as const;

/**
 * Where each value stands that a merged descriptor has from its organization,
 * so that a message can name the file somebody else changed.
 */
export function inherited(
  merged: Descriptor,
  own: Descriptor,
): Readonly<Record<string, Position>> {
  const places: Record<string, Position> = Object.create(null);
  for (const [key, name] of Object.entries(LOCK_KEYS)) {
    const known = key as keyof typeof LOCK_KEYS;
    const at = merged[known]?.at;
    if (own[known] === undefined && at !== undefined) places[name] = at;
  }
  return places;
}
