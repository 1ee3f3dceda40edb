import { join, resolve } from "node:path";
import { HostError } from "../base/errors.ts";
import { MAX_IGNORE_FILE_BYTES } from "../base/limits.ts";
import { readGitFileBytes } from "./git_dir.ts";
import {
  byteText,
  type IgnorePattern,
  parseIgnoreFile,
} from "./ignore_pattern.ts";
import { lstatOrUndefined } from "./real_folder.ts";
import type { Repository } from "./repository.ts";
import { userExcludesFile } from "./user_excludes.ts";

/** Which rule decided about a path. */
export interface DecidingRule {
  /** The ignore file, relative to the checkout's root where it lies below it. */
  readonly file: string;
  /** Line, from 1. */
  readonly line: number;
  /** The rule as written; each byte beyond ASCII is one character. */
  readonly pattern: string;
}

/** What git says of a path it does not track. */
export interface IgnoreVerdict {
  readonly ignored: boolean;
  /** The last rule that matches, a negation too; absent when none does. */
  readonly by?: DecidingRule;
  /** The folder above the path that is ignored as a whole, when that decided. */
  readonly parent?: string;
}

/** Answers as `git check-ignore --no-index` would. */
export interface IgnoreRules {
  /**
   * @param path Below the checkout's root, with `/`.
   * @param folder Whether it is, or will be, a real folder: a symbolic link is none.
   */
  check(path: string, folder: boolean): IgnoreVerdict;
}

interface RuleList {
  readonly file: string;
  /** Folder the rules are below, with a trailing slash; empty for the root. */
  readonly base: string;
  readonly patterns: readonly IgnorePattern[];
}

/**
 * Reads git's ignore rules for a checkout: `.gitignore` in each folder,
 * `info/exclude`, `core.excludesFile`. Files are read when a path needs them.
 *
 * @param rootIgnore Contents that `.gitignore` at the root will have, to
 * judge a plan before it is written.
 */
export function openIgnoreRules(
  repository: Repository,
  rootIgnore?: Uint8Array,
): IgnoreRules {
  const { root, commonDir, ignoreCase } = repository;
  const folders = new Map<string, RuleList>();
  const outside: RuleList[] = [];
  const list = (
    file: string,
    base: string,
    bytes: Uint8Array | undefined,
  ): RuleList => ({
    file,
    base,
    patterns: bytes === undefined ? [] : parseIgnoreFile(bytes, ignoreCase),
  });
  if (commonDir !== undefined) {
    const exclude = join(commonDir, "info", "exclude");
    outside.push(list(exclude, "", readGitFileBytes(exclude)));
    const user = userExcludesFile(repository);
    if (user !== undefined) {
      const path = resolve(root, user);
      outside.push(list(path, "", readGitFileBytes(path)));
    }
  }

  const folderRules = (base: string): RuleList => {
    let rules = folders.get(base);
    if (rules === undefined) {
      const file = `${base}.gitignore`;
      rules = list(
        file,
        base,
        base === "" && rootIgnore !== undefined
          ? rootIgnore
          : readFolderIgnore(root, file),
      );
      folders.set(base, rules);
    }
    return rules;
  };

  const decide = (path: string, folder: boolean, lists: RuleList[]) => {
    const bytes = byteText(new TextEncoder().encode(path));
    for (const { file, base, patterns } of lists) {
      const below = bytes.slice(
        byteText(new TextEncoder().encode(base)).length,
      );
      const rule = patterns.findLast((pattern) =>
        (folder || !pattern.folderOnly) && pattern.matches(below)
      );
      if (rule !== undefined) {
        return {
          ignored: !rule.negative,
          by: { file, line: rule.line, pattern: rule.source },
        };
      }
    }
    return undefined;
  };

  return {
    check(path, folder) {
      const parts = path.split("/");
      // The deepest file counts first; below an ignored folder none is read.
      let lists = [folderRules(""), ...outside];
      for (let depth = 1; depth < parts.length; depth++) {
        const parent = parts.slice(0, depth).join("/");
        const verdict = decide(parent, true, lists);
        if (verdict?.ignored) return { ...verdict, parent };
        lists = [folderRules(`${parent}/`), ...lists];
      }
      return decide(path, folder, lists) ?? { ignored: false };
    },
  };
}

/** A `.gitignore` in the checkout; git does not follow one that is a link. */
function readFolderIgnore(root: string, file: string): Uint8Array | undefined {
  const path = join(root, file);
  const info = lstatOrUndefined(path);
  if (!info?.isFile) return undefined;
  if (info.size <= MAX_IGNORE_FILE_BYTES) return readGitFileBytes(path);
  throw new HostError(
    "ignore-ineffective",
    `${file} is larger than ${MAX_IGNORE_FILE_BYTES} bytes, so its effect is not judged: make it smaller`,
    { path: file },
  );
}
