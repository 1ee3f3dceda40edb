import type { Finding } from "../base/finding.ts";
import { printable } from "../report/printable.ts";
import type { ResolvedSource } from "../trust/model.ts";
import type { Resolution } from "../trust/resolve.ts";
import { sourceKeys } from "./trust_keys.ts";

/**
 * Every change of what is trusted (contract section 6, `--since`): sources that
 * came or went, and each key of one that stayed. Of a new source all that a
 * reviewer has to vouch for is named.
 *
 * @param revision what the layers are compared with, as the person wrote it
 */
export function trustChanges(
  before: Resolution,
  now: Resolution,
  revision: string,
): Finding[] {
  const since = `since ${printable(revision)}`;
  const was = entriesOf(before);
  const is = entriesOf(now);
  const findings: Finding[] = [];
  for (const [id, source] of is) {
    const older = was.get(id);
    if (source === undefined) {
      if (older !== undefined) {
        findings.push(
          change(id, undefined, `cannot be used any more ${since}`),
        );
      }
    } else if (older === undefined) {
      const keys = [...sourceKeys(source)].map(([key, value]) =>
        `${key} ${printable(value)}`
      );
      findings.push(change(
        id,
        source,
        `is ${was.has(id) ? "usable" : "trusted"} now and was not ${since}: ${
          keys.join(", ")
        }`,
      ));
    } else {
      findings.push(
        ...keyChanges(older, source, since).map((text) =>
          change(id, source, text)
        ),
      );
    }
  }
  for (const id of was.keys()) {
    if (!is.has(id)) {
      findings.push(change(id, undefined, `is no longer trusted ${since}`));
    }
  }
  return findings;
}

function keyChanges(
  older: ResolvedSource,
  newer: ResolvedSource,
  since: string,
): string[] {
  const was = sourceKeys(older);
  const is = sourceKeys(newer);
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => {
    const from = was.get(key);
    const to = is.get(key);
    if (from === to) return [];
    const show = (value: string | undefined) =>
      value === undefined ? "none" : printable(value);
    return [
      `has another ${key} ${since}: ${show(to)}, which was ${show(from)}`,
    ];
  });
}

/** Sources by id; `undefined` for an entry that cannot be used. */
function entriesOf(
  { sources, refused }: Resolution,
): Map<string, ResolvedSource | undefined> {
  return new Map([
    ...refused.map(({ id }) => [id, undefined] as const),
    ...sources.map((source) => [source.id as string, source] as const),
  ]);
}

function change(
  id: string,
  source: ResolvedSource | undefined,
  what: string,
): Finding {
  return {
    rule: "trust-changed",
    level: "warning",
    source: printable(id),
    ...(source === undefined
      ? {}
      : { path: source.vouched.file, line: source.vouched.line }),
    message: `${printable(id)} ${what}`,
    fix: "let somebody who may vouch for the source review this change",
  };
}
