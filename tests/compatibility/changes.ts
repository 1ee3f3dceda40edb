import type { Reason } from "./reasons.ts";

/** A change of one descriptor's block, written into a Markdown file. */
export interface Change {
  readonly reason?: Reason;
  /** `undefined` where the base has nothing to change. */
  apply(lines: string[], indent: string): string | undefined;
}

const page = (lines: readonly string[], open = "```yaml", close = "```") =>
  `# Skill sources\n\n${[open, ...lines, close].join("\n")}\n\nMore prose.\n`;

/** The same block in other words. */
const whole = (
  write: (lines: string[], indent: string) => string,
  reason?: Reason,
): Change => ({ apply: write, ...(reason === undefined ? {} : { reason }) });

/** One line, by its key, replaced by none or several. */
const line = (
  key: string,
  write: (line: string, indent: string) => string[],
  reason?: Reason,
): Change => ({
  apply(lines, indent) {
    const at = lines.findIndex((one) =>
      one.replace(/^[- ]*/, "").startsWith(`${key}:`)
    );
    if (at === -1) return undefined;
    lines.splice(at, 1, ...write(lines[at]!, indent));
    return page(lines);
  },
  ...(reason === undefined ? {} : { reason }),
});

const value = (key: string, text: string, reason?: Reason) =>
  line(key, (old) => [`${old.slice(0, old.indexOf(":"))}: ${text}`], reason);

const without = (key: string, reason?: Reason) => line(key, () => [], reason);

const added = (text: string, reason?: Reason) =>
  line("method", (old, indent) => [old, `${indent}${text}`], reason);

/** Without `provides` and what stands below it. */
function noProvides(lines: string[], with_: string[] = []): string {
  const at = lines.findIndex((one) => /^\s*provides:/.test(one));
  return page([...lines.slice(0, at), ...with_]);
}

