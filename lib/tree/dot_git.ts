/** Characters that HFS+ ignores in a name, so that `.g\u200cit` is `.git` there (the list git keeps). */
const HFS_IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/**
 * Whether some file system takes `name` for `.git`: in any case, with dots and
 * blanks behind it or as an alternate stream (NTFS), by its 8.3 short name, or
 * with characters that HFS+ ignores. Such a folder would make a snapshot a
 * repository whose hooks and configuration git obeys.
 */
export function isDotGit(name: string): boolean {
  return /^(?:\.git|git~1)[. ]*(?::.*)?$/is.test(
    name.replace(HFS_IGNORED, ""),
  );
}
