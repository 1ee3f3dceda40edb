import type { SourceTree, TreeEntry } from "../tree/source_tree.ts";
import { FileWindow } from "./file_window.ts";
import { zipContents, type ZipItem } from "./zip_contents.ts";
import { readZipDirectory } from "./zip_directory.ts";
import { checkPathBytes } from "./unpack_budget.ts";
import { readZipEndRecord } from "./zip_end_record.ts";
import { zipEntry } from "./zip_entry.ts";
import { readZipLocalHeaders } from "./zip_local_headers.ts";

/**
 * Opens a zip as a tree. Before it returns, every byte of the file is known to
 * belong to an entry, the central directory or the end record (contract
 * section 3); sizes and CRCs are checked while contents are read.
 *
 * @param file the open file that was hashed; `close()` closes it.
 * @param size its size in bytes.
 * @param name the archive's file name, for messages.
 * @throws {SourceError} `archive-invalid`, `limit-exceeded`.
 */
export function openZip(
  file: Deno.FsFile,
  size: number,
  name: string,
): SourceTree {
  const window = new FileWindow(file, size);
  const record = readZipEndRecord(window, size, name);
  const members = readZipDirectory(window, record, name)
    .sort((a, b) => a.offset - b.offset);
  const data = readZipLocalHeaders(window, members, record.start, name);
  checkPathBytes(
    name,
    members.reduce((sum, member) => sum + member.name.length, 0),
  );
  const items = new Map<TreeEntry, ZipItem>();
  members.forEach((member, i) => {
    const entry = zipEntry(member, name);
    if (entry !== undefined) {
      items.set(entry, { entry, member, data: data[i] ?? 0 });
    }
  });
  return {
    entries: [...items.keys()],
    contents(wanted) {
      const chosen = new Set(wanted);
      const inOrder = [...items.values()].filter((item) =>
        chosen.has(item.entry)
      );
      return zipContents(file, size, inOrder, name);
    },
    close() {
      file.close();
      return Promise.resolve();
    },
  };
}
