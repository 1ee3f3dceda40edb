import { compareUtf8 } from "../tree/utf8_order.ts";
import type { Pin } from "../trust/model.ts";
import type { FileDelta, NewHost, Review } from "./model.ts";

/** Old and new as one phrase; what is absent is named so. */
function fromTo(from: string | undefined, to: string | undefined): string {
  return `${from ?? "none"} → ${to ?? "none"}`;
}

/** The pin's ref and the first digits of its anchor, or of the commit that a branch was at. */
function shortPin(pin: Pin, commit?: string): string {
  switch (pin.method) {
    case "git-tag":
      return `${pin.ref} (${pin.commit.slice(0, 12)})`;
    case "svn-zip":
      return `${pin.ref} (${pin.sha512.slice(0, 12)})`;
    case "git-branch":
      return commit === undefined
        ? `${pin.ref} (unpinned)`
        : `${pin.ref} (${commit.slice(0, 12)}, unpinned)`;
  }
}

/** One line about the pin. */
export function pinWords({ pin }: Review): string {
  const { from, to, changes } = pin;
  const now = shortPin(to, pin.toCommit);
  const method = from === undefined || from.method === to.method
    ? to.method
    : fromTo(from.method, to.method);
  if (from === undefined) return `${method} ${now}, not installed yet`;
  return changes.length === 0
    ? `${method} ${now}, unchanged`
    : `${method} ${fromTo(shortPin(from, pin.fromCommit), now)}`;
}

/** One line about the signer. */
export function signerWords({ pin, signer }: Review): string {
  const { from, to, changed } = signer;
  if (changed) return `CHANGED ${fromTo(from, to)}`;
  const state = pin.from === undefined ? "" : ", unchanged";
  return to === undefined ? `none demanded${state}` : `${to}${state}`;
}

/** One line of the counts of files and lines. */
export function fileWords({ files, totals }: Review): string {
  return `${files.added.length} added, ${files.removed.length} removed, ${files.changed.length} changed, ${files.unchanged} unchanged (+${totals.linesAdded} −${totals.linesRemoved} lines)`;
}

/** A host as a resolver gets it and, where that differs, as a reader sees it. */
export function hostWords({ host, unicode, path }: NewHost): string {
  return `${host}${unicode === undefined ? "" : ` (${unicode})`} in ${path}`;
}

/**
 * All deltas in the order a person should see them: each `SKILL.md`, other
 * files of skills, the rest, by path. A source that floods its root with files
 * must not push what an agent reads out of a page of limited length.
 */
export function deltasInOrder({ files }: Review): FileDelta[] {
  return [...files.added, ...files.removed, ...files.changed]
    .toSorted((a, b) => rank(a) - rank(b) || compareUtf8(a.path, b.path));
}

function rank({ path, skill }: FileDelta): number {
  if (skill === undefined) return 2;
  return path.endsWith(`/${skill}/SKILL.md`) || path === `${skill}/SKILL.md`
    ? 0
    : 1;
}

/** The columns of a file's row: letter, modes, sizes, lines, path, and digests where it has no lines. */
export function fileRow(delta: FileDelta): string[] {
  const { from, to, content, linesAdded, linesRemoved, path } = delta;
  const letter = from === undefined ? "A" : to === undefined ? "D" : "M";
  const lines = content === "text"
    ? `+${linesAdded} −${linesRemoved}`
    : content;
  return [
    letter,
    both(from?.mode, to?.mode),
    `${both(from?.size, to?.size)} B`,
    lines,
    content === "text"
      ? path
      : `${path} ${both(from && shortId(from.id), to && shortId(to.id))}`,
  ];
}

function both(
  from: string | number | undefined,
  to: string | number | undefined,
): string {
  if (from === undefined || to === undefined) return `${from ?? to}`;
  return from === to ? `${to}` : `${from}→${to}`;
}

function shortId(id: string): string {
  return id.slice(0, 12);
}
