import { basename } from "node:path";
import type { Adopter } from "../adopter/load_adopter.ts";
import { UsageError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import type { SourceId } from "../base/ids.ts";
import { MAX_KEYS_BYTES } from "../base/limits.ts";
import type { HttpClient } from "../http/model.ts";
import { journalStands } from "../store/journal.ts";
import { LOCAL_LOCK } from "../store/paths.ts";
import { makeStaging, removeTree } from "../store/staging.ts";
import type { LinkPlan } from "../wiring/link_plan.ts";
import { applySteps } from "./apply_steps.ts";
import { claimSkills } from "./claim_skills.ts";
import { composeSteps, type TrustListChange } from "./compose_steps.ts";
import { consentNeeded } from "./describe_plan.ts";
import { fetchAll, type FetchedAll, type Judge } from "./fetch_all.ts";
import type { StagedSource } from "./fetch_source.ts";
import { lostSkills } from "./lost_skills.ts";
import { nextBlocks, nextLocalLock } from "./next_locks.ts";
import type { SetupPlan, SourcePlan } from "./plan_setup.ts";
import { planWiring } from "./plan_wiring.ts";
import { prepare, type Prepared } from "./prepare.ts";
import { refreshListings } from "./refresh_listings.ts";
import type { SetupOptions } from "./setup_options.ts";
import { sourcesToFetch } from "./sources_to_fetch.ts";

/** What an installation needs of the process it runs in. */
export interface InstallContext {
  readonly http: () => Promise<HttpClient>;
  readonly signal: AbortSignal;
  /** Looks up a variable of the caller's environment, for ssh. */
  readonly env: (name: string) => string | undefined;
  /** Asks, after fetching and before anything is changed. */
  readonly consent: (fetched: readonly FetchedSource[]) => Promise<boolean>;
  readonly progress: (text: string) => void;
  readonly judge?: Judge;
  /** The change of the trust list that goes with moving these sources. */
  readonly trustList?: (
    moved: ReadonlySet<SourceId>,
  ) => TrustListChange | undefined;
}

/** A source that lies verified in staging, and what was planned for it. */
export interface FetchedSource {
  readonly item: SourcePlan;
  readonly staged: StagedSource;
}

/** What an installation did. */
export interface Installed {
  readonly prepared: Prepared;
  readonly staged: ReadonlyMap<SourceId, StagedSource>;
  readonly failed: ReadonlySet<SourceId>;
  readonly links: LinkPlan;
  /** The person said no after seeing what was fetched: nothing was changed. */
  readonly declined: boolean;
  /** Some file, link or snapshot was changed. */
  readonly changed: boolean;
  /** Paths of the files for the repository, not of this checkout alone, that were written. */
  readonly written: readonly string[];
  readonly findings: readonly Finding[];
}

/**
 * Does what was planned and consented to, under the run lock: fetch and verify
 * into staging, find all collisions, then move snapshots, write ignore lines,
 * links and locks by the journal. Until the journal is written nothing an
 * agent or git sees has changed.
 */
export async function install(
  adopter: Adopter,
  prepared: Prepared,
  options: SetupOptions,
  context: InstallContext,
): Promise<Installed> {
  const { root, locks } = adopter;
  const { plan, sites } = prepared;
  const staging = makeStaging(root);
  try {
    const wanted = sourcesToFetch(plan);
    const fetched = wanted.length === 0 ? NOTHING_FETCHED : await fetchAll(
      wanted,
      {
        root,
        readKeys: (path) =>
          adopter.files.read(path, MAX_KEYS_BYTES, "keys-unreadable"),
        staging,
        prefix: sites.prefix,
        jobs: options.jobs,
        http: await context.http(),
        signal: context.signal,
        env: context.env,
        done: (id, ok) => context.progress(`${id}: ${ok ? "ok" : "failed"}`),
        ...(context.judge === undefined ? {} : { judge: context.judge }),
      },
    );
    const settled = settle(adopter, prepared, fetched);
    const { staged, failed, claimed, wiring } = settled;
    const frozenFindings = options.frozen ? frozenGitignore(wiring) : [];
    const findings = [
      ...fetched.findings,
      ...settled.lost,
      ...claimed.findings,
      ...wiring.links.collisions,
      ...wiring.findings,
      ...frozenFindings,
    ];
    const done = { prepared, staged, failed, links: wiring.links, findings };
    const arrived = plan.sources.flatMap((item): FetchedSource[] => {
      const here = staged.get(item.source.id);
      return here === undefined ? [] : [{ item, staged: here }];
    });
    if (!await context.consent(arrived)) {
      return { ...done, declined: true, changed: false, written: [] };
    }
    context.signal.throwIfAborted();
    const outcome = { plan, staged };
    const moved = new Set(
      arrived.filter(({ item }) => item.action === "move")
        .map(({ item }) => item.source.id),
    );
    const steps = composeSteps({
      trustList: context.trustList?.(moved),
      lockFirst: moved.size > 0,
      staging: basename(staging),
      staged: staged.values(),
      prune: plan.prune.filter((id) => !plan.spared?.has(id)),
      links: wiring.links,
      gitignore: options.frozen
        ? { current: undefined, next: undefined }
        : wiring.gitignore,
      committed: options.frozen ? undefined : {
        blocks: nextBlocks(locks.committed?.blocks ?? [], outcome),
        previous: locks.committed?.blocks ?? [],
        current: locks.committedBytes,
      },
      local: {
        lock: nextLocalLock(outcome, {
          local: locks.local,
          linked: linkedSkills(wiring.links),
          agents: prepared.agents.checkout,
          now: `${new Date().toISOString().slice(0, 19)}Z`,
        }),
        current: locks.localBytes,
      },
    });
    applySteps(root, steps);
    refreshListings(root, prepared);
    return {
      ...done,
      declined: false,
      changed: steps.length > 0,
      written: steps.flatMap((step) =>
        step.step === "write" && step.file !== LOCAL_LOCK ? [step.file] : []
      ),
    };
  } finally {
    // A journal that stands needs what is staged: the next run finishes it.
    if (!journalStands(root)) removeTree(root, staging);
  }
}

const NOTHING_FETCHED: FetchedAll = {
  staged: new Map(),
  failed: new Set(),
  findings: [],
};

/**
 * Plans claims and links of what was fetched. A source whose move would lose a
 * skill is taken out, and the rest planned anew: what it would have freed or
 * taken is not to be had then.
 */
function settle(
  adopter: Adopter,
  prepared: Prepared,
  fetched: FetchedAll,
) {
  const staged = new Map(fetched.staged);
  const failed = new Set(fetched.failed);
  const lost: Finding[] = [];
  for (;;) {
    const claimed = claimSkills(adopter.root, prepared, staged);
    const wiring = planWiring(
      adopter,
      prepared.sites,
      claimed.claims,
      heldSources(adopter, prepared, failed),
    );
    const losing = prepared.plan.sources.flatMap(({ action, source }) => {
      const moving = action === "move" ? staged.get(source.id) : undefined;
      if (moving === undefined) return [];
      return lostSkills(prepared.sites, moving, wiring.links);
    });
    if (losing.length === 0) return { staged, failed, claimed, wiring, lost };
    // Why it would be lost is known in this round only: the next one has it no more.
    const losers = new Set(losing.map(({ source }) => source));
    lost.push(
      ...[...claimed.findings, ...wiring.links.collisions]
        .filter(({ level, source }) => level === "error" && losers.has(source)),
      ...losing,
    );
    for (const { source } of losing) {
      const id = source as SourceId;
      staged.delete(id);
      failed.add(id);
    }
  }
}

/**
 * Plans again under the run lock, as another run may have worked while this
 * one was asking; what needs consent now must have had it then.
 *
 * @throws {UsageError} `consent-needed`
 */
export function prepareAgain(
  adopter: Adopter,
  options: SetupOptions,
  consented: SetupPlan,
): Prepared {
  const prepared = prepare(adopter, options);
  const keys = (plan: SetupPlan) => {
    const { pins, repairs, prune } = consentNeeded(plan);
    return [
      ...pins.map(({ source }) => `pin ${JSON.stringify(source)}`),
      ...repairs.map(({ source }) => `repair ${source.id}`),
      ...prune.map((id) => `prune ${id} ${plan.spared?.get(id)}`),
    ];
  };
  const had = new Set(keys(consented));
  if (keys(prepared.plan).every((key) => had.has(key))) return prepared;
  throw new UsageError(
    "consent-needed",
    "the trust list or the checkout changed after the question was asked; nothing was done, run again",
  );
}

/** Sources whose links stay as they are: what this run knows nothing new of. */
function heldSources(
  adopter: Adopter,
  { plan, survey }: Prepared,
  failed: ReadonlySet<SourceId>,
): ReadonlySet<string> {
  const pruned = new Set<string>(plan.prune);
  return new Set<string>([
    ...plan.sources.filter(({ action }) => action === "leave")
      .map(({ source }) => source.id),
    ...failed,
    ...adopter.trust.refused.map(({ id }) => id),
    ...survey.orphans.map(({ id }) => id).filter((id) => !pruned.has(id)),
  ]);
}

function linkedSkills(links: LinkPlan): Map<SourceId, string[]> {
  const linked = new Map<SourceId, Set<string>>();
  for (const link of [...links.keep, ...links.rewrite, ...links.create]) {
    const skills = linked.get(link.source) ?? new Set();
    linked.set(link.source, skills.add(link.skill));
  }
  return new Map([...linked].map(([id, skills]) => [id, [...skills].sort()]));
}

function frozenGitignore(
  { missingLines }: { readonly missingLines: readonly string[] },
): Finding[] {
  if (missingLines.length === 0) return [];
  return [{
    rule: "ignore-missing",
    level: "error",
    path: ".gitignore",
    message: `.gitignore lacks ${
      missingLines.join(", ")
    }; --frozen does not change it`,
    fix: "run skill-sources setup and commit .gitignore",
  }];
}
