import { sortByUtf8 } from "../tree/utf8_order.ts";
import type { ReviewSide } from "./model.ts";

/**
 * The paths at which the two sides differ in mode or bytes, sorted: those
 * whose contents a review needs. Without an old side, every path.
 */
export function changedPaths(
  old: ReviewSide | undefined,
  next: ReviewSide,
): string[] {
  const open = new Map(old?.listing.map((entry) => [entry.path, entry]));
  const paths: string[] = [];
  for (const { path, mode, id } of next.listing) {
    const before = open.get(path);
    open.delete(path);
    if (before?.mode !== mode || before.id !== id) paths.push(path);
  }
  return sortByUtf8([...paths, ...open.keys()]);
}
