import { printable } from "../report/printable.ts";
import type { Layout, Pin, Provide } from "../trust/model.ts";
import { quoteScalar } from "../yaml/quote_scalar.ts";
import { restyleScalar } from "../yaml/restyle_scalar.ts";

/**
 * What a new entry of the trust list says, and what its comments explain.
 * Nothing that holds for one release only: `upgrade` moves the pin and leaves
 * comments as they are.
 */
export interface EntryDraft {
  readonly id: string;
  readonly organization: string;
  readonly pin: Pin;
  /** Absent in the short form, which refers to the organization's descriptor. */
  readonly full?: FullDraft;
  /** The short form gives the url too, as the organization's is of another version. */
  readonly withUrl?: boolean;
  readonly keys?: string;
  readonly signedBy?: Noted<readonly string[]>;
  /** What is odd about the pin. */
  readonly pinNote?: string;
  /** A signer whom nothing proves yet, for a comment. */
  readonly signerHint?: string;
}

/** What an entry says that stands alone. */
export interface FullDraft {
  readonly name: string;
  readonly maintainer?: string;
  readonly layout: DraftLayout;
  readonly provides: readonly Provide[];
  /** Why the snapshot is narrowed. */
  readonly includeNote?: string;
}

/** A layout that leaves out where suites stand when none was found. */
export type DraftLayout =
  & Omit<Layout, "evalsRoot">
  & Partial<Pick<Layout, "evalsRoot">>;

/** A value and the comment that stands beside it. */
export interface Noted<T> {
  readonly value: T;
  readonly note: string;
}

/** Characters of a comment, so that a line can be read. */
const MAX_COMMENT = 200;

/**
 * Writes an entry as a YAML list of one item, as a person would: the keys in
 * the order of RFC-AI-0006, and comments that say what was found. The comments
 * quote the source, so they are escaped and stand on one line each.
 */
export function draftEntry(draft: EntryDraft): string {
  const { pin, full, keys, signedBy } = draft;
  const lines = [
    `- id: ${draft.id}`,
    line("organization", draft.organization),
  ];
  if (full !== undefined) {
    lines.push(line("name", full.name));
    if (full.maintainer !== undefined) {
      lines.push(line("maintainer", full.maintainer));
    }
    lines.push(line("method", pin.method));
  }
  if (full !== undefined || draft.withUrl) lines.push(line("url", pin.url));
  lines.push(`  ref: ${pinText(pin.ref)}`);
  if (pin.method === "git-tag") lines.push(`  commit: ${pinText(pin.commit)}`);
  if (pin.method === "svn-zip") lines.push(`  sha512: ${pinText(pin.sha512)}`);
  if (draft.pinNote !== undefined) lines.push(`  ${comment(draft.pinNote)}`);
  if (keys !== undefined) lines.push(line("keys", keys));
  if (signedBy !== undefined) {
    lines.push(`  ${comment(signedBy.note)}`, "  signed_by:");
    lines.push(...signedBy.value.map((signer) => `    - ${pinText(signer)}`));
  }
  if (draft.signerHint !== undefined) {
    lines.push(`  ${comment(draft.signerHint)}`);
  }
  if (full !== undefined) lines.push(...layoutLines(full), ...provides(full));
  return `${lines.join("\n")}\n`;
}

function layoutLines({ layout, includeNote }: FullDraft): string[] {
  const { skillsRoot, evalsRoot, include } = layout;
  const lines = [
    "  layout:",
    `    skills_root: ${quoteScalar(skillsRoot)}`,
    ...(evalsRoot === undefined
      ? []
      : [`    evals_root: ${quoteScalar(evalsRoot)}`]),
  ];
  if (include === undefined) return lines;
  if (includeNote !== undefined) lines.push(`    ${comment(includeNote)}`);
  return include.length === 0 ? [...lines, "    include: []"] : [
    ...lines,
    "    include:",
    ...include.map((path) => `      - ${quoteScalar(path)}`),
  ];
}

function provides({ provides }: FullDraft): string[] {
  return [
    "  provides:",
    ...provides.map((item) =>
      "skill" in item
        ? `    - skill: ${quoteScalar(item.skill)}`
        : `    - family: ${quoteScalar(`${item.family}-*`)}`
    ),
  ];
}

function line(key: string, value: string): string {
  return `  ${key}: ${quoteScalar(value)}`;
}

function pinText(value: string): string {
  return restyleScalar(value, "plain");
}

function comment(text: string): string {
  const characters = [...printable(text.replace(/\s+/g, " ").trim())];
  return `# ${
    characters.length <= MAX_COMMENT
      ? characters.join("")
      : `${characters.slice(0, MAX_COMMENT - 1).join("")}…`
  }`;
}
