import { join } from "node:path";
import type { Adopter } from "../adopter/load_adopter.ts";
import type { Finding } from "../base/finding.ts";
import type { HttpClient } from "../http/model.ts";
import { fetchSource } from "../install/fetch_source.ts";
import type { SourceFacts } from "../install/plan_setup.ts";
import type { Review } from "../review/model.ts";
import { makePrivateFolder } from "../store/private_folder.ts";
import { makeScratchArea } from "../store/scratch_area.ts";
import type { ResolvedSource } from "../trust/model.ts";
import { installedSide } from "./installed_side.ts";
import { readWish } from "./read_wish.ts";
import { reviewFolders, type SideFolder } from "./review_folders.ts";
import { stagedSide } from "./staged_side.ts";

/** Which two versions are compared. */
export interface DiffOptions {
  /** `--from`: a ref; absent: what is installed. */
  readonly from: string | undefined;
  /** `--to`: a ref; absent: what the trust list says. */
  readonly to: string | undefined;
  /** `--latest`: the newest release instead of `to`. */
  readonly latest: boolean;
  readonly allowMajor: boolean;
}

/** What a comparison needs of the run. */
export interface DiffContext {
  readonly adopter: Adopter;
  readonly prefix: string;
  readonly http: HttpClient;
  readonly signal: AbortSignal;
  readonly env: (name: string) => string | undefined;
}

/** Two versions compared. */
export interface Diffed {
  readonly review: Review;
  readonly findings: readonly Finding[];
}

/**
 * Compares two versions of a source, also two that were never installed, and
 * changes nothing: what is fetched lies in a folder outside the repository
 * that is gone afterwards (contract section 6, `diff`). All of a source that
 * was never locked is new.
 *
 * @throws {SourceError} what is wrong with a version or its server
 */
export async function diffSource(
  facts: SourceFacts,
  options: DiffOptions,
  context: DiffContext,
): Promise<Diffed> {
  using area = makeScratchArea();
  const { id } = facts.source;
  const fetchSide = async (name: string, source: ResolvedSource) => {
    makePrivateFolder(area.root, name);
    const place = { root: area.root, staging: name };
    const fetched = await fetchSource(source, undefined, {
      ...context,
      ...place,
      adopterRoot: context.adopter.root,
    });
    return { side: stagedSide(fetched, place), findings: fetched.findings };
  };
  const wish = (to: string | undefined, latest: boolean) =>
    readWish(facts, {
      only: [id],
      to: new Map(to === undefined ? [] : [[id, to]]),
      latest,
      allowMajor: options.allowMajor,
    }, {
      ...context,
      scratch: join(area.root, area.staging),
      layout: facts.source.layout,
      provides: facts.source.provides,
    });

  let old: SideFolder | undefined;
  let findings: readonly Finding[];
  if (options.from === undefined) {
    const { root, staging } = area;
    ({ old, findings } = await installedSide(facts, {
      ...context,
      root,
      staging,
    }));
  } else {
    const { source } = await wish(options.from, false);
    ({ side: old, findings } = await fetchSide("from", source));
  }
  const wished = await wish(options.to, options.latest);
  const next = await fetchSide("to", wished.source);
  return {
    review: await reviewFolders(id, old, next.side, context.signal),
    findings: [...findings, ...wished.findings, ...next.findings],
  };
}
