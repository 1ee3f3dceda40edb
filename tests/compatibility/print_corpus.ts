/**
 * Prints the corpus as JSON lines, `name` and `text`, for whoever asks the
 * other reader anew: each descriptor goes to
 * `organizations/ASF/skill-sources.md`, each pointer to
 * `skills/read-mail/source.md`, in a repository whose organizations are `ASF`
 * and `independent` and whose list declares `acme`. What it says goes to
 * `verdicts.json`: the declared ids, or `null` where it names a fault.
 */
import { corpus } from "./corpus.ts";

for (const { name, text } of corpus()) {
  console.log(JSON.stringify({ name, text }));
}
