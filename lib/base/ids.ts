/**
 * Branded texts. Each has one constructor that checks it, so that unchecked
 * text cannot reach the file system, git or HTTP by accident. The constructors
 * return `undefined` for text that does not hold; the caller knows where the
 * text came from and says so.
 */
declare const brand: unique symbol;

/** `T` that has passed the check named `B`. */
export type Brand<T, B extends string> = T & { readonly [brand]: B };

/** Id of a source: kebab-case, at most 64 characters (contract section 2, grammar). */
export type SourceId = Brand<string, "SourceId">;
/** Folder name of a skill: the same grammar as {@linkcode SourceId}. */
export type SkillName = Brand<string, "SkillName">;
/** Organization name: `[A-Za-z0-9][A-Za-z0-9-]*`. */
export type OrganizationName = Brand<string, "OrganizationName">;
/** A commit id: 40 (SHA-1) or 64 (SHA-256) lower-case hex digits, never abbreviated. */
export type CommitId = Brand<string, "CommitId">;
/** A SHA-512 digest: 128 lower-case hex digits, bare. */
export type Sha512 = Brand<string, "Sha512">;
/**
 * Content digest of a snapshot: the id of its tree in git's SHA-256 object
 * format, 64 lower-case hex digits.
 */
export type ContentDigest = Brand<string, "ContentDigest">;
/**
 * A relative path with `/` between components: none of them empty, `.` or
 * `..`, no backslash, no control character, no lone surrogate.
 */
export type SafePath = Brand<string, "SafePath">;

/** Pattern of {@linkcode SourceId} and {@linkcode SkillName}, for a schema too. */
export const KEBAB_PATTERN = "^[a-z0-9]+(-[a-z0-9]+)*$";
/** Pattern of {@linkcode OrganizationName}. */
export const ORGANIZATION_PATTERN = "^[A-Za-z0-9][A-Za-z0-9-]*$";
/** Pattern of a commit id, in either case. */
export const COMMIT_PATTERN = "^(?:[0-9a-fA-F]{40}|[0-9a-fA-F]{64})$";
/** Pattern of a SHA-512 digest, in either case. */
export const SHA512_PATTERN = "^[0-9a-fA-F]{128}$";
/** Pattern of {@linkcode ContentDigest}. */
export const CONTENT_PATTERN = "^[0-9a-f]{64}$";
/** Characters of an id, a skill's or an organization's name. */
export const MAX_NAME_LENGTH = 64;

const KEBAB = new RegExp(KEBAB_PATTERN);
const ORGANIZATION = new RegExp(ORGANIZATION_PATTERN);
const COMMIT = new RegExp(COMMIT_PATTERN);
const SHA512 = new RegExp(SHA512_PATTERN);
const CONTENT = new RegExp(CONTENT_PATTERN);
const DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9]|conin|conout|clock)$/;
const RESERVED = new Set(["setup", "magpie-setup"]);

function kebab(text: string): boolean {
  return text.length <= MAX_NAME_LENGTH && KEBAB.test(text) &&
    !DEVICE.test(text) &&
    !RESERVED.has(text);
}

/** Checks a source id. */
export function sourceId(text: string): SourceId | undefined {
  return kebab(text) ? text as SourceId : undefined;
}

/** Checks a skill folder name. */
export function skillName(text: string): SkillName | undefined {
  return kebab(text) ? text as SkillName : undefined;
}

/** Checks an organization name. */
export function organizationName(text: string): OrganizationName | undefined {
  return text.length <= MAX_NAME_LENGTH && ORGANIZATION.test(text)
    ? text as OrganizationName
    : undefined;
}

/** Checks a full commit id in either case and lower-cases it. */
export function commitId(text: string): CommitId | undefined {
  return COMMIT.test(text) ? text.toLowerCase() as CommitId : undefined;
}

/** Checks a SHA-512 digest in either case and lower-cases it. */
export function sha512(text: string): Sha512 | undefined {
  return SHA512.test(text) ? text.toLowerCase() as Sha512 : undefined;
}

/** Checks a content digest, which is written in lower case only. */
export function contentDigest(text: string): ContentDigest | undefined {
  return CONTENT.test(text) ? text as ContentDigest : undefined;
}

/** Checks a relative path; the names policy of `lib/tree` asks for more. */
export function safePath(text: string): SafePath | undefined {
  // deno-lint-ignore no-control-regex -- control characters are the attack
  if (text === "" || /[\\\u0000-\u001f\u007f-\u009f]/.test(text)) {
    return undefined;
  }
  if (!text.isWellFormed()) return undefined;
  return text.split("/").every((part) =>
      part !== "" && part !== "." && part !== ".."
    )
    ? text as SafePath
    : undefined;
}
