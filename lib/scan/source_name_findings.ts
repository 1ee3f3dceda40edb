import type { Finding } from "../base/finding.ts";
import { nearNameFindings } from "./near_name_findings.ts";

/** The framework, whose skills reach a repository another way. */
const FRAMEWORK = "apache-magpie";

/**
 * Warnings about the id of a new source: nearly one that is known (contract
 * section 8), or the framework's own name.
 *
 * @param known ids that a person may mean
 */
export function sourceNameFindings(
  id: string,
  known: readonly string[],
): Finding[] {
  const near = nearNameFindings("source", [id], [...known, FRAMEWORK]);
  if (id !== FRAMEWORK || known.includes(id)) return near;
  return [...near, {
    rule: "near-name",
    level: "warning",
    message:
      `the new source has the framework's own name, ${FRAMEWORK}, and is not the framework; make sure that it is the one you mean`,
  }];
}
