import type { Adopter } from "../adopter/load_adopter.ts";
import type { Finding } from "../base/finding.ts";
import type { HttpClient } from "../http/model.ts";
import type { StagedSource } from "../install/fetch_source.ts";
import type { SourcePlan } from "../install/plan_setup.ts";
import { consequences } from "./consequences.ts";
import { relationOf } from "./relation_of.ts";
import type { Allowance } from "./upgrade_options.ts";

/** What judging a move needs of the run. */
export interface JudgeContext {
  readonly adopter: Adopter;
  readonly http: HttpClient;
  readonly signal: AbortSignal;
  readonly env: (name: string) => string | undefined;
  /** Absolute path of a folder of mode 0700 for temporary files. */
  readonly scratch: string;
  readonly allowed: ReadonlySet<Allowance>;
  /** The pin was looked up and shall be written: the digest alone proves nothing. */
  readonly demandsProof: boolean;
}

/**
 * Reasons why a source that was fetched and verified is not moved to what was
 * fetched: what `--yes` does not cover, and skills that the trust list names
 * and the new version does not have. Errors refuse it.
 */
export async function judgeMove(
  item: SourcePlan,
  staged: StagedSource,
  context: JudgeContext,
): Promise<Finding[]> {
  const { source, block } = item;
  if (block === undefined) return [];
  const relation = await relationOf(item, staged, context);
  return [
    ...consequences(
      { block, source, signer: staged.signer, ...relation },
      context.allowed,
    ),
    ...unfulfilled(staged),
    ...(context.demandsProof ? unproven(staged) : []),
  ];
}

/** What the trust list names and the new version lacks would vanish without a word. */
function unfulfilled({ source, findings }: StagedSource): Finding[] {
  const lacks = findings.some(({ rule, level }) =>
    rule === "provides-unfulfilled" && level === "error"
  );
  if (!lacks) return [];
  return [{
    rule: "skill-lost",
    level: "error",
    source: source.id,
    path: source.vouched.file,
    line: source.vouched.line,
    message:
      `${source.id} is not moved, as what was fetched lacks what \`provides\` names; correct the list first`,
  }];
}

/** A digest that was computed from what a server sent says only what it sent (contract section 3). */
function unproven({ source, signer, findings }: StagedSource): Finding[] {
  if (source.pin.method !== "svn-zip" || signer !== undefined) return [];
  if (!findings.some(({ rule }) => rule === "checksum-missing")) return [];
  return [{
    rule: "checksum-missing",
    level: "error",
    source: source.id,
    path: source.vouched.file,
    line: source.vouched.line,
    message:
      `${source.id} publishes no usable .sha512 for ${source.pin.ref} and no signature is demanded of it, so nothing but this download says what the archive is`,
    fix:
      "compare the archive by another way, and write its ref, url and sha512 into the trust list yourself",
  }];
}
