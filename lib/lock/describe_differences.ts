import { printable } from "../report/printable.ts";
import type { LockDifference } from "./diff_lock.ts";

/** What differs, as a person reads it: what the lock has, what the trust list now says. */
export function describeDifferences(
  differences: readonly LockDifference[],
): string {
  const show = (value: string) => value === "" ? "none" : printable(value);
  return differences.map(({ key, from, to }) =>
    `${key} is ${show(from)} in the lock and ${show(to)} in the trust list`
  ).join("; ");
}
