import { Buffer } from "node:buffer";
import type { Header } from "tar-stream";
import { SourceError } from "../base/errors.ts";
import { MAX_LINK_TEXT_BYTES, MAX_PATH_BYTES } from "../base/limits.ts";
import type { TreeEntry, TreeEntryKind } from "../tree/source_tree.ts";
import { archiveError, entryName } from "./archive_error.ts";
import { relativePath } from "./relative_path.ts";

/** A tar member as an entry, and a symbolic link's text. */
export interface TarEntry {
  readonly entry: TreeEntry;
  readonly link: Uint8Array;
}

const KINDS: Readonly<Record<string, TreeEntryKind>> = {
  "file": "file",
  "contiguous-file": "file",
  "link": "hardlink",
  "symlink": "symlink",
  "character-device": "device",
  "block-device": "device",
  "directory": "directory",
  "fifo": "fifo",
};

/**
 * A tar header, read with names as Latin-1, as an entry of the tree;
 * `undefined` for `./`, the root itself.
 *
 * @throws {SourceError} `archive-invalid` for kinds and extensions that are
 * not read; `limit-exceeded` for names over the limit, which a tar may make
 * megabytes long.
 */
export function tarEntry(
  header: Header,
  archive: string,
): TarEntry | undefined {
  const pax = new Map(
    Object.entries((header.pax ?? {}) as Record<string, string>),
  );
  const name = rawBytes(header.name, pax.get("path"));
  const fail = (why: string) => archiveError(archive, why, name);
  if (name.length > MAX_PATH_BYTES + 1) throw tooLong(name);
  if ([...pax.keys()].some((key) => key.startsWith("GNU.sparse"))) {
    throw fail("it is a sparse file, which is not read");
  }
  if (pax.has("size")) throw fail("it announces two sizes");
  const said = KINDS[header.type];
  if (said === undefined) throw fail("its kind is not known");
  const slash = name.at(-1) === 0x2f;
  const kind = slash && said === "file" ? "directory" : said;
  if (slash && kind !== "directory") {
    throw fail("its name and its kind disagree about whether it is a folder");
  }
  if (kind === "directory" && header.size > 0) {
    throw fail("it is a folder with content");
  }
  const path = relativePath(name);
  if (path === undefined) return undefined;
  const link = kind === "symlink"
    ? rawBytes(header.linkname ?? "", pax.get("linkpath"))
    : new Uint8Array(0);
  if (link.length > MAX_LINK_TEXT_BYTES) throw tooLong(name);
  const size = kind === "symlink" ? link.length : header.size;
  const executable = kind === "file" && (header.mode & 0o100) !== 0;
  return { entry: { path, kind, executable, size }, link };
}

/**
 * The bytes of a name. The tar reader hands header names over as Latin-1,
 * which keeps every byte, but pax names as decoded UTF-8; where those were
 * not valid, a byte that is never valid stands in, so that the names policy
 * refuses what cannot be named.
 */
function rawBytes(latin1: string, pax: string | undefined): Uint8Array {
  if (!pax) return new Uint8Array(Buffer.from(latin1, "latin1"));
  const parts = pax.split("\ufffd").map((part) => Buffer.from(part));
  const bytes = parts.flatMap((part, i) =>
    i === 0 ? [part] : [Buffer.from([0xff]), part]
  );
  return new Uint8Array(Buffer.concat(bytes));
}

function tooLong(name: Uint8Array): SourceError {
  return new SourceError(
    "limit-exceeded",
    `The archive's entry "${
      entryName(name)
    }" has a path or link text over ${MAX_PATH_BYTES} bytes; it is refused.`,
  );
}
