import type { Adopter } from "../adopter/load_adopter.ts";
import type { Finding } from "../base/finding.ts";
import { checkOrphans } from "../health/check_orphans.ts";
import { lockFindings } from "../health/lock_findings.ts";
import { checkIgnore } from "./check_ignore.ts";
import { checkPointers } from "./check_pointers.ts";

/** The layers, the committed lock, pointers and ignore lines, each against the others. */
export function checkTrust(adopter: Adopter): Finding[] {
  const { trust, locks } = adopter;
  return [
    ...adopter.findings,
    ...trust.refused.flatMap(({ id, errors }) =>
      errors.map((error) => error.toFinding(id))
    ),
    ...trust.sources.flatMap((source) =>
      lockFindings(
        source,
        locks.committed?.blocks.find(({ id }) => id === source.id),
      )
    ),
    ...checkOrphans(adopter),
    ...checkPointers(adopter),
    ...checkIgnore(adopter),
  ];
}
