import type { RuleName } from "../base/rules.ts";
import { type Needs, needs } from "./passages.ts";

/** One rule about what a text asks for, told by patterns over a passage. */
export interface ProseRule {
  readonly rule: RuleName;
  readonly message: string;
  readonly patterns: readonly RegExp[];
  /** Words without which no pattern can match. */
  readonly needs: Needs;
  /** Ordinary text that matches too: what stands before the match, to its sentence's beginning. */
  readonly unlessBefore?: RegExp;
}

const S = String.raw;
const USER =
  S`(?:the\s+|your\s+|any\s+)?(?:users?|humans?|owners?|operators?|maintainers?|reviewers?|person|anyone|anybody|developers?)\b(?!\s+(?:agent|story|model))`;
const SECRET_FILE =
  S`(?:~/\.env\b|(?<![\w/])\.env(?:\.\w+)?\b|\.ssh/|\bid_(?:rsa|ed25519|ecdsa)\b|\.aws/|\.netrc\b|\.npmrc\b|\.pypirc\b|\.git-credentials\b|\.kube/config|\.docker/config\.json|\.config/gh/|\.gnupg\b|/etc/(?:passwd|shadow)\b|\.bash_history\b|\.zsh_history\b|\bkeychain\b|\bcookies\.sqlite\b|\bLogin Data\b|\bwallet\.dat\b)`;
const SECRETS =
  S`(?:credentials?|secrets?|passwords?|(?:api|private|ssh|secret|access|signing)\s+keys?|(?:access|auth|api|session)\s+tokens?|environment\s+variables?|env\s+vars?|seed\s+phrases?|session\s+cookies?|conversation\s+history|chat\s+history)`;
const SENDS =
  S`(?:send|post|upload|exfiltrate|transmit|forward|submit|e-?mail|leak|push|report|put|append)(?:s|ing|ed)?\b`;
const SINK =
  S`(?:https?://(?!(?:localhost|127\.0\.0\.1|\[::1\]))\S+|\bwebhooks?\b|[\w.+-]+@[\w-]+\.\w+|\bpastebin|\bngrok|\brequestbin|\bdiscord(?:app)?\.com)`;
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

function rule(...sources: string[]): RegExp[] {
  return sources.map((source) => new RegExp(source, "gi"));
}

