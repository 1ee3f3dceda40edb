import { SourceError } from "../base/errors.ts";
import { isInner, isLoopback } from "./host_kind.ts";
import { redactUrl } from "./redact_url.ts";

/**
 * Parses the url of a first request. The text was checked by the trust layer;
 * this is the last look before the network (contract section 2, urls).
 *
 * @throws {SourceError} `url-refused` for another scheme than https, for
 * plain http off loopback, and for a user name or password.
 */
export function requestUrl(text: string): URL {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new SourceError(
      "url-refused",
      "A url cannot be read; correct it in the trust list.",
    );
  }
  const fault = schemeFault(url);
  if (fault !== undefined) {
    throw new SourceError("url-refused", `${redactUrl(url)} ${fault}.`);
  }
  url.hash = "";
  return url;
}

/**
 * The url that a redirect from `from` leads to, when it may be followed
 * (contract section 3, HTTP).
 *
 * @throws {SourceError} `redirect-refused`: a downgrade to plain http, a
 * scheme that reads this machine, or a public server that points at this
 * machine or its link to have the user's own services asked.
 */
export function redirectUrl(from: URL, location: string): URL {
  let url: URL;
  try {
    url = new URL(location, from);
  } catch {
    throw refused(from, "to a url that cannot be read");
  }
  url.hash = "";
  if (from.protocol === "https:" && url.protocol === "http:") {
    throw refused(from, `from https to plain http (${redactUrl(url)})`);
  }
  const fault = schemeFault(url);
  if (fault !== undefined) {
    throw refused(from, `to ${redactUrl(url)}, which ${fault}`);
  }
  if (isInner(url.hostname) && !isLoopback(from.hostname)) {
    throw refused(
      from,
      `to ${redactUrl(url)}, an address of this machine or its link`,
    );
  }
  return url;
}

function schemeFault(url: URL): string | undefined {
  if (url.username !== "" || url.password !== "") {
    return "holds a user name or password, which belongs into the environment or ~/.netrc";
  }
  if (url.protocol === "https:") return undefined;
  if (url.protocol !== "http:") return "is no https url";
  return isLoopback(url.hostname)
    ? undefined
    : "is plain http, which is allowed to loopback only; use https";
}

function refused(from: URL, where: string): SourceError {
  return new SourceError(
    "redirect-refused",
    `${
      redactUrl(from)
    } redirects ${where}; look at the url in a browser and put the right one into its entry.`,
  );
}
