import type { Finding } from "./finding.ts";
import type { Position } from "./position.ts";
import { formatPosition } from "./position.ts";
import type { RuleName } from "./rules.ts";

/** What an error may carry beside its message. */
export interface ErrorDetails {
  /** Where in a text the fault stands; it is put in front of the message. */
  readonly at?: Position;
  /** Path of the file or folder at fault, when there is no line to name. */
  readonly path?: string;
  /** The command or edit that repairs it. */
  readonly fix?: string;
  /** Skill folder name at fault. */
  readonly skill?: string;
  /** The lower-level error. */
  readonly cause?: unknown;
}

/**
 * The common part of every error this tool throws on purpose. The subclasses
 * tell who is to blame, which decides how far the damage reaches; `code` is
 * the stable rule name that `--json` shows.
 */
export abstract class SkillSourcesError extends Error {
  /** The stable rule name. */
  readonly code: RuleName;
  /** Where in a text the fault stands. */
  readonly at: Position | undefined;
  /** Path of the file or folder at fault. */
  readonly path: string | undefined;
  /** The command or edit that repairs it. */
  readonly fix: string | undefined;
  /** Folder name of the skill at fault. */
  readonly skill: string | undefined;

  /** Puts the position, when there is one, in front of the message. */
  constructor(code: RuleName, message: string, details: ErrorDetails = {}) {
    super(
      details.at ? `${formatPosition(details.at)}: ${message}` : message,
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.name = new.target.name;
    this.code = code;
    this.at = details.at;
    this.path = details.path ?? details.at?.file;
    this.fix = details.fix;
    this.skill = details.skill;
  }

  /** The same fault as a finding of level error, about `source` when given. */
  toFinding(source?: string): Finding {
    return {
      rule: this.code,
      level: "error",
      message: this.message,
      ...(source === undefined ? {} : { source }),
      ...(this.skill === undefined ? {} : { skill: this.skill }),
      ...(this.path === undefined ? {} : { path: this.path }),
      ...(this.at === undefined ? {} : { line: this.at.line }),
      ...(this.fix === undefined ? {} : { fix: this.fix }),
    };
  }
}

/** The command line is wrong: exit 2, nothing attempted. */
export class UsageError extends SkillSourcesError {}

/** An adopter's file cannot be read as a whole: exit 2, nothing attempted. */
export class ConfigError extends SkillSourcesError {
  /** Every fault found in the file, when more than one is known. */
  readonly findings: readonly Finding[];

  /** `findings`: every fault found; without any, this one alone. */
  constructor(
    code: RuleName,
    message: string,
    details: ErrorDetails = {},
    findings: readonly Finding[] = [],
  ) {
    super(code, message, details);
    this.findings = findings.length > 0 ? findings : [this.toFinding()];
  }
}

/** One entry of the trust list or the lock is wrong: that source is refused, exit 1. */
export class EntryError extends SkillSourcesError {}

/** The source's data or its server is at fault: that source is refused, exit 1. */
export class SourceError extends SkillSourcesError {}

/** This machine or checkout cannot do what is asked (disk, permission, lock held): exit 1. */
export class HostError extends SkillSourcesError {}
