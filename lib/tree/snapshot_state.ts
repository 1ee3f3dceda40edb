import { HostError } from "../base/errors.ts";
import { diskError } from "../store/disk_error.ts";
import { blobHasher, blobId } from "./blob_id.ts";
import type { Listing, ListingEntry } from "./listing.ts";
import { compareUtf8 } from "./utf8_order.ts";

/** Something in a snapshot that is no content: the path and what it is, as a phrase. */
export interface StrangeEntry {
  readonly path: string;
  readonly what: string;
}

/** A snapshot as it lies on disk. */
export interface SnapshotState {
  /** Regular files and links, sorted by path bytes. */
  readonly files: Listing;
  /** What cannot be content, or cannot be read; each is tampering or a fault. */
  readonly strange: readonly StrangeEntry[];
}

const BUFFER = new Uint8Array(1024 * 1024);

/**
 * Reads a whole snapshot and hashes every byte. It follows no link, opens
 * nothing but regular files (a FIFO would hang, a device never ends), and
 * writes nothing.
 *
 * @throws {HostError} `disk-error` when `dir` is not a real folder.
 */
export function rehashSnapshot(dir: string): SnapshotState {
  return walk(dir, readFile);
}

/**
 * The same by names, types, modes, sizes and times alone. Ids are empty: a
 * same-size edit with restored times is not seen.
 *
 * @throws {HostError} `disk-error` when `dir` is not a real folder.
 */
export function statSnapshot(dir: string): SnapshotState {
  return walk(dir, statFile);
}

type Reader = (place: string, path: string) => ListingEntry | string;

function walk(dir: string, read: Reader): SnapshotState {
  const info = attempt(() => Deno.lstatSync(dir));
  if (info instanceof Error) throw diskError(info, "read", dir);
  if (!info.isDirectory) {
    throw new HostError("disk-error", `${dir} is not a real folder`, {
      path: dir,
    });
  }
  const files: ListingEntry[] = [];
  const strange: StrangeEntry[] = [];
  const folders = [""];
  let markerSeen = false;
  for (let folder; (folder = folders.pop()) !== undefined;) {
    const entries = attempt(() => [...Deno.readDirSync(`${dir}/${folder}`)]);
    if (entries instanceof Error) {
      strange.push({ path: folder || ".", what: "cannot be read" });
      continue;
    }
    for (const entry of entries) {
      const path = folder + entry.name;
      const place = `${dir}/${path}`;
      if (path === ".git") {
        markerSeen = true;
        strange.push(...marker(place, entry));
      } else if (entry.isDirectory) {
        folders.push(`${path}/`);
      } else if (entry.isSymlink) {
        keep(path, readLink(place, path));
      } else if (entry.isFile) {
        keep(path, read(place, path));
      } else {
        strange.push({ path, what: "is a device, FIFO or socket" });
      }
    }
  }
  if (!markerSeen) strange.push({ path: ".git", what: "is missing" });
  files.sort((a, b) => compareUtf8(a.path, b.path));
  return { files, strange };

  function keep(path: string, found: ListingEntry | string) {
    if (typeof found === "string") strange.push({ path, what: found });
    else files.push(found);
  }
}

/** The empty `.git` folder that stops tools from walking up; anything in it is obeyed by git. */
function marker(place: string, entry: Deno.DirEntry): StrangeEntry[] {
  if (!entry.isDirectory) {
    return [{ path: ".git", what: "is not a real folder" }];
  }
  const inside = attempt(() => [...Deno.readDirSync(place)]);
  if (inside instanceof Error) {
    return [{ path: ".git", what: "cannot be read" }];
  }
  return inside.map(({ name }) => ({
    path: `.git/${name}`,
    what: "lies in the folder that must stay empty",
  }));
}

function readFile(place: string, path: string): ListingEntry | string {
  const file = attempt(() => Deno.openSync(place));
  if (file instanceof Error) return "cannot be read";
  try {
    const info = file.statSync();
    if (!info.isFile) return "is a device, FIFO or socket";
    const hash = blobHasher(info.size);
    let left = info.size;
    while (left > 0) {
      const count = file.readSync(BUFFER);
      if (count === null || count > left) return "changes while it is read";
      hash.update(BUFFER.subarray(0, count));
      left -= count;
    }
    return entryOf(path, info, hash.digest("hex"));
  } catch {
    return "cannot be read";
  } finally {
    file.close();
  }
}

function statFile(place: string, path: string): ListingEntry | string {
  const info = attempt(() => Deno.lstatSync(place));
  return info instanceof Error ? "cannot be read" : entryOf(path, info, "");
}

function readLink(place: string, path: string): ListingEntry | string {
  const info = attempt(() => Deno.lstatSync(place));
  const text = attempt(() => Deno.readLinkSync(place));
  if (info instanceof Error || text instanceof Error) return "cannot be read";
  return {
    path,
    mode: "120000",
    id: blobId(new TextEncoder().encode(text)),
    size: info.size,
    mtime: info.mtime?.getTime() ?? 0,
  };
}

function entryOf(
  path: string,
  info: Deno.FileInfo,
  id: string,
): ListingEntry {
  const executable = ((info.mode ?? 0) & 0o100) !== 0;
  return {
    path,
    mode: executable ? "100755" : "100644",
    id,
    size: info.size,
    mtime: info.mtime?.getTime() ?? 0,
  };
}

function attempt<T>(act: () => T): T | Error {
  try {
    return act();
  } catch (error) {
    return error as Error;
  }
}
