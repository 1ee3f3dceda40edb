import { readOrganizations } from "../adopter/layer_files.ts";
import { loadAdopter } from "../adopter/load_adopter.ts";
import { vouchRequest } from "../appraise/vouch_request.ts";
import { UsageError } from "../base/errors.ts";
import { MAX_LAYER_FILE_BYTES } from "../base/limits.ts";
import { chosenOrganization } from "../curate/chosen_organization.ts";
import { ORGANIZATION_LIST_TEMPLATE } from "../curate/organization_list_template.ts";
import { requireUnlisted, withoutEntry } from "../curate/standing_entry.ts";
import { writeBeside } from "../curate/write_beside.ts";
import { appendEntry } from "../trust/append_entry.ts";
import { readTarget } from "../vouch/target.ts";
import { addSource } from "./add_source.ts";
import type { CommandContext, CommandResult } from "./command.ts";
import { readVouchOptions } from "./read_vouch_options.ts";

/**
 * `org add`: looks at a source as `vouch` does and prints the entry that an
 * organization lists it by; with `--write` it is added to the organization's
 * list in this repository (contract section 6).
 */
export async function run(context: CommandContext): Promise<CommandResult> {
  const { options: given, arguments: [url = ""] } = context;
  const loaded = await loadAdopter(context.cwd, {
    noGit: given["no-git"] === true,
  });
  // What this repository itself trusts is another list's business.
  const adopter = { ...loaded, trustList: undefined };
  const { root, files } = adopter;
  const found = readOrganizations(files);
  const organization = chosenOrganization(
    typeof given.org === "string" ? given.org : undefined,
    adopter.config.organization,
    found,
    true,
  );
  const options = readVouchOptions(context, root);
  if (readTarget(url, options.method).kind !== "url") {
    throw new UsageError("usage", "`org add` takes a url, not an id.");
  }
  const path = `organizations/${organization}/skill-sources.md`;
  const before = files.read(path, MAX_LAYER_FILE_BYTES);
  const organizations = {
    ...found,
    known: new Set([...found.known, organization]),
  };
  const request = vouchRequest(
    url,
    { ...options, organization: options.organization ?? organization },
    adopter,
    organizations,
  );
  if (given.write === true) requireUnlisted(found, path, request.id);
  return await addSource(
    context,
    {
      request,
      options,
      adopter,
      organizations: withoutEntry(organizations, path, request.id),
    },
    {
      path,
      named: { list: path, listed_by: organization },
      next: "skill-sources registry render",
      append: (yaml) =>
        appendEntry(before, path, yaml, {
          layer: "organization",
          template: ORGANIZATION_LIST_TEMPLATE,
        }),
      write: (bytes) => {
        writeBeside(root, path, before, bytes);
        return Promise.resolve([]);
      },
    },
  );
}
