import type { GitObject } from "./git_object.ts";
import type { LocalRepository } from "./local_repository.ts";

/**
 * Reads one object of a repository on disk, its id recomputed. Throws
 * `SourceError` (`git-damaged`) when it is absent or damaged.
 */
export function readObject(
  repository: LocalRepository,
  id: string,
): Promise<GitObject> {
  return Promise.resolve().then(() => {
    try {
      return repository.objects.read(id);
    } finally {
      repository.objects.close();
    }
  });
}
