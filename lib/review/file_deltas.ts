import { MAX_REVIEW_PATCH_LENGTH } from "../base/limits.ts";
import type { FileVersion } from "../patch/file_change.ts";
import { patchFile } from "../patch/patch_file.ts";
import { StepBudget } from "../patch/step_budget.ts";
import { patchChunks } from "../patch/write_patch.ts";
import type { ListingEntry } from "../tree/listing.ts";
import type { Contents, FileDelta, FileState, ReviewSide } from "./model.ts";

/** The deltas, and the patch that their parts make. */
export interface FileDeltas {
  readonly deltas: readonly FileDelta[];
  /** In git's form, in the order of the deltas. */
  readonly patch: string;
}

/**
 * One delta for each of `paths`, in that order. A file whose contents were not
 * read on a side where it stands, or whose part would make the patch longer
 * than {@linkcode MAX_REVIEW_PATCH_LENGTH}, is told by modes, sizes and ids.
 */
export function fileDeltas(
  old: ReviewSide | undefined,
  next: ReviewSide,
  paths: readonly string[],
  contents: { readonly old: Contents; readonly next: Contents },
): FileDeltas {
  const before = new Map(old?.listing.map((entry) => [entry.path, entry]));
  const after = new Map(next.listing.map((entry) => [entry.path, entry]));
  const skills = new Map(
    [...old?.skills ?? [], ...next.skills].map((
      { path, name },
    ) => [path, name]),
  );
  const budget = new StepBudget();
  let left = MAX_REVIEW_PATCH_LENGTH;
  const texts: string[] = [];
  const deltas = paths.map((path): FileDelta => {
    const from = before.get(path);
    const to = after.get(path);
    const skill = skillOf(path, skills);
    const states = {
      path,
      ...(skill === undefined ? {} : { skill }),
      ...(from === undefined ? {} : { from: stateOf(from) }),
      ...(to === undefined ? {} : { to: stateOf(to) }),
    };
    const omitted: FileDelta = {
      ...states,
      content: "omitted",
      linesAdded: 0,
      linesRemoved: 0,
    };
    const was = versionOf(from, contents.old);
    const is = versionOf(to, contents.next);
    if (was === "unread" || is === "unread") return omitted;
    const patch = patchFile({
      path,
      ...(was === undefined ? {} : { old: was }),
      ...(is === undefined ? {} : { new: is }),
    }, { budget });
    const text = joined(patchChunks(patch), left);
    if (text === undefined) return omitted;
    left -= text.length;
    texts.push(text);
    return {
      ...states,
      content: patch.binary ? "binary" : "text",
      linesAdded: patch.added,
      linesRemoved: patch.removed,
      patch,
    };
  });
  return { deltas, patch: texts.join("") };
}

function stateOf({ mode, size, id }: ListingEntry): FileState {
  return { mode, size, id };
}

function skillOf(
  path: string,
  skills: ReadonlyMap<string, string>,
): string | undefined {
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) {
    const skill = skills.get(path.slice(0, at));
    if (skill !== undefined) return skill;
  }
  return undefined;
}

function versionOf(
  entry: ListingEntry | undefined,
  contents: Contents,
): FileVersion | "unread" | undefined {
  if (entry === undefined) return undefined;
  const bytes = contents.get(entry.path);
  return bytes === undefined ? "unread" : { mode: entry.mode, bytes };
}

/** The chunks as one text; `undefined` as soon as they are longer than `most`. */
function joined(chunks: Iterable<string>, most: number): string | undefined {
  const parts: string[] = [];
  let length = 0;
  for (const chunk of chunks) {
    length += chunk.length;
    if (length > most) return undefined;
    parts.push(chunk);
  }
  return parts.join("");
}
