import { accept, type Checked, quote, refuse } from "./checked.ts";

// deno-lint-ignore no-control-regex -- git refuses them, so they are named
const FORBIDDEN = /[\u0000-\u0020\u007f~^:?*[\\]/;

/**
 * Checks the `ref` of a git method: what `git check-ref-format
 * refs/tags/<ref>` accepts, but nothing that begins with `-` (an option of
 * git) or `+` (a forced refspec), and not `@` (another name of HEAD).
 */
export function checkGitRef(text: string): Checked<string> {
  const fault = gitRefFault(text);
  return fault === undefined
    ? accept(text)
    : refuse(`The ref ${quote(text)} ${fault}; write the tag or branch name`);
}

function gitRefFault(text: string): string | undefined {
  if (text === "") return "is empty";
  if (text === "@") return "is another name of HEAD";
  if (text.startsWith("-")) return "begins with `-`";
  if (text.startsWith("+")) return "begins with `+`";
  if (!text.isWellFormed()) return "holds half a character";
  const forbidden = FORBIDDEN.exec(text)?.[0];
  if (forbidden !== undefined) {
    return forbidden <= " " || forbidden === "\u007f"
      ? "holds a blank or control character"
      : `holds \`${forbidden}\`, which git forbids`;
  }
  if (text.includes("..")) return "holds `..`, which git forbids";
  if (text.includes("@{")) return "holds `@{`, which git forbids";
  if (text.endsWith(".")) return "ends with a dot";
  for (const part of text.split("/")) {
    if (part === "") return "has an empty part beside a slash";
    if (part.startsWith(".")) return "has a part that begins with a dot";
    if (part.endsWith(".lock")) return "has a part that ends with `.lock`";
  }
  return undefined;
}

/** Checks the `ref` of `svn-zip`: a version text such as `1.2.0-incubating`. */
export function checkVersion(text: string): Checked<string> {
  return /^[0-9A-Za-z][0-9A-Za-z.+_~-]{0,127}$/.test(text)
    ? accept(text)
    : refuse(
      `The ref ${quote(text)} must be a version of letters, digits and ` +
        "`. + _ ~ -`, at most 128 characters",
    );
}
