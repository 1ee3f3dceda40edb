import {
  choice,
  count,
  flag,
  list,
  nullable,
  record,
  text,
} from "./builder.ts";
import { PATHS, PIN_FIELDS, SIGNER, SKILLS } from "./texts.ts";

const ROOT = text("Folder of the source in which its skills stand");

/** The own keys of `vouch --json`. */
export const VOUCH_FIELDS = {
  always: {
    entry: nullable(text("The entry for the trust list, where all is sound")),
    written: flag("Whether the entry was appended"),
  },
  sometimes: {
    id: text("Id of the entry"),
    organization: text("Who owns the source"),
    ...PIN_FIELDS,
    layout: record({
      skills_root: ROOT,
      evals_root: text("Folder in which the suites stand"),
    }, { include: PATHS }),
    skills: list(record({
      name: text("Folder name"),
      path: text("Its folder, from the source's root"),
      description: nullable(text("What its frontmatter says")),
      allowed_tools: list(text("A tool it asks for")),
    })),
    left_out: list(text("A skill that the entry does not provide")),
    other_roots: list(record({ skills_root: ROOT, skills: SKILLS })),
    files: count("Files of the snapshot"),
    bytes: count("Their bytes"),
    licence: nullable(record({ file: text("Path") }, {
      spdx: text("SPDX identifier of a well-known text"),
    })),
    executables: PATHS,
    hosts: list(text("A host that the skills name")),
    signer: nullable(SIGNER),
    signatures: list(record({
      on: choice("What is signed", ["tag", "commit", "archive"]),
      bad: flag("Whether it matches nothing"),
      because: text("The end of a sentence about it"),
    }, { signer: SIGNER })),
    trust_list: text("Path of the trust list that the entry belongs to"),
  },
};
