import type { Level } from "../base/finding.ts";
import { RULES } from "../base/rules.ts";
import { type Fields, record, type RecordOf, type Schema } from "./builder.ts";
import { choice, text } from "./builder.ts";

const REQUIRED = {
  rule: choice("Its stable name", Object.keys(RULES).sort()),
  level: choice<readonly Level[]>("How much it weighs", [
    "error",
    "warning",
    "note",
  ]),
  message: text("One sentence for a person"),
};

const OPTIONAL = {
  source: text("Id of the source it is about"),
  skill: text("Folder name of the skill it is about"),
  path: text("Path relative to the repository's root"),
  line: {
    json: { type: "integer", description: "Line in `path`, from 1" },
  } as Schema<number>,
  fix: text("The command or edit that repairs it"),
} satisfies Fields;

/** A finding, the element of `findings` in every document (contract section 7). */
export const FINDING: Schema<RecordOf<typeof REQUIRED, typeof OPTIONAL>> =
  record(REQUIRED, OPTIONAL);
