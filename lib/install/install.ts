import { basename } from "node:path";
import type { Adopter } from "../adopter/load_adopter.ts";
import { UsageError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import type { SourceId } from "../base/ids.ts";
import type { HttpClient } from "../http/model.ts";
import { journalStands } from "../store/journal.ts";
import { makeStaging, removeTree } from "../store/staging.ts";
import type { LinkPlan } from "../wiring/link_plan.ts";
import { applySteps } from "./apply_steps.ts";
import { claimSkills } from "./claim_skills.ts";
import { composeSteps } from "./compose_steps.ts";
import { consentNeeded } from "./describe_plan.ts";
import { fetchAll } from "./fetch_all.ts";
import type { StagedSource } from "./fetch_source.ts";
import { nextBlocks, nextLocalLock } from "./next_locks.ts";
import type { SetupPlan } from "./plan_setup.ts";
import { planWiring } from "./plan_wiring.ts";
import { prepare, type Prepared } from "./prepare.ts";
import type { SetupOptions } from "./setup_options.ts";
import { sourcesToFetch } from "./sources_to_fetch.ts";

/** What an installation needs of the process it runs in. */
export interface InstallContext {
  readonly http: () => Promise<HttpClient>;
  readonly signal: AbortSignal;
  /** Looks up a variable of the caller's environment, for ssh. */
  readonly env: (name: string) => string | undefined;
  /** Asks, after fetching and before linking, about first pins. */
  readonly consent: (firstPins: readonly StagedSource[]) => Promise<boolean>;
  readonly progress: (text: string) => void;
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
        staging,
        prefix: sites.prefix,
        jobs: options.jobs,
        http: await context.http(),
        signal: context.signal,
        env: context.env,
        done: (id, ok) => context.progress(`${id}: ${ok ? "ok" : "failed"}`),
      },
    );
    const { staged, failed } = fetched;
    const claimed = claimSkills(root, prepared, staged);
    const wiring = planWiring(
      adopter,
      sites,
      claimed.claims,
      heldSources(adopter, prepared, failed),
    );
    const frozenFindings = options.frozen ? frozenGitignore(wiring) : [];
    const findings = [
      ...fetched.findings,
      ...claimed.findings,
      ...wiring.links.collisions,
      ...wiring.findings,
      ...frozenFindings,
    ];
    const firstPins = plan.sources
      .filter(({ action }) => action === "first-pin")
      .flatMap(({ source }) => staged.get(source.id) ?? []);
    const done = { prepared, staged, failed, links: wiring.links, findings };
    if (!await context.consent(firstPins)) {
      return { ...done, declined: true, changed: false };
    }
    context.signal.throwIfAborted();
    const outcome = { plan, staged };
    const steps = composeSteps({
      staging: basename(staging),
      staged: staged.values(),
      prune: plan.prune,
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
    return { ...done, declined: false, changed: steps.length > 0 };
  } finally {
    // A journal that stands needs what is staged: the next run finishes it.
    if (!journalStands(root)) removeTree(root, staging);
  }
}

const NOTHING_FETCHED = {
  staged: new Map<SourceId, StagedSource>(),
  failed: new Set<SourceId>(),
  findings: [],
};

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
      ...prune.map((id) => `prune ${id}`),
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
