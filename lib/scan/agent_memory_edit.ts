import { needs } from "./passages.ts";
import { patternsOf, type ProseRule } from "./prose_rule.ts";

const S = String.raw;
const MEMORY =
  S`(?:\b(?:AGENTS|CLAUDE|GEMINI|SOUL|MEMORY|IDENTITY|HEARTBEAT|BOOTSTRAP|COPILOT)(?:\.local|\.override)?\.md\b|\.(?:claude|codex|cursor|gemini|kiro|goose|windsurf)/(?:settings|config|rules|hooks|mcp|memory|agents|commands)\S*|\.cursorrules\b|\.windsurfrules\b|\.clinerules\b|\bcopilot-instructions\.md\b|\.mcp\.json\b|\bsettings\.local\.json\b)`;
const STARTUP =
  S`(?:~/\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv|config/fish/config\.fish)\b|\bcrontab\b|\bauthorized_keys\b|\.git/hooks/|/etc/(?:profile|cron|rc\.local)|\bLaunchAgents\b|\bsystemd/user\b)`;
const WRITES =
  S`(?:append|add|write|insert|save|copy|inject|prepend|paste|persist|put|store|record)\b`;
const EDITS =
  S`(?:update|modify|edit|overwrite|rewrite|replace|change|extend|patch)\b`;
/** Words and folders that may stand before a file's name. */
const NAMED =
  S`(?:(?:the|your|their|both|each|all|any|every|user's|users'|project|project's|repo|repo's|repository's|root|global|local|own|file|files)\s+){0,4}["'${"`"}(]{0,2}(?:[\w.~$<>{}-]{0,40}/){0,6}?`;

/** Changes of what an agent or a shell reads at every start: they outlive the skill. */
export const AGENT_MEMORY_EDIT: ProseRule = {
  rule: "agent-memory-edit",
  message: "what an agent or a shell reads at every start is to be changed",
  needs: needs(
    "agents|claude|gemini.md|soul.md|memory.md|identity.md|heartbeat.md|bootstrap.md|copilot|.claude/|.codex/|.cursor|.gemini/|.kiro/|.goose/|.windsurf|.clinerules|.mcp.json|settings.local|bashrc|zshrc|.local|/rc|/cron|profile|zshenv|crontab|authorized_keys|.git/hooks|/etc/|launchagents|systemd/user|mcp add|config.fish|hookspath",
    "append|add|write|insert|save|copy|inject|prepend|paste|persist|put|store|record|update|modify|edit|replace|change|extend|patch|>|tee|open|writefile|appendfile|sed|crontab|config",
  ),
  patterns: patternsOf(
    S`\b${WRITES}[^.!?|]{0,100}?\b(?:to|into|in)\s+${NAMED}(?:${MEMORY}|${STARTUP})`,
    S`\b${EDITS}\s+${NAMED}(?:${MEMORY}|${STARTUP})`,
    S`(?:>>|\b(?:echo|printf|cat)\b[^\n>]{0,200}>|\btee\s+(?:-a\s+)?)[ \t]*["']?[^\s"'|;&<>]{0,60}(?:${MEMORY}|${STARTUP})`,
    S`\bopen\s*\(\s*[^)\n]{0,60}(?:${MEMORY}|${STARTUP})["']\s*\)?\s*,\s*["'][aw]`,
    S`\b(?:writeFile|appendFile|write_text)\w*\s*\([^)\n]{0,60}(?:${MEMORY}|${STARTUP})`,
    S`\bsed\s+-i[^\n|;]{0,120}(?:${MEMORY}|${STARTUP})`,
    S`\bclaude\s+mcp\s+add\b|\bcrontab\s+-(?!l)|\bgit\s+config\s+(?:--(?:global|local|system|worktree)\s+)*core\.hooksPath\s+[\"$~./\w-]`,
  ),
  unlessBefore:
    /\b(?:never|not|n't|avoid|without|refuse|reject|instead of|rather than)\b/i,
};
