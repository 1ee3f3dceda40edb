import type { Finding } from "../base/finding.ts";
import type { Adopter } from "../adopter/load_adopter.ts";
import { readPointers } from "../adopter/read_pointers.ts";
import { reconcilePointers } from "../skills/reconcile_pointers.ts";
import type { CheckedSource } from "./check_source.ts";

/**
 * Holds the adopter's pointers (`skills/<name>/source.md`) against the trusted
 * sources and what they provide. A pointer causes no fetch and no link.
 */
export function checkPointers(
  adopter: Adopter,
  sources: readonly CheckedSource[],
): Finding[] {
  const { pointers, findings } = readPointers(adopter.root);
  return [
    ...findings,
    ...reconcilePointers(
      pointers,
      sources.map(({ source }) => source),
      sources.flatMap(({ source, inventory }) =>
        (inventory?.usable ?? []).map(({ name, root }) => ({
          name,
          root,
          source: source.id,
        }))
      ),
    ),
  ];
}
