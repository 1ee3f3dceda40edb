import { join } from "node:path";
import type { Adopter } from "../adopter/load_adopter.ts";
import type { Finding } from "../base/finding.ts";
import type { SourceId } from "../base/ids.ts";
import { DEFAULT_JOBS } from "../base/limits.ts";
import type { HttpClient } from "../http/model.ts";
import type { TrustListChange } from "../install/compose_steps.ts";
import type { StagedSource } from "../install/fetch_source.ts";
import { install, type Installed } from "../install/install.ts";
import { knownSkills } from "../install/known_skills.ts";
import type { Action, SourceFacts, SourcePlan } from "../install/plan_setup.ts";
import type { Prepared } from "../install/prepare.ts";
import type { Review } from "../review/model.ts";
import { nearNameFindings } from "../scan/near_name_findings.ts";
import { refusing } from "../scan/refusing.ts";
import { quieted, type Suppression } from "../scan/suppressions.ts";
import { makeStaging, removeTree } from "../store/staging.ts";
import { spliceEntry } from "../trust/splice_entry.ts";
import { changedValues } from "./changed_values.ts";
import { confirmPins } from "./confirm_pins.ts";
import { judgeMove } from "./judge_move.ts";
import { moving, planUpgrade } from "./plan_upgrade.ts";
import { readWishes, type Wishes } from "./read_wishes.ts";
import { reviewMove } from "./review_move.ts";
import { UPGRADE_AS_SETUP } from "./upgrade_as_setup.ts";
import type { UpgradeOptions } from "./upgrade_options.ts";

/** What an upgrade needs of the process it runs in. */
export interface UpgradeContext {
  readonly http: HttpClient;
  readonly signal: AbortSignal;
  readonly env: (name: string) => string | undefined;
  readonly progress: (text: string) => void;
  /** Findings about content that the adopter has accepted. */
  readonly suppressions: readonly Suppression[];
  /** Shows the reviews and asks for what nothing forbids. */
  readonly consent: (
    reviews: readonly Review[],
    asked: AskedFor,
  ) => Promise<boolean>;
}

/** What a person is asked for once everything is fetched. */
export interface AskedFor {
  readonly moving: readonly SourceId[];
  /** Sources that do not move, whose snapshot somebody edited. */
  readonly replacing: readonly SourceId[];
}

/** What an upgrade came to. */
export interface Upgraded {
  readonly wishes: Wishes;
  readonly installed: Installed;
  /** In trust-list order, of what moved and of what was refused. */
  readonly reviews: ReadonlyMap<SourceId, Review>;
  /** Sources that did not move, and whose server no longer gives what is pinned. */
  readonly gone: ReadonlySet<string>;
  /** Pins were looked up and nothing is written: it was a preview. */
  readonly preview: boolean;
  readonly findings: readonly Finding[];
}

/**
 * Moves the chosen sources to what the trust list says, or to what was looked
 * up: ask each server, fetch and verify, review, judge, ask the person, and
 * only then change anything (contract section 6). A source that fails stays
 * exactly as it was; the others go on.
 *
 * @param chosen sources with a block in the committed lock
 */
export async function upgrade(
  adopter: Adopter,
  prepared: Prepared,
  chosen: readonly SourceFacts[],
  options: UpgradeOptions,
  context: UpgradeContext,
): Promise<Upgraded> {
  const preview = (options.latest || options.to.size > 0) && !options.write;
  const wishes = await ask(adopter, chosen, options, context);
  const sources = new Map(
    [...wishes.wishes].map(([id, { source }]) => [id, source]),
  );
  const planned = planUpgrade(prepared.survey.facts, sources);
  const confirmed = await confirmPins(adopter, planned.sources, context);
  const plan = planned.sources.map((item) =>
    confirmed.movedOn.has(item.source.id) ? moving(item) : item
  );
  const reviews = new Map<SourceId, Review>();
  const judge = async (
    item: SourcePlan,
    staged: StagedSource,
    staging: string,
  ) => {
    if (item.action !== "move") return [];
    const { id } = item.source;
    const reviewed = await reviewMove(item, staged, {
      ...context,
      adopter,
      root: adopter.root,
      staging,
      prefix: prepared.sites.prefix,
    });
    // Without what the adopter has looked at and accepted before.
    const review = {
      ...reviewed.review,
      findings: quieted(reviewed.review.findings, context.suppressions, id),
    };
    reviews.set(id, review);
    const lookedUp = wishes.wishes.get(id)?.lookedUp === true;
    const verdict = await judgeMove(item, staged, {
      ...context,
      adopter,
      scratch: join(adopter.root, staging),
      allowed: options.allowed,
      demandsProof: lookedUp && options.write,
    });
    const names = nearNameFindings(
      "skill",
      review.skills.added,
      knownSkills(prepared.sites),
    ).map((finding) => ({ ...finding, source: id }));
    const content = [...reviewed.findings, ...review.findings, ...names];
    return [...(options.strict ? refusing(content) : content), ...verdict];
  };
  const ordered = () =>
    new Map(plan.flatMap(({ source: { id } }) => {
      const review = reviews.get(id);
      return review === undefined ? [] : [[id, review] as const];
    }));
  const installed = await install(
    adopter,
    { ...prepared, plan: { sources: plan, prune: [], findings: [] } },
    UPGRADE_AS_SETUP,
    {
      ...context,
      http: () => Promise.resolve(context.http),
      judge,
      trustList: (moved) => trustListChange(adopter, wishes, moved),
      consent: async (fetched) => {
        const idsOf = (action: Action) =>
          fetched.filter(({ item }) => item.action === action && !preview)
            .map(({ item }) => item.source.id);
        const agreed = await context.consent([...ordered().values()], {
          moving: idsOf("move"),
          replacing: idsOf("repair"),
        });
        return agreed && !preview;
      },
    },
  );
  return {
    wishes,
    installed,
    reviews: ordered(),
    preview,
    gone: confirmed.gone,
    findings: [
      ...wishes.findings,
      ...planned.findings,
      ...confirmed.findings,
      ...installed.findings,
    ],
  };
}

/** Asks the servers, with a scratch folder of its own that is gone afterwards. */
async function ask(
  { root }: Adopter,
  chosen: readonly SourceFacts[],
  options: UpgradeOptions,
  context: UpgradeContext,
): Promise<Wishes> {
  const staging = makeStaging(root);
  try {
    const scratch = join(root, staging);
    return await readWishes(chosen, options, {
      ...context,
      progress: () => {},
      scratch,
      jobs: DEFAULT_JOBS,
    });
  } finally {
    removeTree(root, staging);
  }
}

/** The trust list with the pins of what moves, if those were looked up. */
function trustListChange(
  { trustList, trust }: Adopter,
  { wishes }: Wishes,
  moved: ReadonlySet<SourceId>,
): TrustListChange | undefined {
  if (trustList === undefined) return undefined;
  let next = trustList.bytes;
  for (const { id, pin } of trust.sources) {
    const wish = wishes.get(id);
    if (!moved.has(id) || wish?.lookedUp !== true) continue;
    const values = changedValues(pin, wish.source.pin);
    next = spliceEntry(next, trustList.path, id, values);
  }
  return { file: trustList.path, current: trustList.bytes, next };
}
