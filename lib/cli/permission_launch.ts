import { NAME } from "../base/project.ts";
import type { Finding } from "../base/finding.ts";
import { neededBy } from "./needed_by.ts";
import type { ParsedLine } from "./parse_arguments.ts";
import { permissionFlags } from "./permissions.ts";

/**
 * A finding about a permission that Deno lacks, mended by the launcher
 * (`bin/skill-sources`), which grants it for this command line. Where it was
 * found only the flags are known, which stay where the launcher grants them to
 * no line: a runner of the person's own, say.
 */
export function withLauncher(
  finding: Finding,
  line: Pick<ParsedLine, "command" | "options">,
): Finding {
  if (finding.rule !== "permission-missing") return finding;
  const { needs, option } = neededBy(line);
  const [run] = /--allow-run=\S+/.exec(finding.fix ?? "") ?? [];
  const ssh = needs === "network" && run === "--allow-run=git";
  if (run !== undefined && !permissionFlags(needs, { ssh }).includes(run)) {
    return finding;
  }
  const words = [
    ...(ssh ? ["SKILL_SOURCES_SSH=1"] : []),
    NAME,
    line.command.name,
    ...(option === undefined ? [] : [`--${option}`]),
  ];
  return { ...finding, fix: words.join(" ") };
}
