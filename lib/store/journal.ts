import { Buffer } from "node:buffer";
import { join } from "node:path";
import {
  type ContentDigest,
  contentDigest,
  type SafePath,
  safePath,
  type SourceId,
  sourceId,
} from "../base/ids.ts";
import { MAX_JOURNAL_BYTES } from "../base/limits.ts";
import { atomicWrite } from "./atomic_write.ts";
import { diskError } from "./disk_error.ts";
import {
  COMMITTED_LOCK,
  GITIGNORE,
  LOCAL_LOCK,
  STATE,
  TRUST_LIST_PATHS,
  type TrustListPath,
} from "./paths.ts";

/**
 * One step of an installation. Each may be done twice with the same effect,
 * so that a run which finds the journal of a killed one simply does them all.
 */
export type Step =
  | {
    readonly step: "unlink";
    readonly path: SafePath;
    readonly text: string;
    /** The folders that this leaves empty are removed too. */
    readonly tidy?: true;
  }
  | { readonly step: "retire"; readonly id: SourceId }
  | {
    readonly step: "place";
    readonly id: SourceId;
    /** Folder below `.state/` that holds `<id>` and `<id>.files`. */
    readonly staging: string;
    readonly content: ContentDigest;
  }
  | { readonly step: "link"; readonly path: SafePath; readonly text: string }
  | {
    readonly step: "write";
    readonly file: WrittenFile;
    /** Fingerprint of the bytes this is planned over; `null`: no such file. */
    readonly over: string | null;
    /** The new bytes; `null`: the file is removed. */
    readonly bytes: Uint8Array | null;
  };

/** The only files of the adopter's that a journal may write. */
export type WrittenFile =
  | typeof GITIGNORE
  | typeof COMMITTED_LOCK
  | typeof LOCAL_LOCK
  | TrustListPath;

const PATH = `${STATE}/journal.json`;
const FILES: readonly string[] = [
  GITIGNORE,
  COMMITTED_LOCK,
  LOCAL_LOCK,
  ...TRUST_LIST_PATHS,
];

/** Writes the journal; from now on the steps will be done, by this run or the next. */
export function writeJournal(root: string, steps: readonly Step[]): void {
  const text = JSON.stringify({
    version: 1,
    steps: steps.map((step) =>
      step.step === "write"
        ? {
          ...step,
          bytes: step.bytes && Buffer.from(step.bytes).toString("base64"),
        }
        : step
    ),
  });
  atomicWrite(root, PATH, new TextEncoder().encode(text));
}

/** Whether an interrupted run left a journal. */
export function journalStands(root: string): boolean {
  try {
    return Deno.lstatSync(join(root, PATH)).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    if ((error as { code?: string }).code === "ENOTDIR") return false;
    throw diskError(error, "read", PATH);
  }
}

/** Reads the journal; `undefined` when it is not one this version wrote whole. */
export function readJournal(root: string): readonly Step[] | undefined {
  try {
    if (Deno.lstatSync(join(root, PATH)).size > MAX_JOURNAL_BYTES) {
      return undefined;
    }
    return parseJournal(Deno.readTextFileSync(join(root, PATH)));
  } catch (error) {
    throw diskError(error, "read", PATH);
  }
}

/** Ends the journal. */
export function removeJournal(root: string): void {
  try {
    Deno.removeSync(join(root, PATH));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) {
      throw diskError(error, "remove", PATH);
    }
  }
}

/**
 * Parses a journal strictly: every id, path and file is checked again, as
 * whoever can write below the snapshots folder must not gain more by it.
 */
export function parseJournal(text: string): readonly Step[] | undefined {
  try {
    const value = JSON.parse(text);
    if (value?.version !== 1 || !Array.isArray(value.steps)) return undefined;
    const steps: Step[] = [];
    for (const raw of value.steps) {
      const step = parseStep(raw);
      if (step === undefined) return undefined;
      steps.push(step);
    }
    return steps;
  } catch {
    return undefined;
  }
}

function parseStep(raw: Record<string, unknown>): Step | undefined {
  const id = typeof raw.id === "string" ? sourceId(raw.id) : undefined;
  switch (raw.step) {
    case "link":
    case "unlink": {
      const path = typeof raw.path === "string"
        ? safePath(raw.path)
        : undefined;
      if (path === undefined || typeof raw.text !== "string") return undefined;
      return raw.step === "unlink" && raw.tidy === true
        ? { step: "unlink", path, text: raw.text, tidy: true }
        : { step: raw.step, path, text: raw.text };
    }
    case "retire":
      return id && { step: "retire", id };
    case "place": {
      const content = typeof raw.content === "string"
        ? contentDigest(raw.content)
        : undefined;
      return id && content && typeof raw.staging === "string" &&
          /^staging-[0-9a-f]+$/.test(raw.staging)
        ? { step: "place", id, staging: raw.staging, content }
        : undefined;
    }
    case "write": {
      const { file, over, bytes } = raw;
      if (typeof file !== "string" || !FILES.includes(file)) return undefined;
      if (over !== null && typeof over !== "string") return undefined;
      if (bytes !== null && typeof bytes !== "string") return undefined;
      return {
        step: "write",
        file: file as WrittenFile,
        over,
        bytes: bytes === null
          ? null
          : new Uint8Array(Buffer.from(bytes, "base64")),
      };
    }
    default:
      return undefined;
  }
}
