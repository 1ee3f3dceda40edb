import type { SafePath } from "../base/ids.ts";

/** Name of an agent, as `agents:` in project.md and `--agents` spell it. */
export type AgentId =
  | "universal"
  | "claude-code"
  | "github"
  | "windsurf"
  | "goose"
  | "kiro";

/** An agent and its skills folder. */
export interface Agent {
  readonly id: AgentId;
  /** Folder below the checkout's root, always two components deep. */
  readonly folder: SafePath;
  /** Whether it is wired unasked: always, or only where its folder stands already. */
  readonly automatic: "always" | "when-standing";
}

function agent(
  id: AgentId,
  folder: string,
  automatic: Agent["automatic"],
): Agent {
  return { id, folder: folder as SafePath, automatic };
}

/** Every agent that links are made for; the one table of its kind (contract section 5). */
export const AGENTS: readonly Agent[] = [
  agent("universal", ".agents/skills", "always"),
  agent("claude-code", ".claude/skills", "always"),
  agent("github", ".github/skills", "always"),
  agent("windsurf", ".windsurf/skills", "when-standing"),
  agent("goose", ".goose/skills", "when-standing"),
  agent("kiro", ".kiro/skills", "when-standing"),
];

/** The folder of the canonical links, which every relay leads through. */
export const CANONICAL_FOLDER: SafePath = ".agents/skills" as SafePath;

/** The agent named `text`. */
export function agentId(text: string): AgentId | undefined {
  return AGENTS.find((agent) => agent.id === text)?.id;
}

/** Sorts names into agents, in the table's order, and names that are no agent's. */
export function agentIds(
  names: readonly string[],
): { readonly known: readonly AgentId[]; readonly unknown: readonly string[] } {
  return {
    known: AGENTS.map(({ id }) => id).filter((id) => names.includes(id)),
    unknown: names.filter((name) => agentId(name) === undefined),
  };
}
