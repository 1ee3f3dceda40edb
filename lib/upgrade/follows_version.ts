import type { Pin } from "../trust/model.ts";

/**
 * Whether an archive's url is another only because its version is: then it is
 * no other place (contract section 6, `--allow-url-change`). Host and port stay,
 * whatever the version is called, a folder is another only where the version
 * stands there as a word of its own, and in the archive's name it may stand
 * anywhere: `…/acme1/skills-1.zip` and `…/acme2/skills-2.zip` are two people's.
 * The url of a repository holds no version.
 */
export function followsVersion(was: Pin, is: Pin): boolean {
  if (was.url === is.url) return true;
  if (was.method !== "svn-zip" || is.method !== "svn-zip") return false;
  const match = /^([^:]+:\/\/[^/?#]*)([^?#]*\/)([^/?#]*)(.*)$/s.exec(was.url);
  if (match === null) return false;
  const [, authority = "", folders = "", name = "", tail = ""] = match;
  const text = was.ref.replace(/[^0-9A-Za-z]/g, "\\$&");
  const word = new RegExp(
    `(?<=(?:^|[^0-9A-Za-z])[vV]?)${text}(?![0-9A-Za-z])`,
    "g",
  );
  // As a function, as `$&` in a replacement would stand for the old version.
  const next = () => is.ref;
  return is.url === authority + folders.replace(word, next) +
      name.replaceAll(was.ref, next) + tail.replace(word, next);
}
