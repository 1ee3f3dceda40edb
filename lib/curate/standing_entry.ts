import type { Organizations } from "../adopter/layer_files.ts";
import { UsageError } from "../base/errors.ts";
import type { SourceId } from "../base/ids.ts";

/**
 * Refuses to list a source a second time: where the organization has it
 * already, its pin is moved by hand, so that what it says besides stays.
 *
 * @param path of the organization's list
 * @throws {UsageError} `id-duplicate`
 */
export function requireUnlisted(
  { files }: Organizations,
  path: string,
  id: SourceId,
): void {
  const entry = files.flatMap((each) => each.files)
    .filter(({ file }) => file === path)
    .flatMap(({ entries }) => entries)
    .find((each) => each.id === id);
  if (entry === undefined) return;
  const { method } = entry.descriptor;
  const pin = method?.value === "git-branch"
    ? "`ref`"
    : `\`ref\` and \`${method?.value === "svn-zip" ? "sha512" : "commit"}\``;
  throw new UsageError(
    "id-duplicate",
    `The source ${id} is listed already; edit its ${pin} there: without --write this command prints the new entry, or give another source another id with --id.`,
    { at: entry.at },
  );
}

/** The organizations without the entry that a new one is to take the place of. */
export function withoutEntry(
  organizations: Organizations,
  path: string,
  id: SourceId,
): Organizations {
  return {
    ...organizations,
    files: organizations.files.map((each) => ({
      ...each,
      files: each.files.map((layer) =>
        layer.file !== path ? layer : {
          ...layer,
          entries: layer.entries.filter((entry) => entry.id !== id),
        }
      ),
    })),
  };
}
