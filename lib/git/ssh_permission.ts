import { HostError } from "../base/errors.ts";
import { isSshUrl } from "./ssh_url.ts";

/** Variables that git and ssh are given beside what is fixed. */
export const SSH_VARIABLES = ["PATH", "HOME", "SSH_AUTH_SOCK"] as const;

/** The flags of Deno that a source over ssh needs on top. */
export const SSH_FLAGS = `--allow-run=git --allow-env=${
  SSH_VARIABLES.join(",")
}`;

/**
 * Refuses to start when one of `urls` is reached by ssh and Deno may not run
 * git or read where ssh's agent listens: asking for consent and fetching from
 * others first would waste both (contract section 10). Other urls need
 * neither.
 *
 * @throws {HostError} `permission-missing`
 */
export function requireSshPermission(urls: Iterable<string>): void {
  if (![...urls].some(isSshUrl)) return;
  const lacks = [
    ...(granted({ name: "run", command: "git" }) ? [] : ["--allow-run=git"]),
    ...missingVariables(),
  ];
  if (lacks.length === 0) return;
  throw new HostError(
    "permission-missing",
    `A source is reached by ssh, for which the system's git has to be installed and Deno lacks ${
      lacks.join(" and ")
    }`,
    { fix: SSH_FLAGS },
  );
}

function missingVariables(): string[] {
  const missing = SSH_VARIABLES.filter((variable) =>
    !granted({ name: "env", variable })
  );
  return missing.length === 0 ? [] : [`--allow-env=${missing.join(",")}`];
}

function granted(permission: Deno.PermissionDescriptor): boolean {
  return Deno.permissions.querySync(permission).state === "granted";
}
