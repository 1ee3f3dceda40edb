import { UsageError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { nearest } from "../base/nearest.ts";
import { type AgentId, agentId, AGENTS } from "../wiring/agents.ts";
import type { Adopter } from "./load_adopter.ts";

/** The agents named for the project and for this checkout, and names nobody knows. */
export interface AgentNames {
  readonly project?: readonly AgentId[];
  readonly checkout?: readonly AgentId[];
  readonly findings: readonly Finding[];
}

/**
 * Reads the agents of `project.md`, of the command line or, when that names
 * none, of the choice this checkout made earlier.
 *
 * @param named `--agents`
 * @throws {UsageError} `usage` for a name on the command line that is no agent's.
 */
export function agentNames(
  adopter: Adopter,
  named: readonly string[] | undefined,
): AgentNames {
  const findings: Finding[] = [];
  const unknown = (name: string) => {
    const guess = nearest(name, AGENTS.map(({ id }) => id));
    return `The agent ${name} is not known: ${
      guess === undefined
        ? `it is one of ${AGENTS.map(({ id }) => id).join(", ")}`
        : `did you mean ${guess}?`
    }`;
  };
  const checkout = (named ?? adopter.locks.local?.agents)?.flatMap((name) => {
    const id = agentId(name);
    if (id !== undefined) return [id];
    if (named !== undefined) throw new UsageError("usage", unknown(name));
    return [];
  });
  const project = adopter.config.agents?.flatMap((name) => {
    const id = agentId(name);
    if (id !== undefined) return [id];
    findings.push({
      rule: "value-invalid",
      level: "warning",
      message: unknown(name),
      path: ".apache-magpie-overrides/project.md",
    });
    return [];
  });
  return {
    // A slip in the only name must not take every link away.
    ...(project === undefined || project.length === 0 ? {} : { project }),
    ...(checkout === undefined ? {} : { checkout }),
    findings,
  };
}
