import { isAbsolute, relative, resolve } from "node:path";
import { readOrganizations } from "../adopter/layer_files.ts";
import { type Adopter, loadAdopter } from "../adopter/load_adopter.ts";
import { addEntry, trustListPath } from "../appraise/add_entry.ts";
import { vouch, type Vouched } from "../appraise/vouch.ts";
import type { VouchOptions } from "../appraise/vouch_options.ts";
import { type VouchRequest, vouchRequest } from "../appraise/vouch_request.ts";
import { UsageError } from "../base/errors.ts";
import { requireSshPermission } from "../git/ssh_permission.ts";
import { appendEntry } from "../trust/append_entry.ts";
import type { Checked } from "../trust/checked.ts";
import { checkFingerprint, checkMethod, checkSkill } from "../trust/grammar.ts";
import { checkKeys } from "../trust/keys.ts";
import { checkLayoutPath } from "../trust/paths.ts";
import { redactUrl } from "../trust/redact_url.ts";
import { requireLinkPermissions } from "../wiring/require_link_permissions.ts";
import type { CommandContext, CommandResult, OptionValue } from "./command.ts";
import { httpClient } from "./http_client.ts";
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
  const options = readOptions(context, adopter);
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

/** What is wrong with a source is not written down as trusted. */
function isSound({ findings }: Vouched, strict: boolean): boolean {
  return !findings.some(({ level }) =>
    level === "error" || (strict && level === "warning")
  );
}

function readOptions(
  { options, cwd }: CommandContext,
  adopter: Adopter,
): VouchOptions {
  const ref = text(options.ref);
  const id = text(options.id);
  const organization = text(options.organization);
  const keys = text(options.keys);
  const method = checked(options.method, checkMethod);
  const skillsRoot = checked(
    options["skills-root"],
    (path) => checkLayoutPath(path, "skills_root"),
  );
  const evalsRoot = checked(
    options["evals-root"],
    (path) => checkLayoutPath(path, "evals_root"),
  );
  const signedBy = list(options["signed-by"], checkFingerprint);
  return {
    ...(ref === undefined ? {} : { ref }),
    ...(id === undefined ? {} : { id }),
    ...(organization === undefined ? {} : { organization }),
    ...(method === undefined ? {} : { method }),
    ...(skillsRoot === undefined ? {} : { skillsRoot }),
    ...(evalsRoot === undefined ? {} : { evalsRoot }),
    ...(keys === undefined ? {} : { keys: keysOf(keys, cwd, adopter.root) }),
    ...(signedBy.length === 0 ? {} : { signedBy }),
    skills: list(options.skills, checkSkill),
  };
}

/** A path is given from the caller's folder and stands in the trust list from the root. */
function keysOf(keys: string, cwd: string, root: string): string {
  const isUrl = /^[A-Za-z][A-Za-z0-9+.-]+:|@/.test(keys);
  const path = isUrl ? keys : relative(root, resolve(cwd, keys));
  if (path.startsWith("..") || isAbsolute(path)) {
    throw new UsageError(
      "usage",
      "The keys have to be a url, or a file in this repository, so that everybody who clones it has them.",
    );
  }
  return holding(checkKeys(path));
}

function text(value: OptionValue): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function checked<T>(
  value: OptionValue,
  check: (text: string) => Checked<T>,
): T | undefined {
  return typeof value === "string" ? holding(check(value)) : undefined;
}

function list<T>(value: OptionValue, check: (text: string) => Checked<T>): T[] {
  return Array.isArray(value) ? value.map((item) => holding(check(item))) : [];
}

function holding<T>(result: Checked<T>): T {
  if (result.fault === undefined) return result.value;
  throw new UsageError("usage", `${result.fault}.`);
}
