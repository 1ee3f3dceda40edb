import type { TreeEntry, TreeEntryKind } from "../tree/source_tree.ts";
import { archiveError } from "./archive_error.ts";
import { relativePath } from "./relative_path.ts";
import type { ZipMember } from "./zip_member.ts";

const SLASH = 0x2f;
/** Host systems whose attributes hold a Unix mode: Unix, and macOS. */
const UNIX = new Set([3, 19]);
const KINDS: Readonly<Record<number, TreeEntryKind>> = {
  0o010000: "fifo",
  0o020000: "device",
  0o040000: "directory",
  0o060000: "device",
  0o100000: "file",
  0o120000: "symlink",
  0o140000: "device",
};

/**
 * A zip member as an entry of the tree; `undefined` for `./`, the root itself.
 * A mode counts only where the archive says that Unix wrote it.
 *
 * @throws {SourceError} `archive-invalid` when name and mode disagree about
 * the kind, so that programs would unpack different things.
 */
export function zipEntry(
  member: ZipMember,
  archive: string,
): TreeEntry | undefined {
  const fail = (why: string) => archiveError(archive, why, member.name);
  const mode = UNIX.has(member.madeBy) ? member.attributes >>> 16 : 0;
  const format = mode & 0o170000;
  const slash = member.name.at(-1) === SLASH;
  const said = format === 0 ? (slash ? "directory" : "file") : KINDS[format];
  if (said === undefined) {
    throw fail(`its kind 0o${format.toString(8)} is not known`);
  }
  // Info-ZIP lets the slash decide over a mode that says "regular file".
  const kind = slash && said === "file" ? "directory" : said;
  if (slash !== (kind === "directory")) {
    throw fail("its name and its mode disagree about whether it is a folder");
  }
  if (slash && (member.size > 0 || member.compressedSize > 2)) {
    throw fail("it is a folder with content");
  }
  const path = relativePath(member.name);
  if (path === undefined) return undefined;
  return {
    path,
    kind,
    executable: kind === "file" && (mode & 0o100) !== 0,
    size: member.size,
  };
}
