import { HostError } from "../base/errors.ts";

/**
 * Refuses before anything is asked or written where Deno may not use the
 * network at all. `option` names what needs it: `verify --remote`.
 *
 * @throws {HostError} `permission-missing`
 */
export function requireNetPermission(option: string): void {
  const { state } = Deno.permissions.querySync({ name: "net" });
  if (state !== "denied") return;
  throw new HostError(
    "permission-missing",
    `${option} asks the sources' servers, and Deno was started without network access; run it with the permissions that its --help lists.`,
    { fix: "--allow-net" },
  );
}
