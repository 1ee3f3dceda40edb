/** What stands at a link's place in a target folder. */
export interface StandingEntry {
  /** The target folder, below the checkout's root. */
  readonly folder: string;
  readonly name: string;
  readonly kind: "symlink" | "file" | "folder" | "other";
  /** Text of a symlink; in a small regular file that holds nothing but a relative path, that path. */
  readonly text?: string;
}

/** Path of a standing entry below the checkout's root. */
export function standingPath(entry: StandingEntry): string {
  return `${entry.folder}/${entry.name}`;
}
