import type { Organizations } from "../adopter/layer_files.ts";
import type { Adopter } from "../adopter/load_adopter.ts";
import { isSound } from "../appraise/is_sound.ts";
import type { VouchRequest } from "../appraise/request.ts";
import { vouch } from "../appraise/vouch.ts";
import type { VouchOptions } from "../appraise/vouch_options.ts";
import type { Finding } from "../base/finding.ts";
import { requireSshPermission } from "../git/ssh_permission.ts";
import { countLevels } from "../report/count_levels.ts";
import { renderText } from "../report/render_text.ts";
import { redactUrl } from "../trust/redact_url.ts";
import { requireLinkPermissions } from "../wiring/require_link_permissions.ts";
import type { CommandContext, CommandResult } from "./command.ts";
import { httpClient } from "./http_client.ts";
import { declinedReport, reviewText, vouchedReport } from "./vouch_report.ts";

/** What is to be looked at, and among what. */
export interface SourceToAdd {
  readonly request: VouchRequest;
  readonly options: VouchOptions;
  readonly adopter: Adopter;
  readonly organizations: Organizations;
}

/** The list that the entry belongs to. */
export interface ListToExtend {
  readonly path: string;
  /** How the document of `--json` names it. */
  readonly named: Readonly<Record<string, string>>;
  /** What to run once the entry stands there. */
  readonly next: string;
  /**
   * The list's bytes with `yaml` behind them.
   *
   * @throws {ConfigError} when it can take no such entry
   */
  append(yaml: string): Uint8Array;
  /** Writes the list; what was found of an earlier run. */
  write(bytes: Uint8Array): Promise<readonly Finding[]>;
}

/**
 * What `vouch` and `org add` have in common: looks at a source, shows what it
 * brings, and prints its entry; with `--write` it asks before it fetches, and
 * again with all that was found before it adds the entry to the list (contract
 * section 6, "Consent").
 */
export async function addSource(
  context: CommandContext,
  { request, options, adopter, organizations }: SourceToAdd,
  list: ListToExtend,
): Promise<CommandResult> {
  const { options: given, ui } = context;
  const { id, url } = request;
  const { path, named } = list;
  const write = given.write === true;
  requireLinkPermissions();
  requireSshPermission([url]);
  if (write) {
    // A list that can take no entry is said before anything is fetched for it.
    list.append(`- id: ${id}\n`);
    if (!await ui.confirm(`Fetch ${redactUrl(url)} to look at it?`)) {
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
  if (!write) return vouchedReport(adopter, vouched, { named });
  if (!isSound(vouched, given.strict === true)) {
    ui.aside?.(`${path} is left as it is, for what was found`);
    return vouchedReport(adopter, vouched, { named });
  }
  const { entry, findings } = vouched;
  const bytes = list.append(entry);
  const question = `${about(findings)}Add ${id} to ${path}?`;
  if (!await ui.confirm(question, findings)) return declinedReport(adopter);
  const recovered = await list.write(bytes);
  ui.aside?.(`Added ${id} to ${path}; next: ${list.next}`);
  return vouchedReport(adopter, vouched, { named, written: true, recovered });
}

/** What was found, and how much of it, for whoever decides. */
function about(findings: readonly Finding[]): string {
  if (findings.length === 0) return "";
  const told = renderText(findings, { color: false, counts: false });
  return `${told}${countLevels(findings)} about it. `;
}
