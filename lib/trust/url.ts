import { accept, type Checked, refuse } from "./checked.ts";
import type { Method } from "./model.ts";
import { redactUrl, TOKEN_SHAPED } from "./redact_url.ts";

/** Characters a url may have. */
const MAX_URL_LENGTH = 2048;
const USER = /^[A-Za-z0-9._][A-Za-z0-9._-]{0,63}$/;
const LABEL = /^[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?$/;
/** Names of query parameters that carry credentials. */
const SECRET_PARAMETER =
  /token|secret|passw|pwd|auth|credential|signature|api[-_]?key|^(?:key|sig|sas|jwt|code|private[-_]key)$/i;

/**
 * Checks a url **as text**, before any URL parser sees it: parsers drop line
 * feeds, resolve `..` and decode dots, so that what they were shown and what
 * they ask for differ (contract section 2). The value is the text, verbatim.
 * No message holds a credential that the url brings.
 */
export function checkUrl(text: string): Checked<string> {
  const fault = urlFault(text);
  return fault === undefined
    ? accept(text)
    : refuse(`The url ${redactUrl(text)} ${fault}`);
}

/** Checks that a url, checked before, suits its install method. */
export function checkUrlForMethod(
  url: string,
  method: Method,
): Checked<string> {
  if (method !== "svn-zip") return accept(url);
  if (!/^(?:https?|file):/.test(url)) {
    return refuse(
      `The url ${redactUrl(url)} cannot be downloaded; svn-zip takes ` +
        "`https://` or `file://`",
    );
  }
  return /\.(?:zip|tar\.gz|tgz)$/.test(url.split(/[?#]/, 1)[0]!)
    ? accept(url)
    : refuse(
      `The url ${redactUrl(url)} must end in .zip, .tar.gz or .tgz for svn-zip`,
    );
}

function urlFault(text: string): string | undefined {
  if (text.length > MAX_URL_LENGTH) {
    return `is longer than ${MAX_URL_LENGTH} characters`;
  }
  if (!/^[\x21-\x7e]+$/.test(text)) {
    return "must be printable ASCII without blanks; percent-encode the rest";
  }
  if (text.includes("\\")) return "holds a backslash";
  if (/%(?:2f|2e|5c)/i.test(text)) return "holds an encoded slash or dot";
  if (/%(?![0-9A-Fa-f]{2})|%(?:[01][0-9a-f]|7f)/i.test(text)) {
    return "holds a broken or control-character percent encoding";
  }
  if (TOKEN_SHAPED.test(text)) {
    return "holds what looks like an access token; revoke it and give it " +
      "by environment variable or ~/.netrc";
  }
  const tail = text.search(/[?#]/);
  const address = tail < 0 ? text : text.slice(0, tail);
  if (tail >= 0 && hasSecretParameter(text.slice(tail + 1))) {
    return "carries a credential in its query; give it by environment " +
      "variable or ~/.netrc";
  }
  const match = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/([^/]*)(.*)$/.exec(address);
  if (match === null) return scpFault(address);
  const [, scheme = "", authority = "", path = ""] = match;
  return schemeFault(scheme, authority, path) ?? pathFault(path, scheme);
}

function hasSecretParameter(tail: string): boolean {
  return tail.split(/[?#&;]/).some((parameter) => {
    let name = parameter.split("=", 1)[0]!;
    try {
      name = decodeURIComponent(name);
    } catch {
      return true; // not UTF-8, so its name cannot be judged
    }
    return SECRET_PARAMETER.test(name);
  });
}

function schemeFault(
  scheme: string,
  authority: string,
  path: string,
): string | undefined {
  switch (scheme) {
    case "file":
      if (authority !== "" && authority !== "localhost") {
        return "names a host; a file url is `file:///<absolute path>`";
      }
      // Some readers take `file:////host/share` for a share on that host.
      if (path.startsWith("//")) return "has more than three slashes";
      return path === "" || path === "/" ? "names no file" : undefined;
    case "https":
    case "http":
    case "ssh": {
      const at = authority.lastIndexOf("@");
      const user = at < 0 ? undefined : authority.slice(0, at);
      const host = authority.slice(at + 1);
      const fault = userFault(user, scheme) ?? hostFault(host);
      if (fault !== undefined) return fault;
      return scheme === "http" && !isLoopback(host)
        ? "is plain http, which anybody on the way can change; write `https://`"
        : undefined;
    }
    default:
      return "has a scheme that is not allowed; write `https://`, `ssh://`, " +
        "`file://` or `user@host:path`";
  }
}

function userFault(
  user: string | undefined,
  scheme: string,
): string | undefined {
  if (user === undefined) return undefined;
  if (/:|%3a/i.test(user)) {
    return "holds a password; give it by environment variable or ~/.netrc";
  }
  if (!USER.test(user)) return "has a malformed user name";
  // A long user of letters and digits is a token in all but name.
  const opaque = user.length >= 20 && /[0-9]/.test(user);
  return scheme !== "ssh" && opaque
    ? "has an access token as its user; give it by environment variable " +
      "or ~/.netrc"
    : undefined;
}

function hostFault(hostAndPort: string): string | undefined {
  const match = /^(\[[0-9A-Fa-f:.]+\]|[^:[\]]*)(?::([0-9]{1,5}))?$/.exec(
    hostAndPort,
  );
  if (match === null) return "has a malformed host or port";
  const [, host = "", port] = match;
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65535)) {
    return "has a port outside 1 to 65535";
  }
  if (host.startsWith("[")) return undefined;
  const labels = host.split(".");
  if (host.length > 253 || !labels.every((label) => LABEL.test(label))) {
    return "has a malformed host name";
  }
  // `2130706433` and `0x7f.1` are 127.0.0.1 to some resolvers and not to others.
  const numeric = /^(?:[0-9]+|0x[0-9a-f]*)$/i.test(labels.at(-1)!);
  return numeric && !isDottedQuad(host)
    ? "has a number for a host; write four decimal parts or a name"
    : undefined;
}

function isDottedQuad(host: string): boolean {
  const parts = host.split(".");
  return parts.length === 4 &&
    parts.every((part) =>
      /^(?:0|[1-9][0-9]{0,2})$/.test(part) && Number(part) <= 255
    );
}

/** Whether a host, with or without port, is this machine (contract section 11). */
function isLoopback(hostAndPort: string): boolean {
  const host = hostAndPort.replace(/:[0-9]+$/, "").toLowerCase();
  return host === "localhost" || host === "[::1]" ||
    (isDottedQuad(host) && host.startsWith("127."));
}

function pathFault(path: string, scheme: string): string | undefined {
  const parts = path.split("/");
  if (parts.includes(".") || parts.includes("..")) {
    return "holds a `.` or `..` segment";
  }
  // git hands host and path to ssh, which takes a leading `-` for an option.
  return scheme === "ssh" && parts.some((part) => part.startsWith("-"))
    ? "has a part that begins with `-`"
    : undefined;
}

function scpFault(text: string): string | undefined {
  const match = /^([^@:/]+)@([^@:/]+):([^:]+)$/.exec(text);
  if (match === null) {
    return "is not of an allowed form; write `https://`, `ssh://`, " +
      "`file://` or `user@host:path`";
  }
  const [, user = "", host = "", path = ""] = match;
  if ([user, host, ...path.split("/")].some((part) => part.startsWith("-"))) {
    return "has a part that begins with `-`";
  }
  return userFault(user, "ssh") ?? hostFault(host) ?? pathFault(path, "ssh");
}
