import type { ConfigError } from "../base/errors.ts";
import type { LockBlock } from "../lock/model.ts";
import type { LayerFile } from "./descriptor.ts";

/** One organization's files, in the order of its homes (contract section 1). */
export interface OrganizationFiles {
  readonly name: string;
  readonly files: readonly LayerFile[];
}

/** What `resolveSources` merges. */
export interface ResolveInput {
  readonly trustList: LayerFile;
  readonly organizations: readonly OrganizationFiles[];
  /** Folders under the homes on disk; `independent` is known without being named. */
  readonly knownOrganizations: ReadonlySet<string>;
  /** `organization` of `project.md`, or `independent`. */
  readonly defaultOrganization: string;
  /** Organizations with a file that cannot be read, and why. */
  readonly unreadableOrganizations: ReadonlyMap<string, ConfigError>;
  /**
   * Looks up the committed lock's block of an id. Give it **only where no
   * organization home is on disk at all**: the locked facts then stand in for
   * the organization's, with a note.
   */
  readonly locked?: (id: string) => LockBlock | undefined;
}
