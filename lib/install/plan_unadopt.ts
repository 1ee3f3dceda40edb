import { join } from "node:path";
import type { Adopter } from "../adopter/load_adopter.ts";
import { agentNames } from "../adopter/named_agents.ts";
import type { Finding } from "../base/finding.ts";
import { lstatOrUndefined } from "../repository/real_folder.ts";
import { fingerprint } from "../store/atomic_write.ts";
import type { Step, WrittenFile } from "../store/journal.ts";
import {
  COMMITTED_LOCK,
  FRAMEWORK_LOCK,
  GITIGNORE,
  LOCAL_LOCK,
  SNAPSHOTS,
} from "../store/paths.ts";
import { AGENTS } from "../wiring/agents.ts";
import {
  OWN_IGNORE_LINES,
  targetIgnoreLines,
  withoutIgnoreLines,
} from "../wiring/ignore_lines.ts";
import { readIgnoreFile } from "../wiring/read_ignore_file.ts";
import { relayText, withoutSlash } from "../wiring/link_text.ts";
import { type StandingEntry, standingPath } from "../wiring/standing.ts";
import { type LinkSites, removableLinks, surveyLinks } from "./plan_wiring.ts";

/** What `unadopt` takes away. */
export interface UnadoptPlan {
  readonly steps: readonly Step[];
  /** Paths that go or are edited, for the question. */
  readonly removed: readonly string[];
  /** About what stands where a link of ours would be, and stays. */
  readonly findings: readonly Finding[];
}

/** Plans the removal of everything that is ours, and of nothing else. */
export function planUnadopt(
  adopter: Adopter,
  snapshotsStand: boolean,
): UnadoptPlan {
  const sites = surveyLinks(adopter, agentNames(adopter, undefined));
  const links = removableLinks(sites);
  const steps: Step[] = links.map(({ path, text }) => ({
    step: "unlink",
    path,
    text,
    tidy: true,
  }));
  const removed: string[] = links.map(({ path }) => path);
  if (snapshotsStand) removed.push(SNAPSHOTS);
  const write = (
    file: WrittenFile,
    current: Uint8Array | undefined,
    bytes: Uint8Array | null,
    what: string,
  ) => {
    if (current === undefined) return;
    steps.push({ step: "write", file, over: fingerprint(current), bytes });
    removed.push(what);
  };
  const { committedBytes, localBytes } = adopter.locks;
  write(COMMITTED_LOCK, committedBytes, null, COMMITTED_LOCK);
  write(LOCAL_LOCK, localBytes, null, LOCAL_LOCK);
  const ignore = ignoreAfterwards(adopter, sites);
  if (ignore !== undefined) {
    write(
      GITIGNORE,
      ignore.current,
      ignore.next.length === 0 ? null : ignore.next,
      `our lines in ${GITIGNORE}`,
    );
  }
  return { steps, removed, findings: leftAlone(adopter, sites, removed) };
}

function ignoreAfterwards(adopter: Adopter, { prefix }: LinkSites) {
  if (adopter.repository.gitDir === undefined) return undefined;
  const current = readIgnoreFile(adopter.root);
  if (current === undefined) return undefined;
  // The framework's own links need the target lines as long as it is adopted.
  const adopted =
    lstatOrUndefined(join(adopter.root, FRAMEWORK_LOCK)) !== undefined;
  const lines = [
    ...OWN_IGNORE_LINES,
    ...(adopted
      ? []
      : targetIgnoreLines(AGENTS.map(({ folder }) => folder), prefix)),
  ];
  const next = withoutIgnoreLines(current, lines);
  return next === undefined ? undefined : { current, next };
}

/**
 * What stands at the place of a link of ours, and links that somebody else made
 * under our prefix, are named, so that nobody thinks they were forgotten. The
 * framework's own links are no news.
 */
function leftAlone(
  adopter: Adopter,
  { prefix, existing }: LinkSites,
  removed: readonly string[],
): Finding[] {
  const gone = new Set(removed);
  const linked = new Set(
    (adopter.locks.local?.blocks ?? []).flatMap(({ skills }) =>
      (skills ?? []).map((skill) => `${prefix}${skill}`)
    ),
  );
  return existing
    .filter((entry) => !gone.has(standingPath(entry)))
    .flatMap((entry): Finding[] => {
      const ours = linked.has(entry.name);
      if (!ours && !isForeign(entry)) return [];
      return [{
        rule: "link-not-a-link",
        level: ours ? "warning" : "note",
        path: standingPath(entry),
        message: `${standingPath(entry)} is not a link of ours and stays`,
      }];
    });
}

/** A link that neither this tool nor the framework's own setup writes. */
function isForeign({ kind, name, text }: StandingEntry): boolean {
  return kind === "symlink" && text !== undefined &&
    !/^\.\.\/\.\.\/(?:\.apache-magpie\/)?skills\/[^/]+\/?$/.test(text) &&
    withoutSlash(text) !== relayText(name);
}
