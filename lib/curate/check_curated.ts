import { join } from "node:path";
import { SkillSourcesError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { DEFAULT_JOBS } from "../base/limits.ts";
import { mapBounded } from "../base/map_bounded.ts";
import { checkRemote } from "../health/check_remote.ts";
import {
  aboutEntry,
  type RemoteCheck,
  type RemoteCheckContext,
} from "../health/remote_check.ts";
import { makePrivateFolder } from "../store/private_folder.ts";
import type { ResolvedSource } from "../trust/model.ts";
import { checkLayout } from "./check_layout.ts";
import { checkPlace } from "./check_place.ts";
import type { CuratedContext } from "./curated_context.ts";
import type { CuratedSource } from "./curated_source.ts";

/** What the sources of the lists say now. */
export interface CuratedChecks {
  /** In the order of the sources, whichever server was faster. */
  readonly findings: readonly Finding[];
  /** Tag of the newest release after the pinned one, by source. */
  readonly newer: ReadonlyMap<CuratedSource, string>;
}

/**
 * Asks each source of the lists whether it still is what the list says
 * (contract section 6, `org check --remote`): the pin, newer releases,
 * redirects, the keys, and the skills where the layout has them. Several are
 * asked at a time, and one that cannot be asked keeps no other from it.
 */
export async function checkCurated(
  sources: readonly CuratedSource[],
  context: CuratedContext,
): Promise<CuratedChecks> {
  const checks = await mapBounded(
    [...sources.entries()],
    DEFAULT_JOBS,
    async ([index, source]) => {
      makePrivateFolder(context.scratch, `${index}`);
      const scratch = join(context.scratch, `${index}`);
      return { source, ...await ask(source, { ...context, scratch }) };
    },
  );
  return {
    findings: checks.flatMap(({ findings }) => findings),
    newer: new Map(
      checks.flatMap(({ source, newer }) =>
        newer === undefined ? [] : [[source, newer] as const]
      ),
    ),
  };
}

async function ask(
  curated: CuratedSource,
  context: CuratedContext,
): Promise<RemoteCheck> {
  const { pinned, organization } = curated;
  if (pinned === undefined) return await checkPlace(curated, context);
  const remote: RemoteCheckContext = { ...context, archives: false };
  // The organization has seen the tag: one that is gone is a loss.
  const block = { id: pinned.id, pin: pinned.pin, policy: {} };
  const { findings, newer } = await checkRemote(
    pinned,
    block,
    undefined,
    remote,
  );
  const said = findings.map((finding) =>
    mended(finding, pinned, { organization, newer })
  );
  const lost = said.some(({ level }) => level === "error");
  return {
    findings: [
      ...said,
      ...lost ? [] : await failSoft(pinned, context, checkLayout),
    ],
    ...(newer === undefined ? {} : { newer }),
  };
}

/** What a source is at fault for is a finding; an interruption is thrown. */
async function failSoft(
  source: ResolvedSource,
  context: CuratedContext,
  check: (
    source: ResolvedSource,
    context: CuratedContext,
  ) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await check(source, context);
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof SkillSourcesError)) throw error;
    const { code: rule, message } = error;
    return [
      aboutEntry(source, {
        rule,
        level: "error",
        message,
        ...(error.fix === undefined ? {} : { fix: error.fix }),
      }),
    ];
  }
}

/** The repair of a list's entry: nothing is installed here that could be upgraded. */
function mended(
  finding: Finding,
  { id, pin, vouched }: ResolvedSource,
  { organization, newer }: {
    readonly organization: string;
    readonly newer: string | undefined;
  },
): Finding {
  const { fix, ...rest } = finding;
  switch (finding.rule) {
    case "outdated":
      return newer === undefined ? rest : {
        ...rest,
        fix:
          `edit the pin of ${id} at ${vouched.file}:${vouched.line}; skill-sources org add ${pin.url} --id ${id} --ref ${newer} --org ${organization} prints the new entry`,
      };
    case "tag-moved":
    case "tag-gone":
    case "archive-changed":
    case "commit-unknown":
      return {
        ...rest,
        fix:
          `ask the maintainer why, tell the adopters, and correct ${id} in ${vouched.file}`,
      };
    case "not-found":
    case "repository-empty":
      return { ...rest, fix: `correct the entry of ${id} in ${vouched.file}` };
    default:
      return fix === undefined || fix.includes("skill-sources ")
        ? rest
        : { ...rest, fix };
  }
}
