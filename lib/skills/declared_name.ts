import type { SkillName } from "../base/ids.ts";
import { isDeviceName } from "../tree/device_names.ts";
import { isMixedScript } from "../tree/scripts.ts";

/** Characters of a declared name, at most. */
const MAX_LENGTH = 64;

/**
 * Why a `name` in a frontmatter makes its skill unlinkable, as the end of a
 * sentence, or `undefined`. The name never chooses a path here, but another
 * tool may use it as one, or a person may take it for another skill's
 * (contract section 5).
 */
export function declaredNameFault(name: string): string | undefined {
  if (name === "") return "is empty";
  if ([...name].length > MAX_LENGTH) {
    return `is longer than ${MAX_LENGTH} characters`;
  }
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name)) {
    return "holds invisible or control characters";
  }
  if (name !== name.trim()) return "begins or ends with a blank";
  const folded = name.normalize("NFKC");
  if (
    /[/\\]/.test(folded) || /^\.+$/.test(folded) || /^[-~$]/.test(folded) ||
    /^[A-Za-z]:/.test(folded)
  ) return "can be taken for a path or an option";
  if (isDeviceName(folded)) return "is the name of a Windows device";
  if (isMixedScript(name)) return "mixes letters of different scripts";
  return undefined;
}

/** Whether a declared name is the one expected for a folder: its own, or with the prefix of its link. */
export function matchesFolder(
  name: string,
  folder: SkillName,
  prefix: string,
): boolean {
  return name === folder || name === `${prefix}${folder}`;
}
