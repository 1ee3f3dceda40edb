import type { RemoteContext } from "../../lib/git/remote.ts";
import { createHttpClient } from "../../lib/http/http_client.ts";

/** A context over the real HTTP client, without credentials. */
export function fetchContext(
  scratch: string,
  env: Readonly<Record<string, string>> = {},
): RemoteContext & { readonly received: () => number } {
  const { signal } = new AbortController();
  const lookup = (name: string) => env[name];
  let received = 0;
  return {
    http: createHttpClient({ env: lookup, signal, backoffMs: 1 }),
    scratch,
    signal,
    progress: (bytes) => received += bytes,
    received: () => received,
  };
}
