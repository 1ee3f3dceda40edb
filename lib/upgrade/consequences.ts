import type { Finding } from "../base/finding.ts";
import type { RuleName } from "../base/rules.ts";
import type { Ancestry } from "../git/ancestry.ts";
import { redactUrl } from "../http/redact_url.ts";
import type { LockBlock } from "../lock/model.ts";
import { printable } from "../report/printable.ts";
import type { ResolvedSource } from "../trust/model.ts";
import type { Allowance } from "./upgrade_options.ts";

/** What is known of a move once the new bytes are verified. */
export interface Move {
  readonly block: LockBlock;
  readonly source: ResolvedSource;
  /** Fingerprint of the new bytes' verified signer. */
  readonly signer: string | undefined;
  /** How the new commit stands to the old one; `undefined` where there are no two commits. */
  readonly ancestry: Ancestry | undefined;
  /** The new ref is an older version than the old one. */
  readonly olderVersion: boolean;
}

/**
 * What a move does that `--yes` does not cover, each as an error that names
 * the option which allows it; nothing for what is allowed already (contract
 * section 6, `upgrade`).
 */
export function consequences(
  move: Move,
  allowed: ReadonlySet<Allowance>,
): Finding[] {
  const { source } = move;
  return [
    ...urlChange(move),
    ...signerChange(move),
    ...historyChange(move),
  ].filter(({ allowance }) => !allowed.has(allowance)).map((
    { rule, allowance, text },
  ) => ({
    rule,
    level: "error",
    source: source.id,
    path: source.vouched.file,
    line: source.vouched.line,
    message: `${source.id} ${text}; --yes does not cover that`,
    fix: `look at the review, then add --${allowance}`,
  }));
}

interface Consequence {
  readonly rule: RuleName;
  readonly allowance: Allowance;
  /** What happens, after the id and before what to do. */
  readonly text: string;
}

function urlChange({ block, source }: Move): Consequence[] {
  const [was, is] = [block.pin, source.pin];
  const moved = is.url !== was.url &&
    is.url !== was.url.replaceAll(was.ref, is.ref);
  const changes = [
    ...(was.method === is.method
      ? []
      : [`by ${is.method} instead of ${was.method}`]),
    ...(moved
      ? [`from ${redactUrl(is.url)} instead of ${redactUrl(was.url)}`]
      : []),
  ];
  if (changes.length === 0) return [];
  return [{
    rule: "url-changed",
    allowance: "allow-url-change",
    text: `would be fetched ${changes.join(", ")}`,
  }];
}

function signerChange({ block, signer }: Move): Consequence[] {
  if (block.signer === undefined || block.signer === signer) return [];
  return [{
    rule: "signer-changed",
    allowance: "allow-signer-change",
    text: `was signed by ${printable(block.signer)}, and what was fetched ${
      signer === undefined
        ? "is not held to any signature"
        : `is signed by ${printable(signer)}`
    }`,
  }];
}

function historyChange({ block, source, ...move }: Move): Consequence[] {
  const [was, is] = [block.pin, source.pin].map(({ ref }) => printable(ref));
  const found: Consequence[] = [];
  if (move.ancestry === "ancestor" || move.olderVersion) {
    found.push({
      rule: "pin-older",
      allowance: "allow-older",
      text: `would go back from ${was} to ${is}, an older version`,
    });
  }
  if (move.ancestry === "unrelated" || move.ancestry === "unknown") {
    found.push({
      rule: "history-changed",
      allowance: "allow-history-change",
      text: move.ancestry === "unrelated"
        ? `would move from ${was} to ${is}, whose commit does not descend from the locked one`
        : `would move from ${was} to ${is}, and the server does not show that its commit descends from the locked one`,
    });
  }
  return found;
}
