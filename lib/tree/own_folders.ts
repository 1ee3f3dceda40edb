/**
 * Folders and files that speak to agents and editors working *on* the source,
 * which must not speak to those of the adopter. Part of selection rule 1: the
 * list never changes under that number (contract section 3, "Materialised").
 */
export const OWN_FOLDERS: ReadonlySet<string> = new Set([
  ".agents",
  ".claude",
  ".github",
  ".cursor",
  ".codex",
  ".gemini",
  ".windsurf",
  ".goose",
  ".kiro",
  ".vscode",
  ".idea",
  ".devcontainer",
  ".mcp.json",
  ".envrc",
  ".mise.toml",
  ".cursorrules",
  ".clinerules",
  ".windsurfrules",
  "AGENTS.md",
  "AGENTS.override.md",
  "CLAUDE.md",
  "CLAUDE.local.md",
  "GEMINI.md",
]);
