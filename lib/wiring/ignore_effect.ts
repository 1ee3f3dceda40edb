import type { Finding } from "../base/finding.ts";
import type { TrackedPaths } from "../repository/index_file.ts";
import {
  type DecidingRule,
  type IgnoreRules,
  openIgnoreRules,
} from "../repository/ignore_rules.ts";
import { lstatOrUndefined } from "../repository/real_folder.ts";
import type { Repository } from "../repository/repository.ts";
import { printable } from "../report/printable.ts";
import {
  COMMITTED_LOCK,
  FRAMEWORK_LOCK,
  LOCAL_LOCK,
  SNAPSHOTS,
} from "../store/paths.ts";

/** What the ignore rules should bring about. */
export interface IgnoreEffectInput {
  readonly repository: Repository;
  readonly tracked: TrackedPaths;
  /** Target folders with ignore lines. */
  readonly folders: readonly string[];
  readonly prefix: string;
  /** Paths of the planned links. */
  readonly links: readonly string[];
  /** `.gitignore` as it is or, before it is written, as it will be. */
  readonly text: Uint8Array | undefined;
}

/**
 * Checks that the ignore lines do what they are for, as git would judge
 * (contract section 5): snapshots, local lock and links stay out of commits,
 * the committed lock and the framework's `magpie-setup` do not. The lines
 * alone prove nothing: a later rule takes them back, and no rule touches what
 * is tracked already.
 */
export function checkIgnoreEffect(input: IgnoreEffectInput): Finding[] {
  const { repository, tracked } = input;
  if (repository.gitDir === undefined) return [];
  const rules = openIgnoreRules(repository, input.text ?? new Uint8Array());
  return [
    ...trackedGenerated(tracked),
    ...trackedLinks(input),
    ...notIgnored(input, rules),
    ...hidden(input, rules),
  ];
}

/**
 * Generated files that git tracks: whoever can commit them could pass bytes
 * off as verified in every clone, so they are refused before they are read.
 */
export function trackedGenerated(tracked: TrackedPaths): Finding[] {
  return [SNAPSHOTS, LOCAL_LOCK].flatMap((path): Finding[] => {
    const first = tracked.has(path) ? path : tracked.below(`${path}/`)[0];
    if (first === undefined) return [];
    const fix = `git rm -r --cached ${path}`;
    return [{
      rule: "tracked-generated",
      level: "error",
      message: `git tracks ${
        printable(first)
      }, which each checkout generates for itself: run \`${fix}\` and commit`,
      path: first,
      fix,
    }];
  });
}

function trackedLinks({ tracked, links }: IgnoreEffectInput): Finding[] {
  return links.flatMap((path): Finding[] => {
    if (!tracked.has(path) && tracked.below(`${path}/`).length === 0) return [];
    const fix = `git rm -r --cached ${path}`;
    return [{
      rule: "ignore-ineffective",
      level: "error",
      message:
        `The ignore line for ${path} has no effect, because git tracks it: run \`${fix}\` and commit`,
      path,
      fix,
    }];
  });
}

/** Paths that would show up in `git status`. */
function notIgnored(
  { tracked, folders, prefix, links }: IgnoreEffectInput,
  rules: IgnoreRules,
): Finding[] {
  // A link that no source brings stands for those to come.
  const probes = folders.map((folder) => `${folder}/${prefix}any-skill`);
  const taken = new Set<string>();
  return [SNAPSHOTS, LOCAL_LOCK, ...probes, ...links].flatMap(
    (path): Finding[] => {
      if (tracked.has(path)) return [];
      // In a linked worktree the snapshots folder is a link, in the main checkout a folder.
      const forms = path === SNAPSHOTS ? [false, true] : [false];
      const verdict = forms.map((folder) => rules.check(path, folder))
        .find(({ ignored }) => !ignored);
      if (verdict === undefined) return [];
      // One rule that takes back all links of a folder is one fault.
      const rule = verdict.by && where(verdict.by);
      const key = `${rule} ${path.slice(0, path.lastIndexOf("/"))}`;
      if (rule !== undefined && taken.has(key)) return [];
      taken.add(key);
      return [ineffective(
        path,
        verdict.by === undefined
          ? `git does not ignore ${path}, as no rule matches it: run setup`
          : `git does not ignore ${path}, because ${
            where(verdict.by)
          } takes the rule back: remove that line`,
        verdict.by,
      )];
    },
  );
}

/** Paths that must be committed but cannot be. */
function hidden(
  { repository, tracked, folders }: IgnoreEffectInput,
  rules: IgnoreRules,
): Finding[] {
  const findings: Finding[] = [];
  const judge = (path: string, folder: boolean, adopted: boolean) => {
    // What is tracked already is committed whatever the rules say.
    if (tracked.has(path) || tracked.below(`${path}/`).length > 0) return;
    const verdict = rules.check(path, folder);
    if (!verdict.ignored || verdict.by === undefined) return;
    if (verdict.parent !== undefined && !adopted) return;
    findings.push(ineffective(
      path,
      verdict.parent === undefined
        ? `git ignores ${path}, which belongs in commits, because of ${
          where(verdict.by)
        }: remove that line`
        : `git ignores ${path}, which belongs in commits, because ${
          where(verdict.by)
        } ignores the whole folder ${verdict.parent}, below which no rule can take anything back: remove that line`,
      verdict.by,
    ));
  };
  judge(COMMITTED_LOCK, false, true);
  // Only a repository that adopted the framework commits `magpie-setup`.
  const adopted =
    lstatOrUndefined(`${repository.root}/${FRAMEWORK_LOCK}`) !== undefined;
  for (const folder of folders) judge(`${folder}/magpie-setup`, true, adopted);
  return findings;
}

function where({ file, line, pattern }: DecidingRule): string {
  return `${file}:${line} (${printable(pattern)})`;
}

function ineffective(
  path: string,
  message: string,
  by: DecidingRule | undefined,
): Finding {
  return {
    rule: "ignore-ineffective",
    level: "error",
    message,
    path: by?.file ?? path,
    ...(by === undefined ? {} : { line: by.line }),
  };
}
