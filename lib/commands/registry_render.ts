import { workingTreeFiles } from "../adopter/adopter_files.ts";
import { REGISTRY, renderRegistry } from "../curate/render_registry.ts";
import { writeBeside } from "../curate/write_beside.ts";
import { findRepository } from "../repository/find_repository.ts";
import type { CommandContext, CommandResult } from "./command.ts";

/**
 * `registry render`: writes the tables of the registry from the organization
 * files (contract section 6). Where one of those does not hold, nothing is
 * written: its sources would be missing.
 */
export async function run(context: CommandContext): Promise<CommandResult> {
  const { cwd, options, ui } = context;
  const { root } = findRepository(cwd, { noGit: options["no-git"] === true });
  const rendered = renderRegistry(workingTreeFiles(root));
  const { findings, line, sources, before, after } = rendered;
  const result = (changed: boolean, text: string): CommandResult => ({
    document: { file: REGISTRY, sources, changed },
    findings,
    text,
  });
  if (findings.length > 0) return result(false, "");
  if (line === undefined) return result(false, "Nothing changed.\n");
  if (
    !await ui.confirm(`Write ${REGISTRY}, which differs from line ${line}?`)
  ) {
    return {
      ...result(false, ""),
      findings: [{
        rule: "consent-needed",
        level: "error",
        message: "the question was answered with no; nothing was changed",
      }],
    };
  }
  writeBeside(root, REGISTRY, before, after);
  return result(true, `Wrote ${REGISTRY}: ${sources} sources.\n`);
}
