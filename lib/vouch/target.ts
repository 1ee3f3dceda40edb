import { UsageError } from "../base/errors.ts";
import { type SourceId, sourceId } from "../base/ids.ts";
import type { Method } from "../trust/model.ts";
import { quote } from "../trust/checked.ts";
import { redactUrl } from "../trust/redact_url.ts";
import { checkUrl, checkUrlForMethod } from "../trust/url.ts";
import { webPage } from "./web_page.ts";

/** What is to be vouched for: a source by its url, or one that an organization lists. */
export type Target =
  | { readonly kind: "url"; readonly url: string; readonly method: Method }
  | { readonly kind: "curated"; readonly id: SourceId };

/**
 * Reads the argument of `vouch`. A url is judged as text, before anything is
 * asked (contract section 2); without `method` one of an archive means
 * `svn-zip`, every other `git-tag`.
 *
 * @throws {UsageError} `url-refused`, or `usage` for what is neither a url nor
 * an id, and for a web page of a repository, with what to write instead.
 */
export function readTarget(text: string, method?: Method): Target {
  if (!/^[A-Za-z][A-Za-z0-9+.-]*:|@/.test(text)) {
    const id = sourceId(text);
    if (id !== undefined) return { kind: "curated", id };
    throw new UsageError("usage", neither(text));
  }
  const chosen = method ?? methodOf(text);
  const { fault } = checkUrl(text);
  const unfit = fault ?? checkUrlForMethod(text, chosen).fault;
  if (unfit !== undefined) throw new UsageError("url-refused", `${unfit}.`);
  const page = chosen === "svn-zip" ? undefined : webPage(text);
  if (page !== undefined) {
    throw new UsageError(
      "usage",
      `${
        redactUrl(text)
      } is a web page about a repository; give the repository itself.`,
      {
        fix: ["skill-sources vouch", page.repository, ...page.options].join(
          " ",
        ),
      },
    );
  }
  return { kind: "url", url: text, method: chosen };
}

function methodOf(url: string): Method {
  return /\.(?:zip|tar\.gz|tgz)(?:[?#]|$)/.test(url) ? "svn-zip" : "git-tag";
}

function neither(text: string): string {
  const what = `${quote(text)} is neither a url nor the id of a source`;
  if (/^[A-Za-z0-9][A-Za-z0-9._-]*\/[A-Za-z0-9][A-Za-z0-9._-]*$/.test(text)) {
    return `${what}; if it is a repository at a forge, write its whole url, as \`https://github.com/${text}\`.`;
  }
  return /^[./~]/.test(text)
    ? `${what}; a repository on this machine is \`file://\` and its absolute path.`
    : `${what}; a url begins with \`https://\`, an id is lower-case words joined by hyphens.`;
}
