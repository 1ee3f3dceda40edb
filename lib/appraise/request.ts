import type { OrganizationName, SourceId } from "../base/ids.ts";
import type { DescriptorEntry } from "../trust/descriptor.ts";
import type { Method } from "../trust/model.ts";

/** A source to be looked at, before anything is asked of its server. */
export interface VouchRequest {
  readonly id: SourceId;
  readonly organization: OrganizationName;
  readonly method: Method;
  readonly url: string;
  /** Absent: the newest release. */
  readonly ref?: string;
  readonly name?: string;
  readonly maintainer?: string;
  /** The organization's descriptor, which the entry will refer to. */
  readonly curated?: DescriptorEntry;
}
