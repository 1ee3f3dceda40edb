import { HostError } from "../base/errors.ts";
import { diskError } from "../store/disk_error.ts";
import { blobId } from "./blob_id.ts";
import type { ListingEntry } from "./listing.ts";
import type { SnapshotState, StrangeEntry } from "./snapshot_state.ts";
import { compareUtf8 } from "./utf8_order.ts";

/** Reads one regular file of a snapshot; a phrase when it cannot. */
export type FileReader = (place: string, path: string) => ListingEntry | string;

/**
 * Walks a snapshot, following no link, and reads its regular files with
 * `read`. Links are read here; nothing else is ever opened.
 *
 * @throws {HostError} `disk-error` when `dir` is not a real folder.
 */
export function walkSnapshot(dir: string, read: FileReader): SnapshotState {
  const info = attempt(() => Deno.lstatSync(dir));
  if (info instanceof Error) throw diskError(info, "read", dir);
  if (!info.isDirectory) {
    throw new HostError("disk-error", `${dir} is not a real folder`, {
      path: dir,
    });
  }
  const listing: ListingEntry[] = [];
  const strange: StrangeEntry[] = [];
  const folders = [""];
  let markerSeen = false;
  for (let folder; (folder = folders.pop()) !== undefined;) {
    const entries = attempt(() => [...Deno.readDirSync(`${dir}/${folder}`)]);
    if (entries instanceof Error) {
      strange.push({
        path: folder.slice(0, -1) || ".",
        what: "cannot be read",
      });
      continue;
    }
    const names = new Set<string>();
    for (const entry of entries) {
      const path = folder + entry.name;
      const place = `${dir}/${path}`;
      // Names that are no text come out alike, and as names of other files.
      if (names.size === names.add(entry.name).size) {
        strange.push({ path, what: "is the name of two files" });
      } else if (path === ".git") {
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
  for (const found of [listing, strange]) {
    found.sort((a, b) => compareUtf8(a.path, b.path));
  }
  return { listing, strange };

  function keep(path: string, found: ListingEntry | string) {
    if (typeof found === "string") strange.push({ path, what: found });
    else listing.push(found);
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

/** The entry of a regular file; the owner's executable bit decides its mode. */
export function entryOf(
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

/** What `act` gives, or the error it throws. */
export function attempt<T>(act: () => T): T | Error {
  try {
    return act();
  } catch (error) {
    return error as Error;
  }
}
