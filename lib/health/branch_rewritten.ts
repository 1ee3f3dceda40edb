import type { Finding } from "../base/finding.ts";
import { printable } from "../report/printable.ts";
import type { ResolvedSource } from "../trust/model.ts";
import { aboutEntry } from "./remote_check.ts";

/** The warning that the tip of a branch does not descend from what was fetched of it before. */
export function branchRewritten(
  source: ResolvedSource,
  older: string,
  newer: string,
): Finding {
  return aboutEntry(source, {
    rule: "branch-rewritten",
    level: "warning",
    message: `The branch ${
      printable(source.pin.ref)
    } of ${source.id} was rewritten: its tip ${newer} does not descend from the fetched ${older}`,
    fix:
      `ask the maintainer why; then skill-sources upgrade ${source.id} shows what changed`,
  });
}
