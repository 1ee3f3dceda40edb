import assert from "node:assert/strict";
import { checkLayoutPath } from "../../lib/trust/paths.ts";
import { checkGitRef } from "../../lib/trust/ref.ts";
import { checkUrl } from "../../lib/trust/url.ts";

/** A text that is refused, and the words that say why. */
type Row = readonly [text: string, words: RegExp];

const PATHS: readonly Row[] = [
  ["", /is empty/],
  ["/etc", /is absolute/],
  ["C:x", /is absolute/],
  ["a\\b", /a backslash/],
  ["a/", /ends with a slash/],
  ["a/../b", /leads out/],
  ["a/./b", /the part `.`/],
  ["a//b", /an empty part/],
  ["a/*", /a glob/],
  ["a/.GIT", /holds `.git`/],
  ["a\u0007", /a control character/],
];
const REFS: readonly Row[] = [
  ["", /is empty/],
  ["@", /name of HEAD/],
  ["-v1", /begins with `-`/],
  ["+v1", /begins with `\+`/],
  ["v\ud800", /half a character/],
  ["v 1", /a blank or control character/],
  ["v~1", /holds `~`/],
  ["v..1", /holds `\.\.`/],
  ["v@{1", /holds `@\{`/],
  ["v1.", /ends with a dot/],
  ["v//1", /an empty part/],
  ["v/.1", /begins with a dot/],
  ["v.lock/1", /ends with `.lock`/],
];
const URLS: readonly Row[] = [
  ["https://user:pass@example.org/a", /holds a password/],
  ["https://us%3Aer@example.org/a", /holds a password/],
  ["https://us~er@example.org/a", /malformed user name/],
  ["git@-oProxyCommand=x:a", /a part that begins with `-`/],
  ["git@example.org:-a", /a part that begins with `-`/],
  ["https://exa_mple.org:0/a", /a port outside/],
];

for (
  const [what, rows, check] of [
    ["path", PATHS, (text: string) => checkLayoutPath(text, "include")],
    ["ref", REFS, checkGitRef],
    ["url", URLS, checkUrl],
  ] as const
) {
  Deno.test(`what is wrong with a ${what} is said, so that it is not worked around`, () => {
    for (const [text, words] of rows) {
      assert.match(
        check(text).fault ?? "accepted",
        words,
        JSON.stringify(text),
      );
    }
  });
}
