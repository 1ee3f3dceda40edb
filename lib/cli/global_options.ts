import type { OptionSpec } from "./spec.ts";

/** The options that every command takes, before or after its name (contract section 6). */
export const GLOBAL_OPTIONS: readonly OptionSpec[] = [
  {
    name: "directory",
    short: "C",
    kind: "string",
    value: "DIR",
    summary: "Act as if started in DIR",
  },
  {
    name: "format",
    kind: "string",
    value: "FORMAT",
    choices: ["text", "json"],
    summary: "How the result is written",
  },
  {
    name: "json",
    kind: "boolean",
    sets: { format: "json" },
    summary: "The same as --format json: one document on stdout",
  },
  {
    name: "quiet",
    short: "q",
    kind: "boolean",
    excludes: "verbose",
    summary: "Only warnings and errors",
  },
  {
    name: "verbose",
    short: "v",
    kind: "boolean",
    summary: "More detail, and where an internal fault arose",
  },
  {
    name: "no-color",
    kind: "boolean",
    summary: "No colour, as with NO_COLOR set",
  },
  {
    name: "strict",
    kind: "boolean",
    summary: "Warnings fail (exit 1)",
  },
  {
    name: "no-git",
    kind: "boolean",
    summary: "Outside a repository, take the trust list's folder as the root",
  },
  {
    name: "help",
    short: "h",
    kind: "boolean",
    summary: "Show help, for a command when one is named",
  },
  {
    name: "version",
    short: "V",
    kind: "boolean",
    summary: "Show the version",
  },
];
