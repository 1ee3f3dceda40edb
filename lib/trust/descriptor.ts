import type { EntryError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import type {
  CommitId,
  OrganizationName,
  SafePath,
  Sha512,
  SourceId,
} from "../base/ids.ts";
import type { Position } from "../base/position.ts";
import type { Method, Policy, Provide } from "./model.ts";

/** A checked value and where it stands. */
export interface Located<T> {
  readonly value: T;
  readonly at: Position;
}

/** The values of one descriptor, each checked by its grammar. */
export interface DescriptorValues {
  readonly organization: OrganizationName;
  readonly name: string;
  readonly maintainer: string;
  readonly method: Method;
  readonly url: string;
  /** Unchecked: its grammar hangs on the method, which another layer may supply. */
  readonly ref: string;
  readonly commit: CommitId;
  readonly sha512: Sha512;
  readonly skillsRoot: SafePath | ".";
  readonly evalsRoot: SafePath | ".";
  readonly include: readonly (SafePath | ".")[];
  readonly provides: readonly Provide[];
  readonly keys: string;
  readonly signedBy: readonly string[];
  readonly manifest: NonNullable<Policy["manifest"]>;
  readonly allowUnlisted: boolean;
}

/**
 * What one layer says of one source, key by key, none of them required
 * (RFC-AI-0006, "Source descriptor").
 */
export type Descriptor = {
  readonly [K in keyof DescriptorValues]?: Located<DescriptorValues[K]>;
};

/** What is wrong with one key of an entry. */
export interface DescriptorFault {
  /** The key at fault, in the spelling of {@linkcode Descriptor} where it is one. */
  readonly key: keyof DescriptorValues | "id" | "layout" | "unknown";
  readonly error: EntryError;
}

/** One descriptor of a layer file, with whatever is wrong inside it. */
export interface DescriptorEntry {
  /** The id as written, which may break its grammar. */
  readonly id: string;
  /** The id once checked; absent when it is at fault. */
  readonly sourceId?: SourceId;
  /** Where the id stands. */
  readonly at: Position;
  readonly descriptor: Descriptor;
  readonly faults: readonly DescriptorFault[];
}

/** Which layer a file belongs to: it decides how an unknown key weighs. */
export type Layer = "registry" | "organization" | "adopter";

/** What one layer file declares, in file order. */
export interface LayerFile {
  readonly file: string;
  readonly layer: Layer;
  readonly entries: readonly DescriptorEntry[];
  /** Warnings about the file. */
  readonly findings: readonly Finding[];
}
