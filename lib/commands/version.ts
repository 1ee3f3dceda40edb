import project from "../../deno.json" with { type: "json" };
import type { CommandResult } from "./command.ts";

/** `version`: the tool's version, and Deno's for a bug report. */
export function run(): Promise<CommandResult> {
  const { version } = project;
  return Promise.resolve({
    document: { version, deno: Deno.version.deno },
    findings: [],
    text: `skill-sources ${version} (deno ${Deno.version.deno})`,
  });
}
