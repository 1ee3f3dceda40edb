import { ConfigError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { MAX_LINK_TEXT_BYTES } from "../base/limits.ts";
import { commitTree } from "../git/commit_object.ts";
import { resolveRef } from "../git/local_refs.ts";
import {
  type LocalRepository,
  openLocalRepository,
} from "../git/local_repository.ts";
import { printable } from "../report/printable.ts";
import { readIndexEntries } from "../repository/index_entries.ts";
import type { Repository } from "../repository/repository.ts";
import { type ArchiveTree, archiveTree } from "./archive_tree.ts";
import { followLink } from "./follow_link.ts";
import { indexTree } from "./index_tree.ts";
import { lintFinding } from "./lint_finding.ts";

/** What is wrong with the release archive of the staged tree. */
export interface LintedArchive {
  /** Id of the staged tree, as `git write-tree` gives it. */
  readonly tree: string;
  /** Whether something is staged that HEAD does not have. */
  readonly staged: boolean;
  /** Files, links and submodules that the archive holds. */
  readonly files: number;
  readonly findings: readonly Finding[];
}

/**
 * Looks for links that are broken in the archive that `git archive` would make
 * of the staged tree (contract section 6, `lint --archive`): what a link leads
 * to has to be shipped too, and to be no link itself, which some unpackers and
 * installers do not follow.
 *
 * @throws {ConfigError} `not-a-repository` without git, `index-unmerged` in the
 * middle of a merge
 * @throws {SourceError} `git-damaged` where a staged object is missing
 */
export async function lintArchive(
  repository: Repository,
): Promise<LintedArchive> {
  const { gitDir, root } = repository;
  if (gitDir === undefined) {
    throw new ConfigError(
      "not-a-repository",
      `${root} is looked at without git, which alone knows what is staged: run without --no-git, in a checkout`,
      { path: root },
    );
  }
  const all = readIndexEntries(repository);
  const unmerged = all.find(({ stage }) => stage !== 0);
  if (unmerged !== undefined) {
    throw new ConfigError(
      "index-unmerged",
      `${
        printable(unmerged.path)
      } is not merged yet, so that no tree is staged: settle the conflict and \`git add\` it`,
      { path: printable(unmerged.path) },
    );
  }
  const entries = all.filter(({ intentToAdd }) => !intentToAdd);
  const local = await openLocalRepository(gitDir);
  try {
    const archive = archiveTree(local, entries, repository.ignoreCase);
    const tree = indexTree(entries, local.format);
    return {
      tree,
      staged: tree !== treeOfHead(local),
      files: archive.paths.length,
      findings: [...archive.links].flatMap(([path, text]) =>
        linkFinding(archive, path, text)
      ),
    };
  } finally {
    local.objects.close();
  }
}

function treeOfHead(local: LocalRepository): string | undefined {
  const head = resolveRef(local, "HEAD");
  return head === undefined
    ? undefined
    : commitTree(local.objects.read(head).body, local.format);
}

function linkFinding(
  { tree, staged, tooLong }: ArchiveTree,
  path: string,
  text: string,
): Finding[] {
  const shown = printable(path);
  const keepOut = `/${shown} export-ignore`;
  const say = (rule: Finding["rule"], what: string, ship: string) => [
    lintFinding(
      rule,
      "error",
      shown,
      what,
      `${ship}, or keep the link out: add the line \`${keepOut}\` to .gitattributes`,
    ),
  ];
  if (tooLong.has(path)) {
    return say(
      "archive-link-dangling",
      `has a text of more than ${MAX_LINK_TEXT_BYTES} bytes in the archive, which no system takes`,
      "shorten it",
    );
  }
  const end = followLink(tree, path, text);
  switch (end.end) {
    case "cycle":
      return say(
        "link-cycle",
        `leads in a circle in the archive, over ${printable(end.path)}`,
        "break the circle",
      );
    case "absolute":
    case "outside":
      return say(
        "archive-link-dangling",
        `leads out of the archive, to ${printable(end.text)}`,
        "make it lead to a file of the archive",
      );
    case "missing":
      return say(
        "archive-link-dangling",
        staged(end.path)
          ? `leads nowhere in the archive: export-ignore keeps ${
            printable(end.path)
          } out`
          : `leads nowhere in the archive: ${
            printable(end.path)
          } is not staged`,
        `ship ${printable(end.path)} too`,
      );
    default:
      return end.through.length === 0 ? [] : say(
        "archive-link-chained",
        `leads over another link, ${
          printable(end.through[0]!)
        }, in the archive`,
        `make it lead to ${printable(end.path)} itself`,
      );
  }
}
