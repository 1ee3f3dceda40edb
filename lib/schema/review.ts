import {
  choice,
  count,
  flag,
  list,
  nullable,
  record,
  type Schema,
  text,
} from "./builder.ts";
import { FINDING } from "./finding.ts";
import { COMMIT, CONTENT, ID, PATHS, PIN, SIGNER, SKILL } from "./texts.ts";

const CHANGE = record({ field: text("What differs") }, {
  from: text("As it was; absent where there was none"),
  to: text("As it is; absent where there is none"),
});

const STATE = nullable(record({
  mode: choice("Mode, as git writes it", ["100644", "100755", "120000"]),
  size: count("Bytes"),
  blob: text("Id of the content in git's SHA-256 object format"),
}));

const FILE = record({
  path: text("Path from the source's root"),
  from: STATE,
  to: STATE,
  content: choice("`omitted`: not compared", ["text", "binary", "omitted"]),
  lines_added: count("Lines"),
  lines_removed: count("Lines"),
}, { skill: SKILL });

const NAMES = list(SKILL);

/** Every key of a review but its findings. */
export const REVIEW_FIELDS = {
  pin: record({
    from: nullable(PIN),
    to: PIN,
    from_commit: nullable(COMMIT),
    to_commit: nullable(COMMIT),
    changes: list(CHANGE),
  }),
  signer: record({
    from: nullable(SIGNER),
    to: nullable(SIGNER),
    changed: flag("Whether the signer is another"),
  }),
  content: record({ from: nullable(CONTENT), to: nullable(CONTENT) }),
  skills: record({
    added: NAMES,
    removed: NAMES,
    changed: list(record({
      name: SKILL,
      fields: list(CHANGE),
      files: count("Files that differ"),
    })),
    unchanged: count("Skills that are the same to the last byte"),
  }),
  files: record({
    added: list(FILE),
    removed: list(FILE),
    changed: list(FILE),
    unchanged: count("Files"),
  }),
  changelogs: list(record({
    path: text("Path of a changelog"),
    lines: list(text("A line that was added at its head")),
    more: count("Further lines that were added there"),
  })),
  executables: PATHS,
  hosts: list(record({
    host: text("A host that is named now and was not before"),
    path: text("The first file that names it"),
  }, { unicode: text("As a browser may show it") })),
  hosts_left_out: count("New hosts that are not listed"),
  patch: text("What `git apply` takes"),
  patch_omitted: PATHS,
  totals: record({
    lines_added: count("Lines"),
    lines_removed: count("Lines"),
    bytes_from: count("Bytes of all files"),
    bytes_to: count("Bytes of all files"),
  }),
};

/** What changed between two versions of a source. */
export const REVIEW: Schema<unknown> = record({
  id: ID,
  ...REVIEW_FIELDS,
  findings: list(FINDING),
});
