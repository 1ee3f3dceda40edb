import { readOrganizations } from "../adopter/layer_files.ts";
import { loadAdopter } from "../adopter/load_adopter.ts";
import { isSound } from "../appraise/is_sound.ts";
import { vouch } from "../appraise/vouch.ts";
import { vouchRequest } from "../appraise/vouch_request.ts";
import { UsageError } from "../base/errors.ts";
import { MAX_LAYER_FILE_BYTES } from "../base/limits.ts";
import { chosenOrganization } from "../curate/chosen_organization.ts";
import { ORGANIZATION_LIST_TEMPLATE } from "../curate/organization_list_template.ts";
import { writeBeside } from "../curate/write_beside.ts";
import { requireSshPermission } from "../git/ssh_permission.ts";
import { appendEntry } from "../trust/append_entry.ts";
import { redactUrl } from "../trust/redact_url.ts";
import { readTarget } from "../vouch/target.ts";
import { requireLinkPermissions } from "../wiring/require_link_permissions.ts";
import type { CommandContext, CommandResult } from "./command.ts";
import { httpClient } from "./http_client.ts";
import { readVouchOptions } from "./read_vouch_options.ts";
import { declinedReport, reviewText, vouchedReport } from "./vouch_report.ts";

/**
 * `org add`: looks at a source as `vouch` does and prints the entry that an
 * organization lists it by; with `--write` it is added to the organization's
 * list in this repository (contract section 6).
 */
export async function run(context: CommandContext): Promise<CommandResult> {
  const { options: given, arguments: [url = ""], ui } = context;
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
  const append = (yaml: string) =>
    appendEntry(before, path, yaml, {
      layer: "organization",
      template: ORGANIZATION_LIST_TEMPLATE,
    });
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
  // A list that can take no such entry is said before anything is fetched.
  append(`- id: ${request.id}\n`);
  requireLinkPermissions();
  requireSshPermission([request.url]);
  const write = given.write === true;
  const first = `Fetch ${
    redactUrl(request.url)
  } to look at it, and add ${request.id} to ${path}?`;
  if (write && !await ui.confirm(first)) return declinedReport(adopter);
  const vouched = await vouch(request, options, adopter, organizations, {
    http: await httpClient(context),
    signal: context.signal,
    env: context.env,
    progress: (text) => ui.progress(text),
  });
  ui.aside?.(reviewText(vouched));
  const report = (written: boolean) => {
    const { document, ...rest } = vouchedReport(adopter, vouched, {
      path,
      written,
    });
    const { trust_list: list, ...own } = document;
    return { ...rest, document: { ...own, list, listed_by: organization } };
  };
  if (!write || !isSound(vouched, given.strict === true)) {
    if (write) ui.aside?.(`${path} is left as it is, for what was found`);
    return report(false);
  }
  const bytes = append(vouched.entry);
  if (!await ui.confirm(`Add ${request.id} to ${path}?`)) {
    return declinedReport(adopter);
  }
  writeBeside(root, path, before, bytes);
  ui.aside?.(
    `Added ${request.id} to ${path}; next: skill-sources registry render`,
  );
  return report(true);
}
