import { binaryBlock } from "./binary_block.ts";
import type { FileChange } from "./file_change.ts";
import type { FilePatch } from "./file_patch.ts";
import { hunkText } from "./hunk_text.ts";
import { patchFile, type PatchOptions } from "./patch_file.ts";
import { StepBudget } from "./step_budget.ts";

/**
 * A patch in git's form, as `git diff --binary --full-index --no-renames`
 * prints it: `git apply` turns the old files into the new ones byte for byte,
 * and `git apply -R` back. It is valid UTF-8 whatever the files hold. Files are
 * taken one at a time and written in the order given; git's own is that of the
 * paths' bytes. Yields chunks of text.
 */
export async function* writePatch(
  changes: Iterable<FileChange> | AsyncIterable<FileChange>,
  options: PatchOptions = {},
): AsyncGenerator<string> {
  const budget = options.budget ?? new StepBudget();
  for await (const change of changes) {
    yield* patchChunks(patchFile(change, { ...options, budget }));
  }
}

/** The text of one file's part of a patch, in chunks. */
export function* patchChunks({ sections }: FilePatch): Generator<string> {
  for (const { header, body } of sections) {
    yield header.join("\n") + "\n";
    if (body.kind === "text") {
      for (const hunk of body.hunks) yield hunkText(hunk);
    } else if (body.kind === "binary") {
      yield* binaryBlock(body.new);
      yield* binaryBlock(body.old);
    }
  }
}
