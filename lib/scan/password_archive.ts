import { needs } from "./passages.ts";
import { patternsOf, type ProseRule } from "./prose_rule.ts";

const S = String.raw;

/** Archives whose password stands beside them, so that a scanner on the way sees nothing of them. */
export const PASSWORD_ARCHIVE: ProseRule = {
  rule: "password-archive",
  message:
    "an archive is opened with a given password, which keeps scanners out",
  needs: needs(
    "pass|pwd|unzip|unrar|rar |7z",
    ".zip|.rar|.7z|.t|archive|unzip|rar |7z",
  ),
  patterns: patternsOf(
    S`(?:\.(?:zip|rar|7z|tgz|tar\.\w+)\b|\barchive\b)[^\n]{0,120}?\b(?:password|passwd|passcode|passphrase|pwd|pass)\b\s*(?:is\b|:|=|\u2192)\s*["'${"`"}*(]{0,3}[\w!@#$%^&+-]{2,}`,
    S`\b(?:password|passcode|passphrase)\b\s*(?:is\b|:|=|of\b)?\s*["'${"`"}*]{1,3}[\w!@#$%^&+-]{2,}[^\n]{0,100}?\.(?:zip|rar|7z)\b`,
    S`\bunzip\s+(?:-\w+\s+)*(?-i:-P)\s*\S+`,
    S`\b(?:7z[arz]?|unrar|rar)\s+[ex]\b[^\n|;]{0,120}\s-p(?!\s|$)\S+`,
  ),
};
