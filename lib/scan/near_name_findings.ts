import type { Finding } from "../base/finding.ts";
import { nearNames } from "./near_names.ts";

/**
 * One warning for each new name that is nearly a known one: a person who reads
 * a trust list takes one for the other.
 *
 * @param what what the names are, such as `skill`
 */
export function nearNameFindings(
  what: string,
  newNames: Iterable<string>,
  knownNames: Iterable<string>,
): Finding[] {
  const { found, uncompared } = nearNames(newNames, knownNames);
  const near = found.map(({ name, known, distance }): Finding => ({
    rule: "near-name",
    level: "warning",
    message: `the new ${what} ${name} differs from the known ${known} in ${
      distance === 1 ? "one letter" : `${distance} letters`
    } only; make sure that it is the one you mean`,
  }));
  return uncompared === 0 ? near : [...near, {
    rule: "near-name",
    level: "warning",
    message:
      `${uncompared} more new names of a ${what} are too many to be compared with the known ones; make sure that they are the ones you mean`,
  }];
}
