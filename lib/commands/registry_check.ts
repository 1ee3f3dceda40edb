import { workingTreeFiles } from "../adopter/adopter_files.ts";
import { REGISTRY, renderRegistry } from "../curate/render_registry.ts";
import { findRepository } from "../repository/find_repository.ts";
import type { CommandContext, CommandResult } from "./command.ts";

/**
 * `registry check`: whether the tables of the registry are what
 * `registry render` would write (contract section 6), for CI. Writes nothing.
 */
export function run(context: CommandContext): Promise<CommandResult> {
  return Promise.resolve().then(() => check(context));
}

function check({ cwd, options }: CommandContext): CommandResult {
  const { root } = findRepository(cwd, { noGit: options["no-git"] === true });
  const { findings, line, sources, before } = renderRegistry(
    workingTreeFiles(root),
  );
  const stale = line === undefined ? [] : [{
    rule: "registry-stale" as const,
    level: "error" as const,
    message: before === undefined
      ? `${REGISTRY} does not exist`
      : `${REGISTRY}:${line}: The table is not what the organization files say`,
    path: REGISTRY,
    line,
    fix: "skill-sources registry render",
  }];
  return {
    document: { file: REGISTRY, sources, current: line === undefined },
    findings: [...findings, ...stale],
    text: line === undefined ? `${REGISTRY}: ${sources} sources.\n` : "",
  };
}
