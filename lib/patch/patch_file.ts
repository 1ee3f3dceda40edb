import { Buffer } from "node:buffer";
import { decodeText } from "./decode_text.ts";
import { diffLines } from "./diff_lines.ts";
import type { FileChange, FileVersion } from "./file_change.ts";
import type { FilePatch, PatchBody, PatchSection } from "./file_patch.ts";
import { hunks } from "./hunks.ts";
import type { ObjectFormat } from "./object_id.ts";
import { sectionHeader } from "./section_header.ts";
import { splitLines } from "./split_lines.ts";
import { StepBudget } from "./step_budget.ts";

/** How {@linkcode patchFile} and `writePatch` write. */
export interface PatchOptions {
  /**
   * Hash of the `index` lines. Git compares it when it applies a binary part;
   * `sha1` (the default) fits outside of a repository and in most.
   */
  readonly objectFormat?: ObjectFormat;
  /** Shared by the files of one patch; each call has one of its own without it. */
  readonly budget?: StepBudget;
}

const NOTHING = new Uint8Array();

/** How one path changes, in the parts that `git diff` would print. */
export function patchFile(
  change: FileChange,
  options: PatchOptions = {},
): FilePatch {
  const { path, old, new: now } = change;
  const budget = options.budget ?? new StepBudget();
  const format = options.objectFormat ?? "sha1";
  const steps = old && now && isLink(old) !== isLink(now)
    // Git has no change of kind: it deletes the one and creates the other.
    ? [{ path, old }, { path, new: now }]
    : [change];
  const sections: PatchSection[] = [];
  for (const step of steps) {
    if (same(step.old, step.new)) continue;
    const body = bodyOf(step, budget);
    sections.push({ header: sectionHeader(step, body.kind, format), body });
  }
  return { path, sections, ...count(sections) };
}

function bodyOf({ old, new: now }: FileChange, budget: StepBudget): PatchBody {
  const before = old?.bytes ?? NOTHING;
  const after = now?.bytes ?? NOTHING;
  if (equalBytes(before, after)) return { kind: "empty" };
  const oldText = decodeText(before);
  const newText = decodeText(after);
  if (oldText === undefined || newText === undefined) {
    return { kind: "binary", old: before, new: after };
  }
  const oldLines = splitLines(oldText);
  const newLines = splitLines(newText);
  budget.nextFile();
  const changes = diffLines(oldLines, newLines, budget);
  return { kind: "text", hunks: hunks(oldLines, newLines, changes) };
}

function count(
  sections: readonly PatchSection[],
): Pick<FilePatch, "added" | "removed" | "binary"> {
  let added = 0;
  let removed = 0;
  let binary = false;
  for (const { body } of sections) {
    binary ||= body.kind === "binary";
    if (body.kind !== "text") continue;
    for (const { lines } of body.hunks) {
      for (const { sign } of lines) {
        if (sign === "+") added++;
        else if (sign === "-") removed++;
      }
    }
  }
  return { added, removed, binary };
}

function isLink({ mode }: FileVersion): boolean {
  return mode === "120000";
}

function same(old?: FileVersion, now?: FileVersion): boolean {
  if (!old || !now) return old === now;
  return old.mode === now.mode && equalBytes(old.bytes, now.bytes);
}

function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}
