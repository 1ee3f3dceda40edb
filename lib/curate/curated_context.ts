import type { HttpClient } from "../http/model.ts";

/** What asking the sources of a list needs. */
export interface CuratedContext {
  readonly http: HttpClient;
  /** An empty folder of mode 0700 outside the repository. */
  readonly scratch: string;
  /** The repository that holds the lists, in which `keys` are looked up. */
  readonly root: string;
  readonly signal: AbortSignal;
  /** Looks up a variable of the caller's environment, for ssh. */
  readonly env: (name: string) => string | undefined;
  readonly now: Date;
}
