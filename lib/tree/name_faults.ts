import { MAX_NAME_BYTES, MAX_PATH_DEPTH } from "../base/limits.ts";
import { isDeviceName } from "./device_names.ts";
import { isDotGit } from "./dot_git.ts";
import { isMixedScript } from "./scripts.ts";

const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/**
 * Why a path is refused wherever it stands in a source, or `undefined`. A
 * person reads the reason after "whose path": each is an escape from the
 * folder, a repository of its own, or a lie to whoever reads the name.
 */
export function pathFault(path: string): string | undefined {
  if (path === "") return "is empty";
  if (path.startsWith("\\\\")) return "is a UNC path";
  if (path.startsWith("/")) return "is absolute";
  if (/^[A-Za-z]:/.test(path)) return "names a drive";
  if (path.includes("\\")) return "holds a backslash";
  if (path.includes("\0")) return "holds a NUL";
  // deno-lint-ignore no-control-regex -- control characters are the attack
  if (/[\u0001-\u001f\u007f-\u009f]/.test(path)) {
    return "holds a control character";
  }
  if (BIDI.test(path)) return "holds a bidirectional control";
  for (const name of path.split("/")) {
    if (name === "") return "has an empty component";
    if (name === ".") return "has a component `.`";
    if (name === "..") return "has a component `..`";
    // Windows drops trailing blanks and dots, after which this climbs or stays.
    if (/^\.\.? [. ]*$/.test(name)) return "has a component of dots and blanks";
    if (isDotGit(name)) return "holds a `.git`";
  }
  return undefined;
}

/** Which limit a well-formed path exceeds, with the limit's own sentence. */
export function pathExcess(path: string): string | undefined {
  const names = path.split("/");
  if (names.length - 1 > MAX_PATH_DEPTH) {
    return `lies more than ${MAX_PATH_DEPTH} folders deep`;
  }
  const long = names.some((name) =>
    name.length > MAX_NAME_BYTES / 3 &&
    new TextEncoder().encode(name).length > MAX_NAME_BYTES
  );
  return long ? `has a name of more than ${MAX_NAME_BYTES} bytes` : undefined;
}

/**
 * Why one component of a path cannot be kept on every system that an adopter
 * may check out on, or `undefined`.
 */
export function nameFault(name: string): string | undefined {
  const special = /[<>:"|?*]/.exec(name);
  if (special !== null) return `holds the character ${special[0]}`;
  if (isDeviceName(name)) return "is a Windows device name";
  if (/[. ]$/.test(name) || name !== name.trimEnd()) {
    return "ends in a dot or a blank";
  }
  return undefined;
}

/** How one component of a path may deceive its reader, or `undefined`. */
export function nameSuspicion(name: string): string | undefined {
  // deno-lint-ignore no-control-regex -- the range is all of ASCII
  if (/^[\u0000-\u007f]*$/.test(name)) return undefined;
  const text = name.replace(/\p{RGI_Emoji}/gv, "");
  if (
    /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\u2800]/u.test(text)
  ) {
    return "holds a zero-width character";
  }
  if (separators(name.normalize("NFKC")) > separators(name)) {
    return "turns into dots or separators when it is normalized (NFKC)";
  }
  return isMixedScript(name) ? "mixes scripts within a word" : undefined;
}

function separators(text: string): number {
  return text.replace(/[^./\\]/g, "").length;
}
