import { choice, list, record, type Schema, text } from "./builder.ts";
import {
  COMMIT_PATTERN,
  CONTENT_PATTERN,
  KEBAB_PATTERN,
  MAX_NAME_LENGTH,
  SHA512_PATTERN,
} from "../base/ids.ts";
import { METHODS } from "../trust/grammar.ts";

/** Id of a source. */
export const ID: Schema<string> = text("Id of the source", {
  pattern: KEBAB_PATTERN,
  maxLength: MAX_NAME_LENGTH,
});
/** Folder name of a skill. */
export const SKILL: Schema<string> = text("Folder name of a skill", {
  pattern: KEBAB_PATTERN,
  maxLength: MAX_NAME_LENGTH,
});
/** The install method. */
export const METHOD = choice("How the source is fetched", METHODS);
/** A commit id. */
export const COMMIT: Schema<string> = text("Full id of a commit", {
  pattern: COMMIT_PATTERN,
});
/** A SHA-512 digest. */
export const SHA512: Schema<string> = text("SHA-512 of the archive's bytes", {
  pattern: SHA512_PATTERN,
});
/** A content digest. */
export const CONTENT: Schema<string> = text(
  "Digest of a snapshot: the id of its tree in git's SHA-256 object format",
  { pattern: CONTENT_PATTERN },
);
/** Who signed. */
export const SIGNER: Schema<string> = text(
  "Fingerprint of the primary key, or of the SSH key, of the signer",
);
/** Paths. */
export const PATHS = list(text("A path, with `/`"));
/** Names of skills. */
export const SKILLS = list(SKILL);

/** The keys of a pin, where there is one. */
export const PIN_FIELDS = {
  method: METHOD,
  url: text("Where the source is fetched from, verbatim"),
  ref: text("Tag, branch or version"),
  commit: COMMIT,
  sha512: SHA512,
};
/** A pin. */
export const PIN = record({
  method: PIN_FIELDS.method,
  url: PIN_FIELDS.url,
  ref: PIN_FIELDS.ref,
}, { commit: COMMIT, sha512: SHA512 });
