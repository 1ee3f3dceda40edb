import type { Adopter } from "../adopter/load_adopter.ts";

/** The line that says which of the written files are for the repository; empty for none. */
export function commitLine(
  { repository }: Pick<Adopter, "repository">,
  written: readonly string[],
): string {
  if (repository.gitDir === undefined || written.length === 0) return "";
  const last = written.at(-1)!;
  const others = written.slice(0, -1).join(", ");
  return `To commit: ${others === "" ? last : `${others} and ${last}`}.\n`;
}