/** Every change, by a name that says what it does. */
export const CHANGES: Readonly<Record<string, Change>> = {
  // Read alike.
  "as-it-is": whole((lines) => page(lines)),
  "yml": whole((lines) => page(lines, "```yml")),
  "info-with-a-title": whole((lines) => page(lines, "```yaml title=sources")),
  "block-moved-in": whole((lines) =>
    page(lines.map((one) => `  ${one}`), "  ```yaml", "  ```")
  ),
  "crlf": whole((lines) => page(lines).replaceAll("\n", "\r\n")),
  "no-final-line-end": whole((lines) => page(lines).trimEnd()),
  "blank-lines": whole((lines) => page(lines.flatMap((one) => [one, ""]))),
  "comment-lines": whole((lines) => page(["# ours", ...lines, "# end"])),
  "commented-example": whole((lines) =>
    page([...lines, "# - id: other", "#   method: cvs"])
  ),
  "an-example-with-brackets": whole((lines) =>
    page(["- id: <source-id>", "  method: <method>"]) + page(lines)
  ),
  "a-block-of-something-else": whole((lines) =>
    "```yaml\nkey: value\n```\n\n" + page(lines)
  ),
  "a-block-in-another-language": whole((lines) =>
    "```json\n{}\n```\n\n" + page(lines)
  ),
  "blanks-at-line-ends": whole((lines) => page(lines.map((one) => `${one}  `))),
  "value-in-double-quotes": line("ref", (old) => [
    old.replace(/: (.*)$/, ': "$1"'),
  ]),
  "value-in-single-quotes": line("url", (old) => [
    old.replace(/: (.*)$/, ": '$1'"),
  ]),
  "id-in-quotes": line("id", (old) => [old.replace(/: (.*)$/, ': "$1"')]),
  "digest-in-capitals": line("commit", (old) => [
    old.replace(/: (.*)$/, (_, hex) => `: ${hex.toUpperCase()}`),
  ]),
  "without-a-maintainer": without("maintainer"),
  "another-organization": value("organization", "independent"),
  "more-blanks-behind-the-colon": line("method", (old) => [
    old.replace(": ", ":    "),
  ]),

  // Refused alike.
  "without-a-method": without("method"),
  "without-a-url": without("url"),
  "without-a-ref": without("ref"),
  "without-provides": whole((lines) => noProvides(lines)),
  "unknown-method": value("method", "cvs"),
  "method-in-capitals": value("method", "GIT-TAG"),
  "unknown-organization": value("organization", "nowhere"),

  // Stricter here.
  "without-the-commit": without("commit", "anchor"),
  "without-the-sha512": without("sha512", "anchor"),
  "short-commit": value("commit", "0123456", "anchor"),
  "short-sha512": value("sha512", "0123456", "anchor"),
  "key-twice": line("ref", (old) => [old, old], "duplicate-key"),
  "key-twice-differently": line("url", (old) => [
    old,
    old.replace("acme", "evil"),
  ], "duplicate-key"),
  "id-twice": whole((lines) => page(lines) + page(lines), "duplicate-id"),
  "key-nobody-knows": added("comit: abc", "unknown-key"),
  "bidi-control": line("name", (old) => [`${old} \u202e`], "bidi"),
  "anchor-and-alias": added("x-a: &a b", "encoded-structure"),
  "tag": line("name", (old) => [
    old.replace(": ", ": !!str "),
  ], "encoded-structure"),
  "id-in-capitals": value("id", "Acme", "grammar"),
  "id-with-an-underscore": value("id", "ac_me", "grammar"),
  "id-of-the-framework": value("id", "magpie-setup", "grammar"),
  "ref-like-an-option": value("ref", "--upload-pack=x", "grammar"),
  "url-without-tls": value("url", "http://example.org/a", "url"),
  "url-with-a-password": value("url", "https://a:b@example.org/a", "url"),
  "url-of-another-transport": value("url", "ext::sh -c x", "url"),
  "empty-provides": whole(
    (lines, indent) => noProvides(lines, [`${indent}provides: []`]),
    "provides-shape",
  ),
  "provides-a-text": whole(
    (lines, indent) => noProvides(lines, [`${indent}provides: read-mail`]),
    "provides-shape",
  ),
  "provides-a-misspelt-kind": whole(
    (lines, indent) =>
      noProvides(lines, [`${indent}provides:`, `${indent}  - skil: a`]),
    "provides-shape",
  ),
  "family-of-everything": whole(
    (lines, indent) =>
      noProvides(lines, [`${indent}provides:`, `${indent}  - family: "*"`]),
    "provides-shape",
  ),
  "root-that-climbs": value("skills_root", "../skills", "grammar"),
  "in-a-comment": whole(
    (lines) => `<!--\n${page(lines)}-->\n`,
    "hidden-fence",
  ),
  "in-a-fence-of-markdown": whole(
    (lines) => `~~~~markdown\n${page(lines)}~~~~\n`,
    "hidden-fence",
  ),
  "in-details": whole(
    (lines) => `<details>\n\n${page(lines)}\n</details>\n`,
    "hidden-fence",
  ),
  "as-indented-code": whole(
    (lines) =>
      `Text.\n\n${
        ["```yaml", ...lines, "```"].map((one) => `    ${one}`).join("\n")
      }\n`,
    "hidden-fence",
  ),
  "info-that-only-begins-so": whole(
    (lines) => page(lines, "```yaml-example"),
    "hidden-fence",
  ),
  "only-the-fence-moved-in": whole(
    (lines) => page(lines, "  ```yaml", "  ```"),
    "fence-indent",
  ),
  "never-closed": whole(
    (lines) => `# Sources\n\n\`\`\`yaml\n${lines.join("\n")}\n`,
    "unclosed-fence",
  ),

  // Wider here.
  "without-a-name": without("name", "name-optional"),
  "without-an-organization": without("organization", "organization-default"),
  "four-backticks": whole(
    (lines) => page(lines, "````yaml", "````"),
    "fence-form",
  ),
  "tildes": whole((lines) => page(lines, "~~~yaml", "~~~"), "fence-form"),
  "info-in-capitals": whole((lines) => page(lines, "```YAML"), "fence-form"),
  "blank-before-the-info": whole(
    (lines) => page(lines, "``` yaml"),
    "fence-form",
  ),
  "comment-after-the-method": line(
    "method",
    (old) => [`${old} # verified`],
    "comment-after-value",
  ),
  "comment-after-the-id": line(
    "id",
    (old) => [`${old} # ours`],
    "comment-after-value",
  ),
  "flow-style": whole(
    () =>
      page([
        "- {id: acme, organization: ASF, name: A, method: git-branch,",
        "   url: https://example.org/a.git, ref: main, provides: [{skill: a}]}",
      ]),
    "flow-style",
  ),
};
