import { HostError } from "../base/errors.ts";

/**
 * Refuses to start without the permissions that links need: Deno makes a
 * symbolic link only under unscoped read and write permission, and a run that
 * finds out after the download has wasted it (contract section 10).
 *
 * @throws {HostError} `permission-missing`
 */
export function requireLinkPermissions(): void {
  const granted = (["read", "write"] as const).every((name) =>
    Deno.permissions.querySync({ name }).state === "granted"
  );
  if (granted) return;
  throw new HostError(
    "permission-missing",
    "Deno makes symbolic links only under unscoped permissions: run with --allow-read and --allow-write, each without a path",
    { fix: "--allow-read --allow-write" },
  );
}
