/** Characters of a url that a message shows at most. */
const MAX_SHOWN = 300;

/** `user@host:path`, which git takes for an ssh url and no url parser reads. */
const SCP_LIKE = /^[^@:/]+@([^@:/]+:[\x21-\x7e]+)$/;

/**
 * A url as messages may show it: without user name and password, fragment and
 * the text of the query, where access tokens and signatures of download links
 * live. The result is printable ASCII on one line.
 */
export function redactUrl(url: string | URL): string {
  const scpLike = SCP_LIKE.exec(String(url))?.[1];
  if (scpLike !== undefined) return cut(scpLike.replace(/[?#].*$/, ""));
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return "a url that cannot be read";
  }
  const query = parsed.search === "" ? "" : "?…";
  const shown = `${parsed.protocol}//${parsed.host}${parsed.pathname}`;
  return cut(shown) + query;
}

function cut(shown: string): string {
  return shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}…` : shown;
}
