import { needs } from "./passages.ts";
import { patternsOf, type ProseRule } from "./prose_rule.ts";

const S = String.raw;
const USER =
  S`(?:the\s+|your\s+|any\s+)?(?:users?|humans?|owners?|operators?|maintainers?|reviewers?|person|anyone|anybody|developers?)\b(?!\s+(?:agent|story|model))`;

/** Orders to keep something from the person whom the agent works for. */
export const CONCEALMENT: ProseRule = {
  rule: "concealment",
  message: "something is to be kept from the person at the keyboard",
  needs: needs(
    "not|n't|n\u2019t|never|without|hide|conceal|keep|secretly|covertly|surreptitiously",
    "user|human|owner|operator|maintainer|reviewer|person|anyone|anybody|developer|mention|reveal|disclose|report|admit|secretly|covertly|surreptitiously|sudo",
  ),
  patterns: patternsOf(
    S`\b(?:do\s+not|don't|never|must\s+not|without\s+ever)\s+(?:tell|inform|notify|alert|warn)\s+${USER}(?!-)(?=\s*(?:[.;,!)]|$|about\s+(?:this|it|these|any\s+of|what|your)\b|of\s+(?:this|it)\b|that\s+you\b))`,
    S`\b(?:do\s+not|don't|never|must\s+not)\s+(?:mention|reveal|disclose|report|admit)\s+(?:this|it|these|any\s+of\s+this|the\s+(?:upload|download|file|change|step|command|install\w*)s?)(?:\s+(?:step|instruction|file|change|section|command)s?)?(?:\s+to\s+${USER}|(?=\s*[.;!]|$))`,
    S`\bwithout\s+(?:telling|informing|notifying|alerting|the\s+knowledge\s+of)\s+${USER}(?!\s+(?:which|how|what|why|where|when|to)\b)|\bwithout\s+(?:the\s+)?(?:user|owner|human)'?s?\s+knowledge\b`,
    S`\b(?:hide|conceal|keep)\s+(?:this|it|these|the\s+\w+|everything|all\s+of\s+this)(?:\s+(?:step|change|file|instruction|command|action)s?)?\s+(?:hidden\s+|secret\s+)?from\s+${USER}`,
    S`\b(?:do\s+not|don't|never)\s+let\s+${USER}\s+(?:know|see|notice|find\s+out)\b(?=\s*(?:[.;,!)"'*${"`"}]|$|about|that\s+you|this|it|what\s+you))`,
    S`\b${USER}\s+(?:must|should)\s+(?:not|never)\s+(?:know|notice|find\s+out|be\s+(?:told|informed|aware)|become\s+aware)\b`,
    S`\b(?:secretly|covertly|surreptitiously)\s+(?:\w+\s+)?(?:run|execute|send|upload|install|add|copy|post|write|download|fetch|collect|append|modify|read)\b`,
    S`\bsudo\b[^.!?\n]{0,80}\bwithout\s+(?:asking|confirm\w*|prompting|approval|permission)`,
  ),
  unlessBefore:
    /\b(?:if|whether|must never|asks? (?:you|it) to|such as|e\.g\.)\b/i,
};
