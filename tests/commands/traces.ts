/**
 * Every file and link below `folder` but those of `.git` and the run lock,
 * each with what tells that somebody wrote it: mode, size, time and bytes, or a
 * link's text. Two equal traces mean that nothing was touched.
 */
export async function traces(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const walk = async (path: string): Promise<void> => {
    for await (const entry of Deno.readDir(path)) {
      const child = `${path}/${entry.name}`;
      const name = child.slice(folder.length + 1);
      if (name === ".git") continue;
      if (entry.isDirectory) {
        found.set(`${name}/`, "");
        await walk(child);
      } else found.set(name, await traceOf(child));
    }
  };
  await walk(folder);
  return new Map([...found].sort(([a], [b]) => a < b ? -1 : 1));
}

async function traceOf(path: string): Promise<string> {
  const info = await Deno.lstat(path);
  const time = `${info.mtime?.toISOString()} ${info.ino}`;
  if (info.isSymlink) return `${await Deno.readLink(path)} ${time}`;
  const digest = await crypto.subtle.digest(
    "SHA-256",
    await Deno.readFile(path),
  );
  return `${info.mode?.toString(8)} ${info.size} ${
    new Uint8Array(digest).toHex()
  } ${time}`;
}

/** Paths of the traces, folders with a trailing slash. */
export function pathsOf(traces: ReadonlyMap<string, string>): string[] {
  return [...traces.keys()];
}

/** Every path below `folder` but `.git`, sorted; empty when there is no such folder. */
export async function pathsBelow(folder: string): Promise<string[]> {
  try {
    return pathsOf(await traces(folder));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** Whether something, a dangling link too, stands at `path`. */
export async function stands(path: string): Promise<boolean> {
  try {
    await Deno.lstat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
