import type { Finding } from "../base/finding.ts";
import { describeDifferences } from "../lock/describe_differences.ts";
import { diffLock } from "../lock/diff_lock.ts";
import type { LockBlock } from "../lock/model.ts";
import { acceptedSigner, demandsSignature } from "../signature/demand.ts";
import type { ResolvedSource } from "../trust/model.ts";

/**
 * Holds a trusted source against its block of the committed lock: wish against
 * fact, without a look at any bytes (contract section 7, `pin-missing`,
 * `pin-changed`, `signature-required`).
 */
export function lockFindings(
  source: ResolvedSource,
  block: LockBlock | undefined,
): Finding[] {
  return block === undefined
    ? [notLocked(source)]
    : [...pinFindings(source, block), ...signerFindings(source, block)];
}

function notLocked(source: ResolvedSource): Finding {
  return {
    rule: "pin-missing",
    level: "error",
    source: source.id,
    path: source.vouched.file,
    line: source.vouched.line,
    message: `${source.id} is trusted but not in the committed lock`,
    fix: "skill-sources setup",
  };
}

function pinFindings(source: ResolvedSource, block: LockBlock): Finding[] {
  const { differences } = diffLock(source, block);
  const finding = (text: string, fix: string): Finding => ({
    rule: "pin-changed",
    level: "error",
    source: source.id,
    path: source.vouched.file,
    line: source.vouched.line,
    message: `${source.id} differs from the committed lock: ${text}`,
    fix,
  });
  const moved = differences.filter(({ kind }) =>
    kind === "pin" || kind === "loosened"
  );
  const tightened = differences.filter(({ kind }) => kind === "tightened");
  return [
    ...(moved.length === 0 ? [] : [
      finding(
        describeDifferences(moved, source),
        `skill-sources upgrade ${source.id}`,
      ),
    ]),
    ...(tightened.length === 0 ? [] : [
      finding(describeDifferences(tightened, source), "skill-sources setup"),
    ]),
  ];
}

/** A demand that the lock does not show to have been met. */
function signerFindings(source: ResolvedSource, block: LockBlock): Finding[] {
  const met = !demandsSignature(source) ||
    source.pin.method === "git-branch" ||
    acceptedSigner(source.policy, block.signer) !== undefined;
  if (met) return [];
  return [{
    rule: "signature-required",
    level: "error",
    source: source.id,
    path: source.vouched.file,
    line: source.vouched.line,
    message: block.signer === undefined
      ? `${source.id} demands a signature, and the committed lock records no signer that was verified`
      : `${source.id} does not accept ${block.signer}, the signer whom the committed lock records`,
    fix: "skill-sources setup",
  }];
}
