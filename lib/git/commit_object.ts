import { damaged } from "./git_errors.ts";
import { isObjectId, type ObjectFormat } from "./object_format.ts";

/** The id of a commit's tree. Throws `SourceError` (`git-damaged`) when it names none. */
export function commitTree(body: Uint8Array, format: ObjectFormat): string {
  const line = new TextDecoder("latin1").decode(body.subarray(0, 70));
  const id = /^tree ([0-9a-f]+)\n/.exec(line)?.[1];
  if (id === undefined || !isObjectId(format, id)) {
    throw damaged("a commit object is malformed");
  }
  return id;
}
