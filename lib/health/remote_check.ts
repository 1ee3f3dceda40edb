import type { Finding } from "../base/finding.ts";
import type { HttpClient } from "../http/model.ts";
import type { ResolvedSource } from "../trust/model.ts";

/** What asking a source needs. */
export interface RemoteCheckContext {
  readonly http: HttpClient;
  /** A folder of mode 0700 for temporary files. */
  readonly scratch: string;
  readonly signal: AbortSignal;
  /** Looks up a variable of the caller's environment, for ssh. */
  readonly env: (name: string) => string | undefined;
  /** Fetch and hash archives too; without it they are not asked at all. */
  readonly archives: boolean;
}

/** What a source says now. */
export interface RemoteCheck {
  readonly findings: readonly Finding[];
  /** Tag of the newest release after the pinned one, within its major version. */
  readonly newer?: string;
}

/** A finding about the entry of the trust list that vouches for `source`. */
export function aboutEntry(
  { id, vouched }: ResolvedSource,
  finding: Omit<Finding, "source" | "path" | "line">,
): Finding {
  const { fix, ...rest } = finding;
  return {
    ...rest,
    source: id,
    path: vouched.file,
    line: vouched.line,
    ...(fix === undefined ? {} : { fix }),
  };
}
