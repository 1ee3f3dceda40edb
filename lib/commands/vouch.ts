import { readOrganizations } from "../adopter/layer_files.ts";
import { loadAdopter } from "../adopter/load_adopter.ts";
import { addEntry, trustListPath } from "../appraise/add_entry.ts";
import { vouchRequest } from "../appraise/vouch_request.ts";
import { appendEntry } from "../trust/append_entry.ts";
import { addSource } from "./add_source.ts";
import type { CommandContext, CommandResult } from "./command.ts";
import { readVouchOptions } from "./read_vouch_options.ts";

/**
 * `vouch`: looks at a source that nobody trusts yet and prints the entry that
 * vouches for it; with `--write` it is added to the trust list (contract
 * section 6). The entry alone goes to stdout, the review beside it.
 */
export async function run(context: CommandContext): Promise<CommandResult> {
  const adopter = await loadAdopter(context.cwd, {
    noGit: context.options["no-git"] === true,
  });
  const options = readVouchOptions(context, adopter.root);
  const organizations = readOrganizations(adopter.files);
  const request = vouchRequest(
    context.arguments[0] ?? "",
    options,
    adopter,
    organizations,
  );
  const path = trustListPath(adopter);
  return await addSource(
    context,
    { request, options, adopter, organizations },
    {
      path,
      named: { trust_list: path },
      next: "skill-sources setup",
      append: (yaml) => appendEntry(adopter.trustList?.bytes, path, yaml),
      write: (bytes) => addEntry(adopter, path, bytes, context),
    },
  );
}
