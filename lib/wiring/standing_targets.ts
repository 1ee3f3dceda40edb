import { dirname, join, resolve } from "node:path";
import type { Finding } from "../base/finding.ts";
import type { SafePath } from "../base/ids.ts";
import { folderState } from "../repository/real_folder.ts";
import {
  type Agent,
  type AgentId,
  AGENTS,
  CANONICAL_FOLDER,
} from "./agents.ts";

/** The agents somebody named; `universal` stands whether named or not. */
export interface AgentChoice {
  /** `agents:` of project.md. */
  readonly project?: readonly AgentId[];
  /** `--agents`, for this checkout alone: it replaces the project's. */
  readonly checkout?: readonly AgentId[];
}

/** Where links are made in a checkout. */
export interface StandingTargets {
  /** Target folders to be linked; `.agents/skills` first. Empty when that is not real. */
  readonly folders: readonly SafePath[];
  /** Target folders whose ignore lines belong in `.gitignore`: these and the project's. */
  readonly ignored: readonly SafePath[];
  /** `target-is-link`: warnings for skipped folders, errors for unusable ones. */
  readonly findings: readonly Finding[];
}

/**
 * Finds the target folders (contract section 5). A folder that is a symbolic
 * link is skipped: a relay written through `.claude/skills` →
 * `../.agents/skills` would replace the canonical link by a link to itself.
 *
 * @param root Real absolute path of the checkout.
 */
export function standingTargets(
  root: string,
  choice: AgentChoice = {},
): StandingTargets {
  const chosen = wanted(root, choice.checkout ?? choice.project);
  const project = wanted(root, choice.project);
  const findings: Finding[] = [];
  const real = new Set<Agent>();
  for (const agent of AGENTS) {
    if (!chosen.has(agent) && !project.has(agent)) continue;
    const finding = judge(root, agent);
    if (finding === undefined) real.add(agent);
    else if (chosen.has(agent)) findings.push(finding);
  }
  const canonical = AGENTS.some((agent) =>
    agent.folder === CANONICAL_FOLDER && real.has(agent)
  );
  return {
    folders: canonical
      ? AGENTS.filter((agent) => chosen.has(agent) && real.has(agent))
        .map(({ folder }) => folder)
      : [],
    ignored: AGENTS.filter((agent) => real.has(agent))
      .map(({ folder }) => folder),
    findings,
  };
}

function wanted(
  root: string,
  named: readonly AgentId[] | undefined,
): ReadonlySet<Agent> {
  return new Set(AGENTS.filter((agent) => {
    if (agent.folder === CANONICAL_FOLDER) return true;
    if (named !== undefined) return named.includes(agent.id);
    if (agent.automatic === "always") return true;
    const { state } = folderState(root, agent.folder);
    return state === "folder" || state === "link";
  }));
}

/** What keeps links out of an agent's folder; undefined when nothing does. */
function judge(root: string, { folder }: Agent): Finding | undefined {
  const found = folderState(root, folder);
  if (found.state === "folder" || found.state === "absent") return undefined;
  const { at } = found;
  const error = (what: string): Finding => ({
    rule: "target-is-link",
    level: "error",
    message: `${at} ${what}: put a real folder there`,
    path: at,
  });
  if (found.state === "other") {
    return error(
      "is neither a folder nor absent, so no link can be made below it",
    );
  }
  const leadsTo = realFolder(join(root, at)) ?? canonicalToBe(root, at);
  if (leadsTo === undefined) {
    return error("is a symbolic link that leads to no folder");
  }
  if (folder === CANONICAL_FOLDER) {
    return error(
      "is a symbolic link, but the canonical links need a real folder",
    );
  }
  return {
    rule: "target-is-link",
    level: "warning",
    message: leadsTo === join(root, CANONICAL_FOLDER)
      ? `${at} is a symbolic link to ${CANONICAL_FOLDER}, so it needs no links of its own and gets none`
      : `${at} is a symbolic link, so no links are made below it: put a real folder there to have them`,
    path: at,
  };
}

/**
 * The canonical folder, where the link at `at` leads to it and it is not made
 * yet, as in a fresh clone: after the first run the link is sound.
 */
function canonicalToBe(root: string, at: string): string | undefined {
  const canonical = join(root, CANONICAL_FOLDER);
  if (folderState(root, CANONICAL_FOLDER).state !== "absent") return undefined;
  const leadsTo = resolve(root, dirname(at), Deno.readLinkSync(join(root, at)));
  return leadsTo === canonical || leadsTo === dirname(canonical)
    ? leadsTo
    : undefined;
}

function realFolder(path: string): string | undefined {
  try {
    return Deno.statSync(path).isDirectory
      ? Deno.realPathSync(path)
      : undefined;
  } catch {
    return undefined;
  }
}
