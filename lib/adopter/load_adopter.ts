import type { Finding } from "../base/finding.ts";
import {
  findRepository,
  type FindRepositoryOptions,
  requireSymlinks,
} from "../repository/find_repository.ts";
import { mainCheckoutOf } from "../repository/main_checkout_of.ts";
import type { Repository } from "../repository/repository.ts";
import {
  readTrackedPaths,
  type TrackedPaths,
} from "../repository/index_file.ts";
import type { ProjectConfig } from "../trust/project_config.ts";
import type { Resolution } from "../trust/resolve.ts";
import { type AdopterFiles, workingTreeFiles } from "./adopter_files.ts";
import { filesAsOf } from "./files_as_of.ts";
import { checkRegistry, type TrustList } from "./layer_files.ts";
import { type LockFiles, readLocks } from "./lock_files.ts";
import { DEFAULT_PREFIX } from "../wiring/link_text.ts";
import { linkPlaceholders } from "../wiring/scan_links.ts";
import { readLayers } from "./read_layers.ts";
import { uncommittedNote } from "./uncommitted_note.ts";
import { worktreeFiles } from "./worktree_files.ts";

/** How {@linkcode loadAdopter} looks. */
export interface LoadAdopterOptions extends FindRepositoryOptions {
  /**
   * A revision: layers, settings and committed lock are read as of it, and
   * nothing that the working tree says of them matters.
   */
  readonly trustFrom?: string | undefined;
}

/** An adopter repository as its files describe it; nothing of a source is read. */
export interface Adopter {
  readonly repository: Repository;
  /** Absolute path of the checkout. */
  readonly root: string;
  /**
   * Absolute path of the checkout that holds snapshots, state and local lock:
   * `root`, or the main checkout's in a linked worktree.
   */
  readonly snapshotsRoot: string;
  /** Where layers, settings and committed lock were read. */
  readonly files: AdopterFiles;
  readonly trustList: TrustList | undefined;
  readonly config: ProjectConfig;
  /** Trusted sources, and entries that are present but invalid. */
  readonly trust: Resolution;
  readonly locks: LockFiles;
  readonly tracked: TrackedPaths;
  readonly findings: readonly Finding[];
}

/**
 * Reads an adopter repository: the layers (contract section 2) and both locks
 * (section 4).
 *
 * @throws {ConfigError} when there is no repository, or one of its files
 * cannot be read as a whole: nothing is attempted then (exit 2).
 */
export async function loadAdopter(
  folder: string,
  options: LoadAdopterOptions,
): Promise<Adopter> {
  const repository = findRepository(folder, options);
  requireSymlinks(
    repository,
    () => linkPlaceholders(repository.root, [DEFAULT_PREFIX]),
  );
  const { root } = repository;
  const tracked = readTrackedPaths(repository);
  const main = mainCheckoutOf(repository);
  const { trustFrom } = options;
  const asOf = trustFrom === undefined
    ? undefined
    : await filesAsOf(repository, trustFrom);
  const files = asOf?.files ??
    (main === repository
      ? workingTreeFiles(root)
      : worktreeFiles(root, main.root));
  const locks = readLocks(
    root,
    tracked,
    main === repository
      ? undefined
      : { root: main.root, tracked: readTrackedPaths(main) },
    files,
  );
  const { trustList, config, trust } = readLayers(files, locks.committed);
  asOf?.close();
  return {
    repository,
    root,
    snapshotsRoot: main.root,
    files,
    trustList,
    config,
    trust,
    locks,
    tracked,
    findings: [
      ...noGitWarning(repository),
      ...config.findings,
      ...trust.findings,
      ...locks.findings,
      ...checkRegistry(files),
      ...asOf?.findings ?? await uncommittedNote(repository, trustList),
    ],
  };
}

/** Without git nothing keeps generated files out of commits, and no history vouches for the trust list. */
function noGitWarning({ kind, root }: Repository): Finding[] {
  if (kind !== "no-git") return [];
  return [{
    rule: "not-a-repository",
    level: "warning",
    message:
      `--no-git: ${root} is taken as the root, and no ignore rules are kept`,
  }];
}
