import {
  type CommitId,
  commitId,
  type OrganizationName,
  organizationName,
  type Sha512,
  sha512,
  type SkillName,
  skillName,
  type SourceId,
  sourceId,
} from "../base/ids.ts";
import { nearest } from "../base/nearest.ts";
import { accept, type Checked, quote, refuse } from "./checked.ts";
import type { Method } from "./model.ts";

/** The install methods. */
export const METHODS = ["git-tag", "git-branch", "svn-zip"] as const;

/** Checks an `id` (contract section 2, grammar). */
export function checkId(text: string): Checked<SourceId> {
  const value = sourceId(text);
  return value === undefined
    ? refuse(`The id ${quote(text)} ${kebabFault(text)}`)
    : accept(value);
}

/** Checks a skill folder name. */
export function checkSkill(text: string): Checked<SkillName> {
  const value = skillName(text);
  return value === undefined
    ? refuse(`The skill name ${quote(text)} ${kebabFault(text)}`)
    : accept(value);
}

/** Checks `<prefix>-*` and returns the prefix without its `-*`. */
export function checkFamily(text: string): Checked<string> {
  if (!text.endsWith("-*")) {
    return refuse(
      `The family ${quote(text)} must be written as \`<prefix>-*\``,
    );
  }
  const prefix = text.slice(0, -2);
  return skillName(prefix) === undefined
    ? refuse(
      `The prefix ${quote(prefix)} of this family ${kebabFault(prefix)}`,
    )
    : accept(prefix);
}

/** Why a text is no kebab-case name, as the end of a sentence. */
function kebabFault(text: string): string {
  if (text === "setup" || text === "magpie-setup") {
    return "is reserved for the framework; choose another";
  }
  if (text.length > 64) return "is longer than 64 characters";
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)) {
    return "is the name of a Windows device; choose another";
  }
  return "must be lower-case letters and digits joined by single hyphens";
}

/** Checks an `organization`. */
export function checkOrganization(text: string): Checked<OrganizationName> {
  const value = organizationName(text);
  return value === undefined
    ? refuse(
      `The organization ${
        quote(text)
      } must be at most 64 letters, digits and ` +
        "hyphens that do not begin with a hyphen",
    )
    : accept(value);
}

/** Checks a `method`. */
export function checkMethod(text: string): Checked<Method> {
  const value = METHODS.find((method) => method === text);
  if (value !== undefined) return accept(value);
  const near = nearest(text, METHODS);
  return refuse(
    `The method ${quote(text)} is not known: ` +
      (near === undefined
        ? "write `git-tag`, `git-branch` or `svn-zip`"
        : `did you mean \`${near}\`?`),
  );
}

/** Checks a `commit`, which is never abbreviated, and lower-cases it. */
export function checkCommit(text: string): Checked<CommitId> {
  const value = commitId(text);
  if (value !== undefined) return accept(value);
  if (/^[0-9a-fA-F]{4,63}$/.test(text)) {
    return refuse(
      `The commit ${quote(text)} is abbreviated to ${text.length} digits; ` +
        "write all 40 (SHA-1) or 64 (SHA-256) of them",
    );
  }
  return refuse(
    `The commit ${quote(text)} must be 40 or 64 hexadecimal digits`,
  );
}

/** Checks a `sha512` and lower-cases it. */
export function checkSha512(text: string): Checked<Sha512> {
  const value = sha512(text);
  if (value !== undefined) return accept(value);
  return refuse(
    /^[0-9a-fA-F]+$/.test(text)
      ? `The sha512 has ${text.length} hexadecimal digits, a SHA-512 has 128`
      : `The sha512 ${quote(text)} must be 128 hexadecimal digits and ` +
        "nothing else",
  );
}

/** Checks a `manifest`. */
export function checkManifest(
  text: string,
): Checked<"off" | "if-present" | "required"> {
  return text === "off" || text === "if-present" || text === "required"
    ? accept(text)
    : refuse(
      `The manifest policy ${quote(text)} must be \`off\`, \`if-present\` ` +
        "or `required`",
    );
}

/** Checks `allow_unlisted`, which is one of two texts and no YAML boolean. */
export function checkAllowUnlisted(text: string): Checked<boolean> {
  if (text === "true") return accept(true);
  if (text === "false") return accept(false);
  return refuse(
    `The value ${quote(text)} of \`allow_unlisted\` must be \`true\` or ` +
      "`false`",
  );
}

/**
 * Checks one item of `signed_by`: a full OpenPGP fingerprint, returned in
 * upper case without the blanks that gpg prints, or an SSH fingerprint.
 */
export function checkFingerprint(text: string): Checked<string> {
  if (text.startsWith("SHA256:")) {
    return /^SHA256:[A-Za-z0-9+/]{43}$/.test(text) ? accept(text) : refuse(
      `The SSH fingerprint ${quote(text)} must be \`SHA256:\` and 43 base64 ` +
        "characters, as `ssh-keygen -l` prints it",
    );
  }
  const digits = text.replaceAll(" ", "");
  if (/^(?:[0-9A-Fa-f]{40}|[0-9A-Fa-f]{64})$/.test(digits)) {
    return accept(digits.toUpperCase());
  }
  if (/^(?:0x)?[0-9A-Fa-f]{8,39}$/.test(digits)) {
    return refuse(
      `The signer ${quote(text)} is a key id, which can be forged; write the ` +
        "full fingerprint of 40 or 64 digits",
    );
  }
  return refuse(
    `The signer ${quote(text)} must be a full OpenPGP fingerprint or ` +
      "an SSH fingerprint `SHA256:…`",
  );
}
