import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import type { ContentDigest } from "../base/ids.ts";
import { sortByUtf8 } from "./utf8_order.ts";

/** Mode of a materialised file as git writes it: plain, executable, symbolic link. */
export type FileMode = "100644" | "100755" | "120000";

/** One materialised file, as the content digest sees it. */
export interface DigestedFile {
  readonly path: string;
  readonly mode: FileMode;
  /** Blob id in git's SHA-256 object format, hex. */
  readonly id: string;
}

type Folder = Map<string, Folder | DigestedFile>;

/**
 * The content digest of a set of files: the id of their tree in git's SHA-256
 * object format (contract section 3, "`content`"). It depends on paths, modes
 * and bytes alone, and `git write-tree` gives the same.
 *
 * Paths are unique, and none is a folder of another: a program fault
 * otherwise (`TypeError`).
 */
export function contentDigest(files: Iterable<DigestedFile>): ContentDigest {
  const root: Folder = new Map();
  const folders = new Map<string, Folder>();
  for (const file of files) {
    const cut = file.path.lastIndexOf("/");
    const folder = folderAt(cut < 0 ? "" : file.path.slice(0, cut));
    const name = file.path.slice(cut + 1);
    if (folder.has(name)) throw new TypeError(`two entries at ${file.path}`);
    folder.set(name, file);
  }
  return treeId(root).toString("hex") as ContentDigest;

  function folderAt(path: string): Folder {
    if (path === "") return root;
    const known = folders.get(path);
    if (known !== undefined) return known;
    const cut = path.lastIndexOf("/");
    const parent = folderAt(cut < 0 ? "" : path.slice(0, cut));
    const name = path.slice(cut + 1);
    if (parent.has(name)) throw new TypeError(`two entries at ${path}`);
    const folder: Folder = new Map();
    parent.set(name, folder);
    folders.set(path, folder);
    return folder;
  }
}

/** Id of one folder. Git sorts a folder's name as if it ended in a slash. */
function treeId(folder: Folder): Buffer {
  const keys: string[] = [];
  for (const [name, node] of folder) {
    keys.push(node instanceof Map ? `${name}/` : name);
  }
  const parts: Buffer[] = [];
  let length = 0;
  for (const key of sortByUtf8(keys)) {
    const isFolder = key.endsWith("/");
    const name = isFolder ? key.slice(0, -1) : key;
    const node = folder.get(name)!;
    const head = Buffer.from(
      `${node instanceof Map ? "40000" : node.mode} ${name}\0`,
    );
    const id = node instanceof Map ? treeId(node) : Buffer.from(node.id, "hex");
    parts.push(head, id);
    length += head.length + id.length;
  }
  const hash = createHash("sha256").update(`tree ${length}\0`);
  for (const part of parts) hash.update(part);
  return hash.digest();
}
