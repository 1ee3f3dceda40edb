import type { RemoteChecks } from "../health/check_remotes.ts";

/** The key of a source's `--json` entry that names its newest release, where one is newer. */
export function newerOf(
  remote: RemoteChecks | undefined,
  id: string,
): { readonly newer?: string } {
  const newer = remote?.newer.get(id);
  return newer === undefined ? {} : { newer };
}
