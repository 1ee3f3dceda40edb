import { join, sep } from "node:path";

/**
 * Reads a file of a snapshot, also through a link that stays inside it. A link
 * that leads out gives nothing: a source must never make this tool read, or
 * quote, what is not its own.
 *
 * @param folder absolute path of the snapshot
 * @param maxBytes at most this many bytes and one more are read, so that the
 * caller sees that a file is too large
 * @returns `undefined` when there is no such file
 */
export function readInside(
  folder: string,
  path: string,
  maxBytes: number,
): Uint8Array | undefined {
  try {
    const real = Deno.realPathSync(join(folder, path));
    if (!real.startsWith(Deno.realPathSync(folder) + sep)) return undefined;
    if (!Deno.lstatSync(real).isFile) return undefined;
    using file = Deno.openSync(real);
    const bytes = new Uint8Array(
      Math.min(file.statSync().size, maxBytes + 1),
    );
    let length = 0;
    while (length < bytes.length) {
      const count = file.readSync(bytes.subarray(length));
      if (count === null) break;
      length += count;
    }
    return bytes.subarray(0, length);
  } catch (error) {
    if (
      error instanceof Deno.errors.NotFound ||
      error instanceof Deno.errors.NotADirectory ||
      error instanceof Deno.errors.FilesystemLoop ||
      error instanceof Deno.errors.PermissionDenied
    ) return undefined;
    throw error;
  }
}

/** As {@linkcode readInside}, as text; `undefined` also when it is too large or no UTF-8. */
export function readTextInside(
  folder: string,
  path: string,
  maxBytes: number,
): string | undefined {
  const bytes = readInside(folder, path, maxBytes);
  if (bytes === undefined || bytes.length > maxBytes) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Whether a path of a snapshot, followed over links, leads to something in it.
 *
 * @param folder absolute path of the snapshot
 */
export function standsInside(folder: string, path: string): boolean {
  try {
    const real = Deno.realPathSync(join(folder, path));
    const top = Deno.realPathSync(folder);
    return real === top || real.startsWith(top + sep);
  } catch {
    return false;
  }
}
