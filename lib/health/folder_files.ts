import { join, sep } from "node:path";
import { readInside } from "../adopter/read_inside.ts";
import { MAX_PATH_DEPTH, MAX_SCAN_FILE_BYTES } from "../base/limits.ts";
import { diskError } from "../store/disk_error.ts";
import type { ScanFile } from "../scan/model.ts";

/** What a walk met that it does not read. */
export interface Unread {
  readonly path: string;
  readonly why: string;
}

/**
 * Reads the files of a folder, or one file, in order, each real file once.
 * Links are followed inside `fence` only: a folder from anywhere must not make
 * the scan read, and quote, what is not its own. Git's own folders are left
 * out.
 *
 * @param place absolute path of the folder or file
 * @param fence absolute path of the folder that links may lead to
 * @param name what paths begin with; `""` for paths from `place`
 * @throws {HostError} `disk-error` when `place` cannot be read
 */
export function* folderFiles(
  place: string,
  fence: string,
  name: string,
  unread: Unread[],
): Generator<ScanFile> {
  const top = realOf(place);
  const border = realOf(fence);
  const seen = new Set<string>();
  const open = [{ real: top, path: name, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { real, path, depth } = next;
    if (seen.has(real)) continue;
    seen.add(real);
    const info = attempt(() => Deno.lstatSync(real));
    if (info?.isDirectory) {
      if (depth > MAX_PATH_DEPTH) {
        unread.push({ path, why: "lies too deep" });
        continue;
      }
      open.push(...inside(real, path, depth));
    } else if (info?.isFile) {
      const cut = real.lastIndexOf(sep);
      const bytes = readInside(
        real.slice(0, cut) || sep,
        real.slice(cut + 1),
        MAX_SCAN_FILE_BYTES,
      );
      if (bytes === undefined) unread.push({ path, why: "cannot be read" });
      else yield { path, mode: modeOf(info), bytes };
    }
  }

  function inside(real: string, path: string, depth: number) {
    const entries = attempt(() => [...Deno.readDirSync(real)]);
    if (entries === undefined) {
      unread.push({ path, why: "cannot be read" });
      return [];
    }
    // The stack gives them back in order.
    entries.sort((a, b) => a.name < b.name ? 1 : -1);
    return entries.flatMap((entry) => {
      if (entry.name === ".git") return [];
      const below = path === "" ? entry.name : `${path}/${entry.name}`;
      const at = join(real, entry.name);
      const target = entry.isSymlink
        ? attempt(() => Deno.realPathSync(at))
        : at;
      if (target === undefined) {
        unread.push({ path: below, why: "is a link that leads nowhere" });
        return [];
      }
      if (target !== border && !(target + sep).startsWith(border + sep)) {
        unread.push({ path: below, why: "is a link that leads out" });
        return [];
      }
      // What lies in the folder itself has one name, however many links lead to it.
      const own = target.startsWith(top + sep)
        ? join(name, target.slice(top.length + 1)).replaceAll(sep, "/")
        : below;
      return [{ real: target, path: own, depth: depth + 1 }];
    });
  }
}

function modeOf(info: Deno.FileInfo): ScanFile["mode"] {
  return ((info.mode ?? 0) & 0o100) === 0 ? "100644" : "100755";
}

function realOf(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch (error) {
    throw diskError(error, "read", path);
  }
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
