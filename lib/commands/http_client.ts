import type { HttpClient } from "../http/model.ts";
import type { CommandContext } from "./command.ts";

/** The HTTP client of one run, loaded only when something is to be fetched. */
export async function httpClient(
  { env, signal }: Pick<CommandContext, "env" | "signal">,
): Promise<HttpClient> {
  const { createHttpClient } = await import("../http/http_client.ts");
  const home = env("HOME");
  return createHttpClient({
    env,
    signal,
    ...(home === undefined ? {} : { home }),
  });
}
