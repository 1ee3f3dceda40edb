import type { Adopter } from "../adopter/load_adopter.ts";
import { agentNames } from "../adopter/named_agents.ts";
import { HostError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { snapshotsFolderStands } from "../store/snapshots_folder.ts";
import { checkIgnoreEffect } from "../wiring/ignore_effect.ts";
import {
  ignoreLines,
  missingIgnoreLines,
  planIgnore,
} from "../wiring/ignore_lines.ts";
import { DEFAULT_PREFIX } from "../wiring/link_text.ts";
import { readIgnoreFile } from "../wiring/read_ignore_file.ts";
import { standingTargets } from "../wiring/standing_targets.ts";

/**
 * The agents that are named, the folders of their links, the ignore lines and
 * what those bring about. Before the first `setup` there is nothing that lines
 * would have to hide, and in a framework checkout never.
 */
export function checkIgnore(adopter: Adopter): Finding[] {
  const { root, config, repository, tracked, locks } = adopter;
  const agents = agentNames(adopter, undefined);
  try {
    const targets = standingTargets(root, agents);
    const found = [...agents.findings, ...targets.findings];
    const setUp = locks.committed !== undefined ||
      snapshotsFolderStands(adopter.snapshotsRoot);
    if (repository.gitDir === undefined || !setUp) return found;
    const prefix = config.prefix ?? DEFAULT_PREFIX;
    const text = readIgnoreFile(root);
    const plan = planIgnore(text, ignoreLines(targets.ignored, prefix));
    const effect = checkIgnoreEffect({
      repository,
      tracked,
      folders: targets.ignored,
      prefix,
      links: [],
      // A line that is missing is one fault, not also that it has no effect.
      text: joined(text, plan.append),
    });
    return [
      ...found,
      ...missingIgnoreLines(plan.missing),
      ...plan.findings,
      ...effect,
    ];
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return [error.toFinding()];
  }
}

function joined(
  front: Uint8Array = new Uint8Array(),
  back: Uint8Array = new Uint8Array(),
): Uint8Array {
  const whole = new Uint8Array(front.length + back.length);
  whole.set(front);
  whole.set(back, front.length);
  return whole;
}
