import { SkillSourcesError } from "../base/errors.ts";
import { formatPosition } from "../base/position.ts";
import { findRef } from "../git/find_ref.ts";
import { openRemote } from "../git/open_remote.ts";
import { redirected } from "../git/redirected.ts";
import type { Finding } from "../base/finding.ts";
import type { RemoteCheck } from "../health/remote_check.ts";
import { discoverPin } from "../../recipes/mod.ts";
import type { SafePath } from "../base/ids.ts";
import type { CuratedContext } from "./curated_context.ts";
import type { CuratedSource } from "./curated_source.ts";

const LAYOUT = {
  skillsRoot: "skills" as SafePath,
  evalsRoot: "tools/skill-evals/evals" as SafePath,
};

/**
 * Asks for a source that the list does not pin: whether it answers, from
 * where, and whether it has the ref that the entry proposes. An entry with a
 * fault is not asked for. Throws only an interruption and faults of this tool.
 */
export async function checkPlace(
  { entry, findings }: CuratedSource,
  context: CuratedContext,
): Promise<RemoteCheck> {
  const { method, url, ref } = entry.descriptor;
  const faulty = findings.some(({ level }) => level === "error");
  if (faulty || method === undefined || url === undefined) {
    return { findings: [] };
  }
  const about = (finding: Omit<Finding, "source" | "path" | "line">) => ({
    ...finding,
    source: entry.id,
    path: entry.at.file,
    line: entry.at.line,
  });
  try {
    if (method.value === "svn-zip") {
      if (ref === undefined) return { findings: [] };
      const place = { url: url.value, ref: ref.value, method: method.value };
      await discoverPin(place, { ...context, layout: LAYOUT, provides: [] });
      return { findings: [] };
    }
    const remote = await openRemote(url.value, context);
    if (ref !== undefined) {
      const kind = method.value === "git-tag" ? "tag" : "branch";
      await findRef(remote, url.value, kind, ref.value);
    }
    return { findings: redirected(url.value, remote.redirectedTo).map(about) };
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof SkillSourcesError)) throw error;
    return {
      findings: [about({
        rule: error.code,
        level: "error",
        message: `${formatPosition(entry.at)}: ${error.message}`,
      })],
    };
  }
}
