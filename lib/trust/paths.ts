import { type SafePath, safePath } from "../base/ids.ts";
import { accept, type Checked, quote, refuse } from "./checked.ts";

/**
 * Checks a path of `layout`: relative to the source's root, `.` for the root
 * itself, no glob (contract section 2, grammar). `what` names it in messages.
 */
export function checkLayoutPath(
  text: string,
  what: string,
): Checked<SafePath | "."> {
  return text === "." ? accept(text) : checkPath(text, what);
}

/** Checks a `keys` path, which lies in the adopter's repository. */
export function checkKeysPath(text: string): Checked<SafePath> {
  const checked = checkPath(text, "keys");
  if (checked.value === undefined) return checked;
  // A key that the source itself delivers would vouch for any source.
  if (/^\.apache-magpie-sources(\/|$)/i.test(checked.value)) {
    return refuse(
      "The `keys` path leads into a snapshot; keep the keys in this " +
        "repository, never in the source",
    );
  }
  return checked;
}

function checkPath(text: string, what: string): Checked<SafePath> {
  const value = safePath(text);
  const fault = pathFault(text, value);
  return fault === undefined && value !== undefined
    ? accept(value)
    : refuse(`The \`${what}\` path ${quote(text)} ${fault}`);
}

function pathFault(
  text: string,
  value: SafePath | undefined,
): string | undefined {
  if (text === "") return "is empty";
  if (text.startsWith("/") || /^[A-Za-z]:/.test(text)) {
    return "is absolute; write it relative to the root";
  }
  if (text.includes("\\")) return "holds a backslash; write `/`";
  if (text.endsWith("/")) return "ends with a slash; leave it off";
  const parts = text.split("/");
  if (parts.includes("..")) return "holds `..`, which leads out";
  if (parts.includes(".")) return "holds the part `.`; leave it out";
  if (parts.includes("")) return "holds an empty part";
  if (/[*?[\]{}]/.test(text)) return "holds a glob; name each path";
  if (parts.some((part) => /^\.git$/i.test(part))) return "holds `.git`";
  return value === undefined ? "holds a control character" : undefined;
}
