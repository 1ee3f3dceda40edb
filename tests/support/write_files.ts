/** Files by relative path. An object says more than the content alone. */
export type Files = Readonly<Record<string, string | Uint8Array | FileSpec>>;

/** One file or symbolic link. */
export interface FileSpec {
  readonly content?: string | Uint8Array;
  readonly executable?: boolean;
  /** Text of a symbolic link; `content` is ignored then. */
  readonly link?: string;
}

/** Writes `files` below `folder`, with the folders they need. */
export async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [path, value] of Object.entries(files)) {
    const spec = typeof value === "string" || value instanceof Uint8Array
      ? { content: value }
      : value;
    const target = `${folder}/${path}`;
    await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), {
      recursive: true,
    });
    if (spec.link !== undefined) {
      await Deno.symlink(spec.link, target);
      continue;
    }
    const content = spec.content ?? "";
    await Deno.writeFile(
      target,
      typeof content === "string" ? new TextEncoder().encode(content) : content,
    );
    await Deno.chmod(target, spec.executable ? 0o755 : 0o644);
  }
}
