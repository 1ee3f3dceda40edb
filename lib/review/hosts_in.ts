/** The scheme of a url up to its authority; slashes may be escaped, as in JSON, or turned round. */
const SCHEME = /(?:https?|ssh|git|ftps?|wss?):[\\/]{2,}/gi;
/** What ends an authority wherever it stands. */
const AUTHORITY = /[^\s/?#"'<>`\\]*/y;
/** `git@host:path`, which git takes for ssh. */
const SCP_LIKE = /git@([A-Za-z0-9._-]{1,253}):/g;
/** What a host can begin with: a name, an escaped name, or an IPv6 address. */
const HOST = /^(?:\[[0-9a-f:.]{2,45}\]|[\p{L}\p{M}\p{N}._%-]{1,512})/iu;
const LOOPBACK =
  /^(?:localhost|.*\.localhost|127\.[0-9.]+|\[::1\]|0\.0\.0\.0)$/;
/** Bytes looked at for a NUL, which makes a file binary, as git does. */
const SNIFFED_BYTES = 8000;

/**
 * The outside hosts of the urls in a text file, as a resolver gets them, each
 * once: loopback is none, and neither is a name without a dot. A file with a NUL near its beginning is none of
 * text; bytes that are no UTF-8 hide no url around them.
 *
 * Takes time in proportion to the file's size.
 */
export function hostsIn(bytes: Uint8Array): Set<string> {
  const hosts = new Set<string>();
  if (bytes.subarray(0, SNIFFED_BYTES).includes(0)) return hosts;
  const text = new TextDecoder().decode(bytes);
  const seen = new Set<string>();
  // The next search begins where the authority does, not behind it: in
  // `https://a,https://b` the first one swallows the scheme of the second.
  for (const { index, 0: scheme } of text.matchAll(SCHEME)) {
    AUTHORITY.lastIndex = index + scheme.length;
    for (const written of hostsOf(AUTHORITY.exec(text)?.[0] ?? "")) {
      add(written);
    }
  }
  for (const match of text.matchAll(SCP_LIKE)) add(match[1]!);
  return hosts;

  function add(written: string): void {
    if (seen.size === seen.add(written).size) return;
    const host = normalised(written);
    if (host !== undefined) hosts.add(host);
  }
}

/**
 * The hosts that an authority can be read as. `user@host` is meant where an
 * `@` stands, and `host` alone where the text around the url goes on behind
 * it: `(https://host)@team`, `https://github.com(@host`.
 */
function* hostsOf(authority: string): Generator<string> {
  const parts = authority.split("@");
  for (const [at, part] of parts.entries()) {
    const host = HOST.exec(part)?.[0];
    if (host === undefined) continue;
    const rest = part.slice(host.length);
    const isUser = at < parts.length - 1 && (rest === "" || rest[0] === ":");
    if (!isUser) yield host;
  }
}

function normalised(written: string): string | undefined {
  const { hostname } = URL.parse(`http://${written}/`) ?? { hostname: "" };
  const host = hostname.replace(/\.+$/, "");
  // A name without a dot is a placeholder, or leads nowhere outside.
  return !/[.:]/.test(host) || LOOPBACK.test(host) ? undefined : host;
}
