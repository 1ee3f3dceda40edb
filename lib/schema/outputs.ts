import {
  choice,
  count,
  type Fields,
  flag,
  list,
  record,
  type RecordOf,
  text,
} from "./builder.ts";
import { ADOPTERS_FIELDS } from "./adopters.ts";
import { HELP_FIELDS } from "./help.ts";
import { REVIEW, REVIEW_FIELDS } from "./review.ts";
import {
  COMMIT,
  CONTENT,
  ID,
  PATHS,
  PIN,
  PIN_FIELDS,
  SIGNER,
  SKILL,
  SKILLS,
} from "./texts.ts";
import { VOUCH_FIELDS } from "./vouch.ts";

/** The own keys of a command's `--json` document. */
export interface Output<R extends Fields, O extends Fields> {
  /** Where the command comes to its end and nothing is wrong. */
  readonly always: R;
  /** Where there is something to say. */
  readonly sometimes: O;
}

/** The type of a command's own part of its document. */
export type DocumentOf<N extends keyof typeof OUTPUTS> =
  (typeof OUTPUTS)[N] extends Output<infer R, infer O> ? RecordOf<R, O> : never;

/** A refused entry is shown by its id too, whatever that is. */
const AS_WRITTEN = text("Id of the source, as it is written");
const ORGANIZATION = text("Who owns the source");
const CHANGED = flag("Whether anything was written");
const LINKS = record({ created: PATHS, rewritten: PATHS, removed: PATHS });
const NEWER = text("Tag of the newest release, where one is newer");
const FILES = count("Files that were looked at");
const REGISTRY = {
  file: text("Path of the registry"),
  sources: count("Sources in its tables"),
};
const SINCE = record({
  revision: text("The revision that was compared with, as given"),
  commit: COMMIT,
});

/**
 * The `--json` document of every command, by its name. A command's code is
 * held to its type, and `schema <name>` prints it.
 */
export const OUTPUTS = {
  vouch: VOUCH_FIELDS,
  setup: {
    always: {
      sources: list(record({
        id: AS_WRITTEN,
        outcome: choice("What became of it", [
          "kept",
          "installed",
          "restored",
          "repaired",
          "moved",
          "left",
          "failed",
          "refused",
          "planned",
        ]),
      }, {
        organization: ORGANIZATION,
        ...PIN_FIELDS,
        action: text("Under --dry-run: what would be done"),
        content: CONTENT,
        signer: SIGNER,
        skills: SKILLS,
      })),
      pruned: list(ID),
      changed: CHANGED,
    },
    sometimes: { links: LINKS },
  },
  upgrade: {
    always: {
      sources: list(record({
        id: ID,
        outcome: choice("What became of it", [
          "moved",
          "unchanged",
          "restored",
          "failed",
          "preview",
          "declined",
        ]),
        to: PIN,
      }, { from: PIN, review: REVIEW })),
      changed: CHANGED,
    },
    sometimes: {},
  },
  diff: {
    always: {},
    sometimes: {
      id: ID,
      ...REVIEW_FIELDS,
      since: SINCE,
      reviews: list(REVIEW),
    },
  },
  verify: {
    always: {
      sources: list(record({
        id: ID,
        organization: ORGANIZATION,
        method: PIN_FIELDS.method,
        url: PIN_FIELDS.url,
        ref: PIN_FIELDS.ref,
        state: choice("Of the snapshot", [
          "intact",
          "edited",
          "missing",
          "outdated",
          "unverified",
        ]),
        skills: SKILLS,
      }, {
        commit: PIN_FIELDS.commit,
        sha512: PIN_FIELDS.sha512,
        content: CONTENT,
        newer: NEWER,
      })),
    },
    sometimes: { since: SINCE },
  },
  lint: { always: {}, sometimes: { since: SINCE } },
  status: {
    always: {
      sources: list(record({
        id: AS_WRITTEN,
        state: choice("In a word", [
          "ok",
          "not fetched",
          "drift",
          "tampered",
          "pin changed",
          "not pinned",
          "refused",
        ]),
        skills: SKILLS,
      }, { ...PIN_FIELDS, fetched_commit: COMMIT, newer: NEWER })),
    },
    sometimes: {},
  },
  scan: {
    always: { files: FILES, suppressed: count("Findings that are suppressed") },
    sometimes: {
      path: text("The folder or file that was named"),
      sources: list(record({ id: ID, skills: SKILLS, files: FILES })),
    },
  },
  evals: {
    always: {
      suites: list(record({
        source: ID,
        skill: SKILL,
        path: text("Folder of the suite, from the snapshot's root"),
        state: choice("Whether it is bound in its own snapshot", [
          "bound",
          "unbound",
          "missing",
        ]),
        steps: list({ json: {} }),
        cases: count("Cases of all steps"),
      })),
    },
    sometimes: {
      runs: list(record({
        source: ID,
        skill: SKILL,
        exitCode: { json: { type: ["integer", "null"] } },
      })),
    },
  },
  "org-check": {
    always: {
      organizations: list(record({
        name: text("Name of the organization"),
        files: PATHS,
        sources: list(record({
          id: text("Id of the entry, as it is written"),
          sound: flag("Whether nothing is wrong with it"),
        }, { ...PIN_FIELDS, newer: NEWER })),
      })),
    },
    sometimes: {},
  },
  "org-add": {
    always: VOUCH_FIELDS.always,
    sometimes: {
      ...VOUCH_FIELDS.sometimes,
      list: text("Path of the organization's list"),
      listed_by: text("The organization whose list it is"),
    },
  },
  "org-adopters": ADOPTERS_FIELDS,
  "registry-render": {
    always: { ...REGISTRY, changed: CHANGED },
    sometimes: {},
  },
  "registry-check": {
    always: { ...REGISTRY, current: flag("Whether the file is as rendered") },
    sometimes: {},
  },
  "worktree-init": {
    always: {
      main: text("Absolute path of the main checkout"),
      sources: list(record({
        id: ID,
        outcome: choice("What became of it", ["linked", "left", "not-linked"]),
      })),
      changed: CHANGED,
    },
    sometimes: {
      links: LINKS,
      ignore_lines: list(text("A line added to .gitignore")),
    },
  },
  unadopt: {
    always: { removed: PATHS, planned: PATHS, changed: CHANGED },
    sometimes: {},
  },
  schema: {
    always: {},
    sometimes: {
      names: list(text("A name that `schema` takes")),
      json_schema: { json: { type: "object" } },
    },
  },
  completions: {
    always: {
      shell: choice("The shell", ["bash", "zsh", "fish"]),
      script: text("The script"),
    },
    sometimes: {},
  },
  help: HELP_FIELDS,
  version: {
    always: { version: text("Of this tool"), deno: text("Of Deno") },
    sometimes: {},
  },
  error: { always: {}, sometimes: {} },
} satisfies Readonly<Record<string, Output<Fields, Fields>>>;
