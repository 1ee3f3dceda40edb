import type { Adopter } from "../adopter/load_adopter.ts";
import { AGENTS } from "../wiring/agents.ts";
import { recordedPrefixes } from "../wiring/ignore_lines.ts";
import { DEFAULT_PREFIX } from "../wiring/link_text.ts";
import { readIgnoreFile } from "../wiring/read_ignore_file.ts";

/** Prefixes that links of skills carry here, or did before: the longest first. */
export function linkPrefixes({ root, config, repository }: Adopter): string[] {
  const recorded = repository.gitDir === undefined ? [] : recordedPrefixes(
    readIgnoreFile(root),
    AGENTS.map(({ folder }) => folder),
  );
  const all = new Set([
    config.prefix ?? DEFAULT_PREFIX,
    DEFAULT_PREFIX,
    ...recorded,
  ]);
  return [...all].sort((a, b) => b.length - a.length);
}
