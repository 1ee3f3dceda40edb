import type { Finding } from "../base/finding.ts";
import type { Repository } from "../repository/repository.ts";
import type { TrustList } from "./layer_files.ts";

/**
 * A trust list that differs from HEAD is read all the same (contract section
 * 4), with a note: what was vouched for here is not yet what reviewers saw.
 */
export async function uncommittedNote(
  repository: Repository,
  trustList: TrustList | undefined,
): Promise<Finding[]> {
  if (trustList === undefined || repository.gitDir === undefined) return [];
  const committed = await readAtHead(repository.gitDir, trustList.path);
  if (committed !== undefined && sameText(committed, trustList.bytes)) {
    return [];
  }
  return [{
    rule: "trust-list-uncommitted",
    level: "note",
    path: trustList.path,
    message: committed === undefined
      ? `${trustList.path} is not committed yet`
      : `${trustList.path} differs from the committed one`,
  }];
}

async function readAtHead(gitDir: string, path: string) {
  const { openLocalRepository } = await import(
    "../git/local_repository.ts"
  );
  const { readPathAtHead } = await import("../git/read_path.ts");
  try {
    return await readPathAtHead(await openLocalRepository(gitDir), path);
  } catch {
    // An object format this reader does not know: the note is all that depends on it.
    return undefined;
  }
}

/** Whether both are the same text; a checkout may have CRLF where the commit has LF. */
function sameText(left: Uint8Array, right: Uint8Array): boolean {
  const text = (bytes: Uint8Array) =>
    new TextDecoder().decode(bytes).replaceAll("\r\n", "\n");
  return text(left) === text(right);
}
