import { count, list, nullable, record, text } from "./builder.ts";
import { COMMIT } from "./texts.ts";

const COUNTS = {
  json: { type: "object", additionalProperties: { type: "integer" } },
};

/** The own keys of `org adopters --json`. */
export const ADOPTERS_FIELDS = {
  always: {
    organization: text("The organization whose list is compared with"),
    summary: record({
      adopters: count("Repositories that were asked"),
      read: count("Those that could be read"),
      unreadable: count("Those that could not"),
      pins: count("Pins in all of them"),
      states: COUNTS,
      locks: COUNTS,
    }),
    adopters: list(record({
      url: text("As it stands in the list"),
      commit: nullable(COMMIT),
      sources: list(record({
        id: text("Id in the adopter's trust list or lock"),
        state: text("How its pin stands to the organization's list"),
        lock: text("How its lock stands to its trust list"),
      }, {
        listed_as: text("The organization's id for it, where that is another"),
        url: text("Where the source comes from"),
        ref: text("Tag, branch or version"),
        anchor: text("Commit or digest"),
      })),
      faults: list(record({
        cause: text("Why it could not be read, in a word"),
        message: text("The same in a sentence"),
      })),
    })),
  },
  sometimes: {},
};
