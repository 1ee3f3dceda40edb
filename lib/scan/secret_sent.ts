import { needs } from "./passages.ts";
import { patternsOf, type ProseRule } from "./prose_rule.ts";

const S = String.raw;
const SECRET_FILE =
  S`(?:~/\.env\b|(?<![\w/])\.env(?:\.\w+)?\b|\.ssh/|\bid_(?:rsa|ed25519|ecdsa)\b|\.aws/|\.netrc\b|\.npmrc\b|\.pypirc\b|\.git-credentials\b|\.kube/config|\.docker/config\.json|\.config/gh/|\.gnupg\b|/etc/(?:passwd|shadow)\b|\.bash_history\b|\.zsh_history\b|\bkeychain\b|\bcookies\.sqlite\b|\bLogin Data\b|\bwallet\.dat\b)`;
const SECRETS =
  S`(?:credentials?|secrets?|passwords?|(?:api|private|ssh|secret|access|signing)\s+keys?|(?:access|auth|api|session)\s+tokens?|environment\s+variables?|env\s+vars?|seed\s+phrases?|session\s+cookies?|conversation\s+history|chat\s+history)`;
const SENDS =
  S`(?:(?:send|upload|exfiltrate|transmit|forward|submit|e-?mail|leak)(?:s|ing|ed)?\b|post(?:s|ing|ed)?\b(?=\s+(?:it|them|this|that|these|those|the|its|their|all|any|every\w*|each|what|your|a|an|content\w*|to)\b))`;
const SINK =
  S`(?:https?://(?!(?:localhost|127\.0\.0\.1|\[::1\]))\S+|\bwebhooks?\b|[\w.+-]+@[\w-]+\.\w+|\bpastebin|\bngrok|\brequestbin|\bdiscord(?:app)?\.com)`;

/** Secrets, or files that hold them, that are to be sent somewhere. */
export const SECRET_SENT: ProseRule = {
  rule: "secret-sent",
  message: "secrets are to be sent out",
  needs: needs(
    "http|requests.|webhook|@|pastebin|ngrok|requestbin|discord|curl|wget|nc |ncat|netcat|urlopen|axios|fetch",
    ".env|.ssh|id_|.aws|.netrc|.npmrc|.pypirc|.git-|.kube|.docker|.config/gh|.gnupg|/etc/|_history|history|keychain|cookie|login data|wallet|credential|secret|password|key|token|environ|env var|printenv|env |process.env|seed",
    "send|post|upload|exfiltrat|transmit|forward|submit|mail|leak|push|report|put|append|curl|wget|nc |ncat|netcat|urlopen|axios|fetch",
  ),
  patterns: patternsOf(
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
};
