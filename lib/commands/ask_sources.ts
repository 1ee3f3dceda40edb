import type { CheckedSource } from "../health/check_source.ts";
import { checkRemotes, type RemoteChecks } from "../health/check_remotes.ts";
import { requireNetPermission } from "../http/require_net_permission.ts";
import { makeScratchArea } from "../store/scratch_area.ts";
import type { CommandContext } from "./command.ts";
import { httpClient } from "./http_client.ts";

/** What asking nobody gives. */
export const NOT_ASKED: RemoteChecks = { findings: [], newer: new Map() };

/**
 * Asks the servers of `sources` what they say now, in a folder outside the
 * repository. `option` names what needs that: `verify --remote`.
 *
 * @throws {HostError} `permission-missing`, `disk-error`
 */
export async function askSources(
  sources: readonly CheckedSource[],
  option: string,
  { archives }: { readonly archives: boolean },
  context: CommandContext,
): Promise<RemoteChecks> {
  requireNetPermission(option);
  using area = makeScratchArea();
  context.ui.progress(`asking ${sources.length} sources`);
  return await checkRemotes(sources, {
    http: await httpClient(context),
    scratch: area.root,
    signal: context.signal,
    env: context.env,
    archives,
  });
}
