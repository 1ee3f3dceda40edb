import type { FileChange } from "./file_change.ts";
import type { PatchBody } from "./file_patch.ts";
import { nullId, type ObjectFormat, objectId } from "./object_id.ts";
import { quotePath } from "./quote_path.ts";

/**
 * The lines from `diff --git` to the first hunk or binary block, as
 * `git diff --full-index` prints them. `change` is of one kind of file, and
 * changes something.
 */
export function sectionHeader(
  { path, old, new: now }: FileChange,
  body: PatchBody["kind"],
  format: ObjectFormat,
): string[] {
  const oldPath = quotePath(`a/${path}`);
  const newPath = quotePath(`b/${path}`);
  const header = [`diff --git ${oldPath} ${newPath}`];
  if (!old) header.push(`new file mode ${now!.mode}`);
  else if (!now) header.push(`deleted file mode ${old.mode}`);
  else if (old.mode !== now.mode) {
    header.push(`old mode ${old.mode}`, `new mode ${now.mode}`);
  }
  if (body !== "empty" || !old || !now) {
    const oldId = old ? objectId(old.bytes, format) : nullId(format);
    const newId = now ? objectId(now.bytes, format) : nullId(format);
    const mode = old?.mode === now?.mode ? ` ${old!.mode}` : "";
    header.push(`index ${oldId}..${newId}${mode}`);
  }
  if (body === "text") {
    header.push(`--- ${old ? fileLabel(oldPath) : "/dev/null"}`);
    header.push(`+++ ${now ? fileLabel(newPath) : "/dev/null"}`);
  } else if (body === "binary") header.push("GIT binary patch");
  return header;
}

/** A tab ends a name with blanks, since other programs' patches have a time behind the name. */
function fileLabel(quoted: string): string {
  return quoted.includes(" ") ? `${quoted}\t` : quoted;
}
