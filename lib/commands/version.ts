import { VERSION } from "../base/project.ts";
import type { CommandResult } from "./command.ts";

/** `version`: the tool's version, and Deno's for a bug report. */
export function run(): Promise<CommandResult> {
  return Promise.resolve({
    document: { version: VERSION, deno: Deno.version.deno },
    findings: [],
    text: `skill-sources ${VERSION} (deno ${Deno.version.deno})`,
  });
}
