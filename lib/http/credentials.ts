import { encodeBase64 } from "./encode_base64.ts";
import { HostError } from "../base/errors.ts";
import { isLoopback } from "./host_kind.ts";
import { netrcLogin } from "./netrc.ts";
import { tokenVariable } from "./token_variable.ts";

/** A credential ready to be sent, and the name of the place it came from. */
export interface Credential {
  /** Value of the `Authorization` header. Secret. */
  readonly authorization: string;
  /** Name of the variable or file, for messages. Not secret. */
  readonly origin: string;
}

/** Where credentials are looked up. */
export interface CredentialStore {
  /** The environment. */
  readonly env: (name: string) => string | undefined;
  /** Text of `~/.netrc`, read at most once and only when needed. */
  readonly netrc: () => Promise<string | undefined>;
}

const GITHUB_HOSTS = new Set([
  "github.com",
  "codeload.github.com",
  "api.github.com",
]);

/**
 * The credential for a url's own host, if there is one: the host's variable,
 * then GitHub's for GitHub, then `~/.netrc` (contract section 3, HTTP). Plain
 * http gets no token; on loopback, the one place where it is allowed, it gets
 * what `~/.netrc` says of that very host, as it would of git and curl.
 *
 * @throws {HostError} when a token holds characters that no header carries;
 * the message names the variable, never the value.
 */
export async function credentialFor(
  url: URL,
  scheme: "basic" | "bearer",
  store: CredentialStore,
): Promise<Credential | undefined> {
  const secure = url.protocol === "https:";
  if (!secure && !isLoopback(url.hostname)) return undefined;
  for (const name of secure ? variablesOf(url) : []) {
    const token = store.env(name)?.trim();
    if (token === undefined || token === "") continue;
    return {
      authorization: scheme === "bearer"
        ? `Bearer ${checked(token, name)}`
        : `Basic ${encodeBase64(`x-access-token:${checked(token, name)}`)}`,
      origin: name,
    };
  }
  const text = await store.netrc();
  const login = text === undefined ? undefined : netrcLogin(text, url.hostname);
  if (login === undefined) return undefined;
  return {
    authorization: `Basic ${encodeBase64(`${login.login}:${login.password}`)}`,
    origin: "~/.netrc",
  };
}

function variablesOf(url: URL): string[] {
  const own = tokenVariable(url);
  return [
    ...(own === undefined ? [] : [own]),
    ...(GITHUB_HOSTS.has(url.host) ? ["GITHUB_TOKEN", "GH_TOKEN"] : []),
  ];
}

/** A line feed in a token would end the header and begin another. */
function checked(token: string, name: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new HostError(
    "http-failed",
    `The token in ${name} holds a blank or a character that no header may carry; set it again.`,
  );
}