/** The rules of contract section 8 that are told by words. */
export const PROSE_RULES: readonly ProseRule[] = [
  {
    rule: "password-archive",
    message:
      "an archive is opened with a given password, which keeps scanners out",
    needs: needs(
      ["pass", "pwd", "unzip", "unrar", "rar ", "7z"],
      [".zip", ".rar", ".7z", ".t", "archive", "unzip", "rar ", "7z"],
    ),
    patterns: rule(
      S`(?:\.(?:zip|rar|7z|tgz|tar\.\w+)\b|\barchive\b)[^\n]{0,120}?\b(?:password|passwd|passcode|passphrase|pwd|pass)\b\s*(?:is\b|:|=|\u2192)\s*["'${"`"}*(]{0,3}[\w!@#$%^&+-]{2,}`,
      S`\b(?:password|passcode|passphrase)\b\s*(?:is\b|:|=|of\b)?\s*["'${"`"}*]{1,3}[\w!@#$%^&+-]{2,}[^\n]{0,100}?\.(?:zip|rar|7z)\b`,
      S`\bunzip\s+(?:-\w+\s+)*(?-i:-P)\s*\S+`,
      S`\b(?:7z[arz]?|unrar|rar)\s+[ex]\b[^\n|;]{0,120}\s-p(?!\s|$)\S+`,
    ),
  },
  {
    rule: "secret-sent",
    message: "secrets are to be sent out",
    needs: needs(
      [
        "http",
        "webhook",
        "@",
        "pastebin",
        "ngrok",
        "requestbin",
        "discord",
        "curl",
        "wget",
        "nc ",
        "ncat",
        "netcat",
        "urlopen",
        "axios",
        "fetch",
      ],
      [
        ".env",
        ".ssh",
        "id_",
        ".aws",
        ".netrc",
        ".npmrc",
        ".pypirc",
        ".git-",
        ".kube",
        ".docker",
        ".config/gh",
        ".gnupg",
        "/etc/",
        "_history",
        "history",
        "keychain",
        "cookie",
        "login data",
        "wallet",
        "credential",
        "secret",
        "password",
        "key",
        "token",
        "environ",
        "env var",
        "printenv",
        "env ",
        "process.env",
        "set |",
        "seed",
      ],
      [
        "send",
        "post",
        "upload",
        "exfiltrat",
        "transmit",
        "forward",
        "submit",
        "mail",
        "leak",
        "push",
        "report",
        "put",
        "append",
        "curl",
        "wget",
        "nc ",
        "ncat",
        "netcat",
        "urlopen",
        "axios",
        "fetch",
      ],
    ),
    patterns: rule(
      S`${SECRET_FILE}[^!?]{0,160}?\b${SENDS}[^!?]{0,80}?${SINK}`,
      S`\b${SENDS}[^.!?]{0,80}?(?:${SECRET_FILE}|\b${SECRETS})[^.!?]{0,80}?\b(?:to|at|via|through)\b[^.!?]{0,40}?${SINK}`,
      S`\b(?:read|collect|gather|harvest|find|extract|dump|steal|cat)\b[^.!?]{0,60}?\b${SECRETS}[^!?]{0,120}?\b${SENDS}[^.!?]{0,60}?${SINK}`,
      S`\b(?:curl|wget)\b[^\n|;]{0,300}?\s(?:-d|-F|-T|--data[\w-]*|--form|--upload-file|--post-(?:file|data)|--body-file)[= ]?\s*[^\n|;]{0,80}?(?:@\S{0,60})?${SECRET_FILE}`,
      S`(?:\bcat\s[^\n|;]{0,60}${SECRET_FILE}|(?:^|[\s;&("'${"`"}])(?:printenv|env|set))[^\n|;]{0,40}\|[^\n;]{0,120}\b(?:curl|wget|nc|ncat|netcat)\b`,
      S`\b(?:nc|ncat|netcat)\s[^\n|;]{0,80}<\s*\S{0,60}${SECRET_FILE}`,
      S`\b(?:requests\.(?:post|put)|fetch|axios\.post|urlopen)\s*\([^\n]{0,200}?(?:${SECRET_FILE}|os\.environ\b(?!\s*(?:\[|\.get))|process\.env\b(?!\s*[.[]))`,
    ),
    unlessBefore:
      /\b(?:never|not|n't|avoid|without|no|refuse|reject|instead of|rather than)\b/i,
  },
  {
    rule: "concealment",
    message: "something is to be kept from the person at the keyboard",
    needs: needs(
      [
        "not",
        "n't",
        "n\u2019t",
        "never",
        "without",
        "hide",
        "conceal",
        "keep",
        "secretly",
        "covertly",
        "surreptitiously",
      ],
      [
        "user",
        "human",
        "owner",
        "operator",
        "maintainer",
        "reviewer",
        "person",
        "anyone",
        "anybody",
        "developer",
        "mention",
        "reveal",
        "disclose",
        "report",
        "admit",
        "secretly",
        "covertly",
        "surreptitiously",
        "sudo",
      ],
    ),
    patterns: rule(
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
  },
  {
    rule: "agent-memory-edit",
    message: "what an agent or a shell reads at every start is to be changed",
    needs: needs([
      "agents",
      "claude",
      "gemini.md",
      "soul.md",
      "memory.md",
      "identity.md",
      "heartbeat.md",
      "bootstrap.md",
      "copilot",
      ".claude/",
      ".codex/",
      ".cursor",
      ".gemini/",
      ".kiro/",
      ".goose/",
      ".windsurf",
      ".clinerules",
      ".mcp.json",
      "settings.local",
      "bashrc",
      "zshrc",
      ".local",
      "/rc",
      "/cron",
      "profile",
      "zshenv",
      "crontab",
      "authorized_keys",
      ".git/hooks",
      "/etc/",
      "launchagents",
      "systemd/user",
      "mcp add",
      "config.fish",
      "hookspath",
    ], [
      "append",
      "add",
      "write",
      "insert",
      "save",
      "copy",
      "inject",
      "prepend",
      "paste",
      "persist",
      "put",
      "store",
      "record",
      "update",
      "modify",
      "edit",
      "replace",
      "change",
      "extend",
      "patch",
      ">",
      "tee",
      "open",
      "writefile",
      "appendfile",
      "sed",
      "crontab",
      "config",
    ]),
    patterns: rule(
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
  },
  {
    rule: "installs-skills",
    message: "further skills are to be installed, which nobody here trusts yet",
    needs: needs(["skill", "clawhub", "clawdhub", "plugin"], [
      "add",
      "install",
      " i ",
    ]),
    patterns: rule(
      S`\b(?:npx|bunx|pnpm\s+dlx|yarn\s+dlx)\s+(?:-\w+\s+|--\w+\s+)*(?:skills?|@?[\w-]*/?(?:openskills|add-skill|skill-install\w*|clawhub))(?:@\S+)?\s+(?:add|install|i)\s+\S`,
      S`\b(?:clawhub|clawdhub|openclaw\s+skills?|gh\s+skill)\s+(?:install|add)\s+[\w@./-]+|\bskills\s+(?:install|add)\s+[\w.-]+/[\w.-]+`,
      S`/plugin\s+(?:install|marketplace\s+add)\s+\S+`,
      S`\bclaude\s+plugins?\s+(?:install|marketplace\s+add)\s+\S+`,
    ),
  },
  {
    rule: "image-instructions",
    message: "the orders stand in a picture, which no scan and no diff reads",
    needs: needs(
      [".png", ".jp", ".gif", ".webp", ".bmp", ".svg", ".tif"],
      ["follow", "obey", "execute", "carry", "do what", "do  what", "perform"],
    ),
    patterns: rule(
      S`\b(?:follow|obey|execute|carry\s+out|do\s+what|perform)\b[^.!?\n]{0,60}?[\w/-]{1,40}\.(?:png|jpe?g|gif|webp|bmp|svg|tiff?)\b`,
      S`\.(?:png|jpe?g|gif|webp|bmp|svg|tiff?)\b["'${"`"})]{0,3}\s[^.!?\n]{0,40}?\b(?:follow|obey|execute|carry\s+out)\s+(?:it|them|its|the\s+(?:steps|instructions|orders))\b`,
    ),
  },
];
