import { SkillSourcesError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { requireSshPermission } from "../git/ssh_permission.ts";
import { isInnerUrl } from "../http/inner_url.ts";
import { redactUrl } from "../http/redact_url.ts";
import type { SourceFacts } from "../install/plan_setup.ts";
import { deepEqual } from "../lock/deep_equal.ts";
import type { CommittedLock } from "../lock/model.ts";
import { printable } from "../report/printable.ts";
import type { Review } from "../review/model.ts";
import { isKeysUrl } from "../trust/keys.ts";
import type { ResolvedSource } from "../trust/model.ts";
import {
  type DiffContext,
  type DiffOptions,
  diffSource,
} from "./diff_source.ts";

/** What was trusted and locked as of a revision. */
export interface TrustedAsOf {
  /** As the person wrote it. */
  readonly revision: string;
  readonly sources: readonly ResolvedSource[];
  readonly lock: CommittedLock | undefined;
}

/** What a change of trust brings, source by source. */
export interface ReviewsSince {
  readonly reviews: readonly Review[];
  /** Also why a source has no review. */
  readonly findings: readonly Finding[];
}

const AS_LISTED: DiffOptions = {
  from: undefined,
  to: undefined,
  latest: false,
  allowMajor: false,
};

/**
 * Reviews each source of `changed`: from what the lock said as of a revision to
 * what the trust list says now. One that cannot be fetched hides no other.
 *
 * A url that came since then and leads to this machine or its network is not
 * asked: in a job on somebody else's pull request what lies there would be read
 * out to whoever named it.
 */
export async function reviewsSince(
  changed: readonly SourceFacts[],
  before: TrustedAsOf,
  context: DiffContext,
): Promise<ReviewsSince> {
  const reviews: Review[] = [];
  const findings: Finding[] = [];
  for (const { source, block: now, snapshot } of changed) {
    const { id } = source;
    const fault = onlyHere(source, before);
    if (fault !== undefined) {
      findings.push(fault);
      continue;
    }
    const block = before.lock?.blocks.find((each) => each.id === id);
    const facts: SourceFacts = {
      source,
      block,
      snapshot: deepEqual(block, now) ? snapshot : "missing",
    };
    try {
      requireSshPermission([source.pin.url]);
      const diffed = await diffSource(facts, AS_LISTED, context);
      reviews.push(diffed.review);
      findings.push(...diffed.findings);
    } catch (error) {
      context.signal.throwIfAborted();
      if (!(error instanceof SkillSourcesError)) throw error;
      findings.push(error.toFinding(id));
    }
  }
  return { reviews, findings };
}

function onlyHere(
  { id, pin, policy, vouched }: ResolvedSource,
  { sources, revision }: TrustedAsOf,
): Finding | undefined {
  const trusted = sources.flatMap<string | undefined>(({ pin, policy }) => [
    pin.url,
    policy.keys,
  ]);
  const url = [pin.url, keysUrl(policy.keys)].find((each) =>
    each !== undefined && isInnerUrl(each) && !trusted.includes(each)
  );
  return url === undefined ? undefined : {
    rule: "review-incomplete",
    level: "warning",
    source: id,
    path: vouched.file,
    line: vouched.line,
    message: `${
      redactUrl(url)
    } leads to this machine or its network and was not trusted as of ${
      printable(revision)
    }, so that ${id} has no review here`,
    fix: `skill-sources diff ${id}, on a machine of yours`,
  };
}

function keysUrl(keys: string | undefined): string | undefined {
  return keys !== undefined && isKeysUrl(keys) ? keys : undefined;
}
