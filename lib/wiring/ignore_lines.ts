import type { Finding } from "../base/finding.ts";
import { GITIGNORE, LOCAL_LOCK, SNAPSHOTS } from "../store/paths.ts";
import { ignoreFileLines, ignoreFileShape } from "./ignore_file.ts";

/** The two lines without which snapshots and the local lock would be committed. */
export const OWN_IGNORE_LINES: readonly string[] = [
  // No trailing slash: in a linked worktree the folder is a link, which
  // a folder-only rule does not match.
  `/${SNAPSHOTS}`,
  `/${LOCAL_LOCK}`,
];

/** The lines of the target folders: our links are ignored, the framework's committed skill is not. */
export function targetIgnoreLines(
  folders: readonly string[],
  prefix: string,
): string[] {
  return folders.flatMap((folder) => [
    `/${folder}/${prefix}*`,
    `!/${folder}/magpie-setup`,
  ]);
}

/** Every line `.gitignore` must have for these target folders (contract section 5). */
export function ignoreLines(
  folders: readonly string[],
  prefix: string,
): string[] {
  return [...OWN_IGNORE_LINES, ...targetIgnoreLines(folders, prefix)];
}

/** What to do to `.gitignore`. */
export interface IgnorePlan {
  /** Lines that are missing, in order. */
  readonly missing: readonly string[];
  /** Bytes to put behind the existing ones; undefined when nothing is missing. */
  readonly append: Uint8Array | undefined;
  /** Warnings about a file that git cannot read as its author meant it. */
  readonly findings: readonly Finding[];
}

/**
 * Plans which bytes to append so that every one of `lines` stands in
 * `.gitignore` as git reads it. Existing bytes stay a prefix and keep their
 * line ends. A negation (`!`) counts only below the rule it takes back, since
 * the last rule that matches decides.
 */
export function planIgnore(
  existing: Uint8Array | undefined,
  lines: readonly string[],
): IgnorePlan {
  const bytes = existing ?? new Uint8Array();
  const shape = ignoreFileShape(bytes);
  const last = new Map(
    ignoreFileLines(bytes).map((line, index) => [line.pattern, index]),
  );
  const missing: string[] = [];
  let rule = -1;
  for (const line of lines) {
    const at = last.get(line);
    if (line.startsWith("!")) {
      if (at === undefined || at < rule) missing.push(line);
    } else {
      rule = at ?? Infinity;
      if (at === undefined) missing.push(line);
    }
  }
  const lastByte = bytes.at(-1);
  // A return at the end becomes a line end by one feed; git would read the
  // first of two returns as part of the rule.
  const open = lastByte === undefined || lastByte === 0x0a
    ? ""
    : lastByte === 0x0d
    ? "\n"
    : shape.lineEnd;
  const text = missing.map((line) => `${line}${shape.lineEnd}`).join("");
  return {
    missing,
    append: missing.length === 0
      ? undefined
      : new TextEncoder().encode(`${open}${text}`),
    findings: shape.findings,
  };
}

/**
 * `.gitignore` without `lines`, every other byte as it was; undefined when
 * none of them stands in it. For `unadopt`.
 */
export function withoutIgnoreLines(
  existing: Uint8Array,
  lines: readonly string[],
): Uint8Array | undefined {
  const unwanted = new Set(lines);
  const kept = ignoreFileLines(existing).filter((line) =>
    !unwanted.has(line.pattern)
  );
  const length = kept.reduce((sum, line) => sum + line.bytes.length, 0);
  if (length === existing.length) return undefined;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const line of kept) {
    bytes.set(line.bytes, at);
    at += line.bytes.length;
  }
  return bytes;
}

/** Prefixes that the target lines of `.gitignore` record, which earlier runs used. */
export function recordedPrefixes(
  existing: Uint8Array | undefined,
  folders: readonly string[],
): string[] {
  const prefixes = new Set<string>();
  for (const { pattern } of ignoreFileLines(existing ?? new Uint8Array())) {
    const found = /^\/(.+)\/([a-z0-9]+(?:-[a-z0-9]+)*-)\*$/.exec(pattern);
    if (found?.[1] && found[2] && folders.includes(found[1])) {
      prefixes.add(found[2]);
    }
  }
  return [...prefixes];
}

/**
 * The `ignore-missing` error for the lines that `.gitignore` lacks: one,
 * however many they are, since one command adds them all.
 */
export function missingIgnoreLines(
  lines: readonly string[],
  fix: string = "skill-sources setup",
): Finding[] {
  if (lines.length === 0) return [];
  return [{
    rule: "ignore-missing",
    level: "error",
    message: `.gitignore lacks the line${lines.length === 1 ? "" : "s"} ${
      lines.join(", ")
    }`,
    path: GITIGNORE,
    fix,
  }];
}
