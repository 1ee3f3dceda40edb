import type { Reason } from "./reasons.ts";

/** A change of one pointer's frontmatter. */
export interface PointerChange {
  readonly reason?: Reason;
  apply(lines: string[], write: (lines: string[]) => string): string;
}

const change = (
  edit: (lines: string[]) => string[],
  reason?: Reason,
): PointerChange => ({
  apply: (lines, write) => write(edit(lines)),
  ...(reason === undefined ? {} : { reason }),
});

const without = (key: string) =>
  change((lines) => lines.filter((one) => !one.startsWith(`${key}:`)));

const value = (key: string, text: string, reason?: Reason) =>
  change(
    (lines) =>
      lines.map((one) =>
        one.startsWith(`${key}:`) ? `${key}: ${text}`.trimEnd() : one
      ),
    reason,
  );

const bytes = (
  edit: (text: string) => string,
  reason?: Reason,
): PointerChange => ({
  apply: (lines, write) => edit(write(lines)),
  ...(reason === undefined ? {} : { reason }),
});

/** Every change, by a name that says what it does. */
export const POINTER_CHANGES: Readonly<Record<string, PointerChange>> = {
  // Read alike.
  "as-it-is": change((lines) => lines),
  "reordered": change((lines) => lines.toReversed()),
  "blanks-at-line-ends": change((lines) => lines.map((one) => `${one}  `)),
  "comment-line": change((lines) => ["# where it comes from", ...lines]),
  "crlf": bytes((text) => text.replaceAll("\n", "\r\n")),

  // Refused alike.
  "without-source": without("source"),
  "without-organization": without("organization"),
  "without-skill-path": without("skill_path"),
  "without-evals-path": without("evals_path"),
  "unknown-source": value("source", "nobody"),
  "no-frontmatter": bytes((text) => text.replaceAll("---\n", "")),
  "never-closed": bytes((text) => text.replace(/\n---\n[^]*$/, "\n")),
  "begins-with-a-blank-line": bytes((text) => `\n${text}`),
  "empty": bytes(() => ""),

  // Stricter here.
  "key-twice": change((lines) => [...lines, lines[2]!], "duplicate-key"),
  "path-that-climbs": value("skill_path", "../read-mail", "pointer-path"),
  "absolute-path": value("evals_path", "/etc", "pointer-path"),
  "path-with-backslashes": value(
    "skill_path",
    "skills\\read-mail",
    "pointer-path",
  ),
  "empty-path": value("skill_path", "", "pointer-path"),
  "empty-source": value("source", "", "pointer-path"),

  // Wider here.
  "quoted-source": value("source", '"acme"', "pointer-quotes"),
  "comment-after-source": value(
    "source",
    "acme # ours",
    "comment-after-value",
  ),
  "unknown-organization": value(
    "organization",
    "nowhere",
    "pointer-organization",
  ),
  "byte-order-mark": bytes((text) => `\ufeff${text}`, "pointer-bytes"),
};
