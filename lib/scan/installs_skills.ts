import { needs } from "./passages.ts";
import { patternsOf, type ProseRule } from "./prose_rule.ts";

const S = String.raw;

/** Orders to install further skills: trust does not chain. */
export const INSTALLS_SKILLS: ProseRule = {
  rule: "installs-skills",
  message: "further skills are to be installed, which nobody here trusts yet",
  needs: needs("skill|clawhub|clawdhub|plugin", "add|install| i "),
  patterns: patternsOf(
    S`\b(?:npx|bunx|pnpm\s+dlx|yarn\s+dlx)\s+(?:-\w+\s+|--\w+\s+)*(?:skills?|@?[\w-]*/?(?:openskills|add-skill|skill-install\w*|clawhub))(?:@\S+)?\s+(?:add|install|i)\s+\S`,
    S`\b(?:clawhub|clawdhub|openclaw\s+skills?|gh\s+skill)\s+(?:install|add)\s+[\w@./-]+|\bskills\s+(?:install|add)\s+[\w.-]+/[\w.-]+`,
    S`/plugin\s+(?:install|marketplace\s+add)\s+\S+`,
    S`\bclaude\s+plugins?\s+(?:install|marketplace\s+add)\s+\S+`,
  ),
};
