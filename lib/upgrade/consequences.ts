import type { Finding } from "../base/finding.ts";
import type { RuleName } from "../base/rules.ts";
import type { Ancestry } from "../git/ancestry.ts";
import { redactUrl } from "../http/redact_url.ts";
import type { LockBlock } from "../lock/model.ts";
import { printable } from "../report/printable.ts";
import { demandsSignature } from "../signature/demand.ts";
import type { ResolvedSource } from "../trust/model.ts";
import { followsVersion } from "./follows_version.ts";
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
  const moved = is.url !== was.url && !followsVersion(was, is);
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

function signerChange(move: Move): Consequence[] {
  const { block, signer } = move;
  if (block.signer === undefined) return demandChange(move);
  if (block.signer === signer) return [];
  return [signerChanged(
    `was signed by ${printable(block.signer)}, and what was fetched ${
      signedBy(signer)
    }`,
  )];
}

/** A branch locks no signer: what its block demanded was held, and says whose hand it was. */
function demandChange({ block, source, signer }: Move): Consequence[] {
  const was = block.policy;
  if (!demandsSignature(block)) return [];
  if (signer === undefined || was.signedBy?.includes(signer) === false) {
    return [signerChanged(
      `was held to a signature${
        was.signedBy === undefined
          ? ""
          : ` by ${was.signedBy.map((each) => printable(each)).join(" or ")}`
      }, and what was fetched ${signedBy(signer)}`,
    )];
  }
  return was.signedBy !== undefined || was.keys === source.policy.keys
    ? []
    : [signerChanged(
      `was held to a signature by other keys, and what was fetched ${
        signedBy(signer)
      }`,
    )];
}

function signedBy(signer: string | undefined): string {
  return signer === undefined
    ? "is not held to any signature"
    : `is signed by ${printable(signer)}`;
}

function signerChanged(text: string): Consequence {
  return { rule: "signer-changed", allowance: "allow-signer-change", text };
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
