import {
  COMMIT_PATTERN,
  CONTENT_PATTERN,
  KEBAB_PATTERN,
  MAX_NAME_LENGTH,
  ORGANIZATION_PATTERN,
  SHA512_PATTERN,
} from "../base/ids.ts";
import { BLOCK_KEYS, type LAYOUT_KEYS } from "../lock/keys.ts";
import { METHODS } from "../trust/grammar.ts";
import { DESCRIPTOR_KEYS } from "../trust/parse_descriptor.ts";
import type { JsonSchema } from "./builder.ts";

/**
 * The tool reads every scalar as text; an editor's YAML reader makes a number
 * of `1.10` and of a commit that has digits only, and holds no pattern against
 * a number.
 */
function scalar(description: string, constraints: JsonSchema = {}): JsonSchema {
  return { type: ["string", "number", "boolean"], description, ...constraints };
}

const NAME = { pattern: KEBAB_PATTERN, maxLength: MAX_NAME_LENGTH };

const PATH = scalar("Path relative to the source's root; `.` is the root", {
  pattern: "^[^/\\\\*?\\[\\]{}][^\\\\*?\\[\\]{}]*$",
  not: { pattern: "(^|/)\\.\\.(/|$)" },
});

/** No key but those that are read, and anybody's own. */
const OWN_KEYS: JsonSchema = {
  patternProperties: { "^x-": true },
  additionalProperties: false,
};

const LAYOUT_FIELDS: Record<typeof LAYOUT_KEYS[number], JsonSchema> = {
  skills_root: { ...PATH, default: "skills" },
  evals_root: { ...PATH, default: "tools/skill-evals/evals" },
  include: {
    description: "Narrows the snapshot to the provided skills and these paths",
    type: ["array", "null"],
    items: PATH,
  },
};

const PROVIDES: JsonSchema = {
  type: "array",
  minItems: 1,
  items: {
    type: "object",
    properties: {
      skill: scalar("A skill", NAME),
      family: scalar("All skills whose names begin with the prefix", {
        pattern: KEBAB_PATTERN.replace(/\$$/, "-\\*$"),
      }),
    },
    oneOf: [{ required: ["skill"] }, { required: ["family"] }],
  },
};

const FINGERPRINT = scalar("OpenPGP fingerprint or SSH `SHA256:…`");
const FINGERPRINTS = { type: "array", minItems: 1, items: FINGERPRINT };

/** A key of a descriptor or of a block of the committed lock. */
type FileKey =
  | typeof BLOCK_KEYS[number]
  | "organization"
  | "name"
  | "maintainer";

const FIELDS: Record<FileKey, JsonSchema> = {
  id: scalar("Id of the source", NAME),
  organization: scalar("Who owns the source", {
    pattern: ORGANIZATION_PATTERN,
    maxLength: MAX_NAME_LENGTH,
  }),
  name: scalar("For people"),
  maintainer: scalar("For people"),
  method: { enum: [...METHODS], description: "How the source is fetched" },
  url: { type: "string", description: "Repository or release archive" },
  ref: scalar("Tag, branch or version"),
  commit: scalar("Anchor of git-tag: the full id of the commit", {
    pattern: COMMIT_PATTERN,
  }),
  sha512: scalar("Anchor of svn-zip: SHA-512 of the archive's bytes", {
    pattern: SHA512_PATTERN,
  }),
  selection: scalar("Number of the rule that chose the files", {
    pattern: "^[1-9][0-9]{0,5}$",
  }),
  content: scalar("Digest of exactly those files", {
    pattern: CONTENT_PATTERN,
  }),
  signer: FINGERPRINT,
  layout: {
    type: "object",
    properties: LAYOUT_FIELDS,
    ...OWN_KEYS,
  },
  provides: PROVIDES,
  keys: {
    type: "string",
    description: "KEYS file: a url, or a path in the adopter's repository",
  },
  signed_by: {
    description: "Fingerprints of whose signature counts",
    if: { type: "array" },
    then: FINGERPRINTS,
    else: FINGERPRINT,
  },
  manifest: {
    enum: ["off", "if-present", "required"],
    description: "Whether a bundle manifest is checked",
  },
  allow_unlisted: {
    enum: [true, false, "true", "false"],
    description: "Whether files that the manifest does not list are accepted",
  },
};

function fields(keys: Iterable<string>): Record<string, JsonSchema> {
  return Object.fromEntries(
    [...keys].map((key) => [key, FIELDS[key as FileKey]]),
  );
}

/** What each method demands of a lock's block, and what has no meaning with it. */
const ANCHORED: readonly JsonSchema[] = [
  anchored("git-tag", ["commit"], ["sha512"]),
  anchored("svn-zip", ["sha512"], ["commit"]),
  anchored("git-branch", [], [
    "commit",
    "sha512",
    "selection",
    "content",
    "signer",
  ]),
];

function anchored(
  method: typeof METHODS[number],
  required: readonly FileKey[],
  none: readonly FileKey[],
): JsonSchema {
  return {
    if: { required: ["method"], properties: { method: { const: method } } },
    then: {
      required,
      properties: Object.fromEntries(none.map((key) => [key, false])),
    },
  };
}

const DESCRIPTOR_OBJECT: JsonSchema = {
  type: "object",
  required: ["id"],
  properties: fields(DESCRIPTOR_KEYS),
  ...OWN_KEYS,
};

/** A block of a trust list, or of an organization's list: one descriptor or several. */
export const DESCRIPTOR: JsonSchema = {
  // Not `anyOf`: of that a validator says only that nothing fits.
  if: { type: "array" },
  then: { type: "array", items: DESCRIPTOR_OBJECT },
  else: DESCRIPTOR_OBJECT,
};

/** The committed lock (contract section 4). */
export const LOCK: JsonSchema = {
  type: "array",
  items: {
    type: "object",
    required: ["id", "method", "url", "ref"],
    properties: fields(BLOCK_KEYS),
    ...OWN_KEYS,
    allOf: ANCHORED,
  },
};

/** The local lock. */
export const LOCAL_LOCK: JsonSchema = {
  type: "array",
  items: {
    type: "object",
    required: ["id", "source_method", "source_url", "source_ref", "fetched_at"],
    properties: {
      id: FIELDS.id,
      source_method: FIELDS.method,
      source_url: FIELDS.url,
      source_ref: FIELDS.ref,
      fetched_commit: FIELDS.commit,
      fetched_sha512: FIELDS.sha512,
      fetched_at: { type: "string", format: "date-time" },
      content: FIELDS.content,
      skills: {
        type: "array",
        items: {
          type: "object",
          required: ["skill"],
          properties: { skill: scalar("Folder name of a linked skill") },
        },
      },
      agents: { type: "array", items: scalar("Agent of this checkout") },
    },
  },
};
