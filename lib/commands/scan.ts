import { isAbsolute, relative, resolve, sep } from "node:path";
import { loadAdopter } from "../adopter/load_adopter.ts";
import { requireMainCheckout } from "../adopter/require_main_checkout.ts";
import { ConfigError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { folderFiles, type Unread } from "../health/folder_files.ts";
import { readSuppressions } from "../adopter/read_suppressions.ts";
import { scanSources } from "../health/scan_sources.ts";
import { printable } from "../report/printable.ts";
import { findRepository } from "../repository/find_repository.ts";
import { scanFiles } from "../scan/scan_files.ts";
import { applySuppressions } from "../scan/suppressions.ts";
import { toFinding } from "../scan/to_finding.ts";
import { snapshotsFolderStands } from "../store/snapshots_folder.ts";
import type { CommandContext, CommandResult } from "./command.ts";
import { noTrustListNote } from "./no_trust_list_note.ts";

/**
 * `scan`: what in the content of skills deceives, hides or runs (contract
 * section 8): of every installed source, or of one folder or file anywhere.
 * Reads only, no network.
 */
export function run(context: CommandContext): Promise<CommandResult> {
  const [path] = context.arguments;
  return path === undefined ? installed(context) : place(context, path);
}

async function installed(
  { cwd, options }: CommandContext,
): Promise<CommandResult> {
  const find = { noGit: options["no-git"] === true };
  const repository = findRepository(cwd, find);
  requireMainCheckout(repository, "scan");
  snapshotsFolderStands(repository.root);
  const suppressions = readSuppressions(repository.root);
  const adopter = await loadAdopter(cwd, find);
  const sources = await scanSources(adopter);
  const absent = adopter.trustList === undefined ? [noTrustListNote()] : [];
  const { findings, suppressed } = applySuppressions(
    sources.flatMap((one) => one.findings),
    suppressions,
  );
  const files = sources.reduce((sum, one) => sum + one.files, 0);
  return {
    document: {
      sources: sources.map(({ id, skills, files }) => ({ id, skills, files })),
      files,
      suppressed,
    },
    findings: [...adopter.findings, ...absent, ...findings],
    text: summary(files, suppressed),
  };
}

async function place(
  { cwd, options }: CommandContext,
  path: string,
): Promise<CommandResult> {
  const absolute = resolve(cwd, path);
  const root = enclosing(cwd, options["no-git"] === true);
  const below = root === undefined ? "" : relative(root, absolute);
  const inside = root !== undefined && below !== ".." &&
    !below.startsWith(`..${sep}`) && !isAbsolute(below);
  const suppressions = inside ? readSuppressions(root) : [];
  const unread: Unread[] = [];
  const name = (inside ? below : path.replace(/\/+$/, ""))
    .replaceAll(sep, "/");
  const { findings, files } = await scanFiles(
    folderFiles(
      absolute,
      inside ? root : absolute,
      name === "." ? "" : name,
      unread,
    ),
  );
  const left = applySuppressions(
    [...findings.map(toFinding), ...unread.map(notRead)],
    suppressions.filter((one) => inFolder(one.path, name)),
  );
  return {
    document: { path: name, files, suppressed: left.suppressed },
    findings: left.findings,
    text: summary(files, left.suppressed),
  };
}

/** A suppression about another part of the repository is not unused here. */
function inFolder(path: string, folder: string): boolean {
  return folder === "" || folder === "." || path === folder ||
    path.startsWith(`${folder}/`) || folder.startsWith(`${path}/`);
}

/** The repository around the caller, whose suppressions count; none is no fault. */
function enclosing(cwd: string, noGit: boolean): string | undefined {
  try {
    return findRepository(cwd, { noGit }).root;
  } catch (error) {
    if (error instanceof ConfigError && error.code === "not-a-repository") {
      return undefined;
    }
    throw error;
  }
}

function notRead({ path, why }: Unread): Finding {
  return {
    rule: "scan-incomplete",
    level: "warning",
    path,
    message: `${printable(path)} ${why} and was not looked at`,
  };
}

function summary(files: number, suppressed: number): string {
  const kept = suppressed === 0 ? "" : `, ${suppressed} findings suppressed`;
  return `${files} ${files === 1 ? "file" : "files"} scanned${kept}.\n`;
}
