import type { Adopter } from "../adopter/load_adopter.ts";
import type { CommandContext, CommandResult } from "./command.ts";

/**
 * What `--since` adds to a report: the changes of trust, and the commit that
 * was compared with. Nothing where the option was not given.
 */
export async function changesOfTrust(
  adopter: Adopter,
  { options: { since: revision } }: CommandContext,
): Promise<Pick<CommandResult, "document" | "findings">> {
  if (typeof revision !== "string") return { document: {}, findings: [] };
  const { trustSince } = await import("../lint/trust_since.ts");
  const { commit, findings } = await trustSince(adopter, revision);
  return { document: { since: { revision, commit } }, findings };
}
