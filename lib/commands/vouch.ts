import { readOrganizations } from "../adopter/layer_files.ts";
import { loadAdopter } from "../adopter/load_adopter.ts";
import { addEntry, trustListPath } from "../appraise/add_entry.ts";
import { isSound } from "../appraise/is_sound.ts";
import { vouch } from "../appraise/vouch.ts";
import type { VouchRequest } from "../appraise/request.ts";
import { vouchRequest } from "../appraise/vouch_request.ts";
import { requireSshPermission } from "../git/ssh_permission.ts";
import { appendEntry } from "../trust/append_entry.ts";
import { redactUrl } from "../trust/redact_url.ts";
import { requireLinkPermissions } from "../wiring/require_link_permissions.ts";
import type { CommandContext, CommandResult } from "./command.ts";
import { httpClient } from "./http_client.ts";
import { readVouchOptions } from "./read_vouch_options.ts";
import { declinedReport, reviewText, vouchedReport } from "./vouch_report.ts";

/**
 * `vouch`: looks at a source that nobody trusts yet and prints the entry that
 * vouches for it; with `--write` it is added to the trust list (contract
 * section 6). The entry alone goes to stdout, the review beside it.
 */
export async function run(context: CommandContext): Promise<CommandResult> {
  const { options: given, ui } = context;
  const adopter = await loadAdopter(context.cwd, {
    noGit: given["no-git"] === true,
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
  const write = given.write === true;
  requireLinkPermissions();
  requireSshPermission([request.url]);
  if (write) {
    // A list that can take no entry is said before anything is fetched for it.
    appendEntry(adopter.trustList?.bytes, path, `- id: ${request.id}\n`);
    if (!await ui.confirm(firstQuestion(request, path))) {
      return declinedReport(adopter);
    }
  }
  const vouched = await vouch(request, options, adopter, organizations, {
    http: await httpClient(context),
    signal: context.signal,
    env: context.env,
    progress: (text) => ui.progress(text),
  });
  ui.aside?.(reviewText(vouched));
  if (!write) return vouchedReport(adopter, vouched, { path });
  if (!isSound(vouched, given.strict === true)) {
    ui.aside?.(`${path} is left as it is, for what was found`);
    return vouchedReport(adopter, vouched, { path });
  }
  const bytes = appendEntry(adopter.trustList?.bytes, path, vouched.entry);
  if (!await ui.confirm(`Add ${request.id} to ${path}?`)) {
    return declinedReport(adopter);
  }
  const recovered = await addEntry(adopter, path, bytes, context);
  ui.aside?.(`Added ${request.id} to ${path}; next: skill-sources setup`);
  return vouchedReport(adopter, vouched, { path, written: true, recovered });
}

/** Asked before any network use: who nobody can ask must have said `--yes`. */
function firstQuestion({ id, url }: VouchRequest, path: string): string {
  return `Fetch ${redactUrl(url)} to look at it, and add ${id} to ${path}?`;
}
