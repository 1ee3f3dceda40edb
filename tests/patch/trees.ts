import type { FileChange, FileVersion } from "../../lib/patch/file_change.ts";
import { writePatch } from "../../lib/patch/write_patch.ts";
import { sortByUtf8 } from "../../lib/tree/utf8_order.ts";
import { gitBytes } from "../support/git.ts";

/** Files by path. */
export type Files = ReadonlyMap<string, FileVersion>;

const encoder = new TextEncoder();

/** A file of text. */
export function text(
  content: string,
  mode: FileVersion["mode"] = "100644",
): FileVersion {
  return { mode, bytes: encoder.encode(content) };
}

/** A file of bytes. */
export function bytes(
  ...content: readonly number[]
): FileVersion {
  return { mode: "100644", bytes: Uint8Array.from(content) };
}

/** The changes that lead from one set of files to another, in git's order. */
export function changes(old: Files, now: Files): FileChange[] {
  const paths = sortByUtf8([...new Set([...old.keys(), ...now.keys()])]);
  return paths.map((path) => {
    const [before, after] = [old.get(path), now.get(path)];
    return {
      path,
      ...before && { old: before },
      ...after && { new: after },
    };
  });
}

/** The whole patch as one text. */
export async function patchText(
  list: Iterable<FileChange>,
  options?: Parameters<typeof writePatch>[1],
): Promise<string> {
  const chunks: string[] = [];
  for await (const chunk of writePatch(list, options)) chunks.push(chunk);
  return chunks.join("");
}

/** Puts files on disk. */
export async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [path, { mode, bytes }] of files) {
    const at = `${folder}/${path}`;
    await Deno.mkdir(at.slice(0, at.lastIndexOf("/")), { recursive: true });
    if (mode === "120000") {
      await Deno.symlink(new TextDecoder().decode(bytes), at);
    } else {
      await Deno.writeFile(at, bytes);
      await Deno.chmod(at, mode === "100755" ? 0o755 : 0o644);
    }
  }
}

/** What stands on disk, as lines that name path, mode and content; `.git` left out. */
export async function listing(folder: string): Promise<string[]> {
  const found: string[] = [];
  async function walk(below: string): Promise<void> {
    for await (const { name } of Deno.readDir(`${folder}/${below}`)) {
      if (name === ".git") continue;
      const path = below + name;
      const info = await Deno.lstat(`${folder}/${path}`);
      if (info.isDirectory) await walk(`${path}/`);
      else if (info.isSymlink) {
        const target = await Deno.readLink(`${folder}/${path}`);
        found.push(line(path, text(target, "120000")));
      } else {
        const mode = (info.mode! & 0o100) === 0 ? "100644" : "100755";
        const content = await Deno.readFile(`${folder}/${path}`);
        found.push(line(path, { mode, bytes: content }));
      }
    }
  }
  await walk("");
  return found.sort();
}

/** The same lines for files in memory. */
export function expected(files: Files): string[] {
  return Array.from(files, ([path, file]) => line(path, file)).sort();
}

function line(path: string, { mode, bytes }: FileVersion): string {
  return `${path} ${mode} ${bytes.toHex()}`;
}

/** Applies a patch with git, outside of any repository. */
export async function apply(
  folder: string,
  patch: string,
  ...options: string[]
): Promise<void> {
  if (patch === "") return;
  const env = { GIT_CEILING_DIRECTORIES: folder };
  await gitBytes(folder, ["apply", "--whitespace=nowarn", ...options], {
    env,
    input: patch,
  });
}
