/** A temporary folder that removes itself: `await using temp = await tempDir()`. */
export interface TempDir extends AsyncDisposable {
  /** Its real path, no symbolic link in it. */
  readonly path: string;
  /** A path below it. */
  join(...parts: string[]): string;
}

/** Makes a temporary folder. `prefix` tells folders apart while one looks at them. */
export async function tempDir(prefix = "skill-sources-"): Promise<TempDir> {
  const path = await Deno.realPath(await Deno.makeTempDir({ prefix }));
  return {
    path,
    join: (...parts) => [path, ...parts].join("/"),
    async [Symbol.asyncDispose]() {
      await Deno.remove(path, { recursive: true });
    },
  };
}
