/** A host whose labels are plain, so that its variable name can mean no other host. */
const PLAIN_HOST =
  /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;

/**
 * The name of the environment variable that holds the token for a url's host:
 * `SKILL_SOURCES_TOKEN_<HOST>`, upper case, `.` as `_`, `-` as `__`, and
 * `_<port>` when the url has one (contract section 3, HTTP). `undefined` for
 * hosts such as `a_b.example` that could claim another host's variable.
 */
export function tokenVariable(url: URL): string | undefined {
  if (!PLAIN_HOST.test(url.hostname)) return undefined;
  const host = url.hostname.replaceAll("-", "__").replaceAll(".", "_");
  const port = url.port === "" ? "" : `_${url.port}`;
  return `SKILL_SOURCES_TOKEN_${host.toUpperCase()}${port}`;
}
