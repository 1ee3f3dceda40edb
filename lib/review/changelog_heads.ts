import type { ChangelogHead, FileDelta } from "./model.ts";

/** Lines shown of one changelog. */
const MAX_LINES = 20;
/** Changelogs shown. */
const MAX_CHANGELOGS = 50;
const CHANGELOG = /(?:^|\/)(?:CHANGELOG|CHANGES)(?:\.(?:md|txt|rst))?$/i;

/**
 * What the changelogs say about the change: the first lines that were added to
 * each, as they stand there.
 */
export function changelogHeads(deltas: readonly FileDelta[]): ChangelogHead[] {
  const heads: ChangelogHead[] = [];
  for (const { path, patch } of deltas) {
    if (patch === undefined || !CHANGELOG.test(path)) continue;
    if (heads.length === MAX_CHANGELOGS) break;
    const body = patch.sections.at(-1)?.body;
    if (body?.kind !== "text") continue;
    const added = body.hunks[0]?.lines.filter(({ sign }) => sign === "+") ?? [];
    const lines = added.slice(0, MAX_LINES)
      .map(({ text }) => text.replace(/\r?\n$/, ""));
    if (lines.length > 0) {
      heads.push({ path, lines, more: added.length - lines.length });
    }
  }
  return heads;
}
