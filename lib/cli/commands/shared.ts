import { FORMATS } from "../../report/format.ts";
import type { ArgumentSpec, OptionSpec } from "../spec.ts";

/** Ids of sources, as an argument. */
export const IDS: ArgumentSpec = {
  name: "id",
  summary: "Id of a source in the trust list; all of them when none is named",
  optional: true,
  repeated: true,
};

/** Consent given beforehand. */
export const YES: OptionSpec = {
  name: "yes",
  short: "y",
  kind: "boolean",
  summary: "Consent without being asked",
};

/** A run that only tells. */
export const DRY_RUN: OptionSpec = {
  name: "dry-run",
  kind: "boolean",
  summary: "Say what would be done; no network, no write",
};

/** How findings are written, by a command whose findings are for other programs too. */
export const REPORT_FORMAT: OptionSpec = {
  name: "format",
  kind: "string",
  value: "FORMAT",
  choices: FORMATS,
  summary: "How the result is written",
};

/** What changes of trust are counted from. */
export const SINCE: OptionSpec = {
  name: "since",
  kind: "string",
  value: "REV",
  summary: "Name every change of trust since a revision",
};

/** How a review is shown. */
export const REVIEW_FORMAT: OptionSpec = {
  name: "format",
  kind: "string",
  value: "FORMAT",
  choices: ["text", "md", "json"],
  summary: "How the review is written",
};

/** Which organization of this repository a command acts for. */
export const ORG: OptionSpec = {
  name: "org",
  kind: "string",
  value: "NAME",
  summary: "The organization; default: the project's, or the only one here",
};

/** What `--yes` does not cover when a source moves (contract section 6). */
export const ALLOWANCES: readonly OptionSpec[] = [
  {
    name: "allow-older",
    kind: "boolean",
    summary: "Go back to an older version",
  },
  {
    name: "allow-history-change",
    kind: "boolean",
    summary: "Take a commit that does not descend from the locked one",
  },
  {
    name: "allow-signer-change",
    kind: "boolean",
    summary: "Take what another hand signed, or nobody any more",
  },
  {
    name: "allow-url-change",
    kind: "boolean",
    summary: "Take it from another url, or by another method",
  },
];
