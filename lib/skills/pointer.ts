import type { OrganizationName, SafePath, SourceId } from "../base/ids.ts";

/** A `skills/<name>/source.md`: a redirect that causes no fetch and no link. */
export interface Pointer {
  /** Path of the file, for messages. */
  readonly file: string;
  /** The folder it stands in. */
  readonly name: string;
  readonly source: SourceId;
  readonly organization: OrganizationName;
  readonly skillPath: SafePath;
  readonly evalsPath: SafePath;
}
