import type { SourceTree, TreeContent } from "../tree/source_tree.ts";
import { type TarEntry, tarEntry } from "./tar_entry.ts";
import { tarMembers } from "./tar_members.ts";
import { checkEntryCount, checkPathBytes } from "./unpack_budget.ts";

/**
 * Opens a gzipped tar as a tree. It is unpacked once for the list of entries,
 * with every checksum checked, and again for each call of `contents`, so that
 * memory stays flat.
 *
 * @param file the open file that was hashed; `close()` closes it.
 * @param size its size in bytes.
 * @param name the archive's file name, for messages.
 * @throws {SourceError} `archive-invalid`, `limit-exceeded`.
 */
export async function openTarGz(
  file: Deno.FsFile,
  size: number,
  name: string,
): Promise<SourceTree> {
  const members: (TarEntry | undefined)[] = [];
  let pathBytes = 0;
  for await (const { header } of tarMembers(file, size, name)) {
    const member = tarEntry(header, name);
    members.push(member);
    checkEntryCount(name, members.length);
    pathBytes += (member?.entry.path.length ?? 0) + (member?.link.length ?? 0);
    checkPathBytes(name, pathBytes);
  }
  return {
    entries: members.flatMap((member) => member ? [member.entry] : []),
    contents(wanted) {
      const chosen = new Set(wanted);
      const rest = members.map((member) =>
        member && chosen.has(member.entry) ? member : undefined
      );
      return contents(file, size, name, rest);
    },
    close() {
      file.close();
      return Promise.resolve();
    },
  };
}

async function* contents(
  file: Deno.FsFile,
  size: number,
  name: string,
  wanted: readonly (TarEntry | undefined)[],
): AsyncGenerator<TreeContent, void, void> {
  const last = wanted.findLastIndex((member) => member !== undefined);
  if (last < 0) return;
  let index = 0;
  for await (const { chunks } of tarMembers(file, size, name)) {
    const member = wanted[index];
    if (member !== undefined) {
      const { entry, link } = member;
      yield {
        entry,
        size: entry.size ?? 0,
        chunks: entry.kind === "file" ? chunks : [link],
      };
    }
    if (index++ === last) return;
  }
}
