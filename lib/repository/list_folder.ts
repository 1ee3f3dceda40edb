/**
 * The entries of the folder at `path`, sorted by name; `undefined` where no
 * folder stands. Links are not followed: an entry says what it is itself.
 */
export function listFolder(path: string): Deno.DirEntry[] | undefined {
  try {
    return [...Deno.readDirSync(path)]
      .sort((left, right) => left.name < right.name ? -1 : 1);
  } catch (error) {
    if (
      error instanceof Deno.errors.NotFound ||
      error instanceof Deno.errors.NotADirectory
    ) return undefined;
    throw error;
  }
}

/** Names of the folders in the folder at `path`, sorted; none where no folder stands. */
export function foldersIn(path: string): string[] {
  return (listFolder(path) ?? []).filter((entry) => entry.isDirectory)
    .map(({ name }) => name);
}
