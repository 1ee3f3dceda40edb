import type { SourceId } from "../base/ids.ts";

/** What a person does who wants the committed lock to follow the trust list. */
export function movePinFix(id: SourceId): string {
  return `undo the edit of the trust list; or review the new pin, delete the block of ${id} from .apache-magpie.sources.lock, run skill-sources setup and commit both files`;
}
