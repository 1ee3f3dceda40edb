import { workingTreeFiles } from "../adopter/adopter_files.ts";
import {
  ORGANIZATION_HOMES,
  readOrganizations,
} from "../adopter/layer_files.ts";
import { UsageError } from "../base/errors.ts";
import type { CuratedChecks } from "../curate/check_curated.ts";
import { checkLists } from "../curate/check_lists.ts";
import type { CuratedSource } from "../curate/curated_source.ts";
import { requireNetPermission } from "../http/require_net_permission.ts";
import { findRepository } from "../repository/find_repository.ts";
import { makeScratchArea } from "../store/scratch_area.ts";
import type { CommandContext, CommandResult } from "./command.ts";
import { httpClient } from "./http_client.ts";
import { pinDocument } from "./pin_document.ts";

/**
 * `org check`: whether the lists of organizations hold (contract section 6);
 * with `--remote`, whether their sources still are what the lists say.
 */
export async function run(context: CommandContext): Promise<CommandResult> {
  const { options, arguments: [named] } = context;
  const { root } = findRepository(context.cwd, {
    noGit: options["no-git"] === true,
  });
  const { organizations, findings } = checkLists(
    readOrganizations(workingTreeFiles(root)),
    named,
  );
  if (organizations.length === 0) throw nowhere();
  const sources = organizations.flatMap((each) => each.sources);
  const remote = options.remote === true
    ? await askAll(sources, root, context)
    : undefined;
  return {
    document: {
      organizations: organizations.map(({ name, files, sources }) => ({
        name,
        files,
        sources: sources.map((source) => documentOf(source, remote)),
      })),
    },
    findings: [...findings, ...remote?.findings ?? []],
    text: `${counted(sources.length, "source")} of ${
      counted(organizations.length, "organization")
    } ${remote === undefined ? "checked" : "checked and asked"}.\n`,
  };
}

/** A job that looks in the wrong folder must not stay green. */
function nowhere(): UsageError {
  return new UsageError(
    "organization-unknown",
    `There is no organization here: no folder under ${
      ORGANIZATION_HOMES.map((home) => `${home}/`).join(", ")
    }; run it in the repository that holds the organization's list, or begin one with skill-sources org add.`,
    { fix: "skill-sources org add <url> --org <name> --write" },
  );
}

/** What asks servers is loaded only when they are asked. */
async function askAll(
  sources: readonly CuratedSource[],
  root: string,
  context: CommandContext,
): Promise<CuratedChecks> {
  requireNetPermission("org check --remote");
  const { checkCurated } = await import("../curate/check_curated.ts");
  using area = makeScratchArea();
  context.ui.progress(`asking ${sources.length} sources`);
  return await checkCurated(sources, {
    http: await httpClient(context),
    scratch: `${area.root}/${area.staging}`,
    root,
    signal: context.signal,
    env: context.env,
    now: new Date(),
  });
}

function documentOf(
  source: CuratedSource,
  remote: CuratedChecks | undefined,
): Record<string, unknown> {
  const { entry: { id, descriptor: { method, url, ref } }, pinned } = source;
  const newer = remote?.newer.get(source);
  return {
    id,
    ...(pinned !== undefined ? pinDocument(pinned.pin) : {
      ...(method === undefined ? {} : { method: method.value }),
      ...(url === undefined ? {} : { url: url.value }),
      ...(ref === undefined ? {} : { ref: ref.value }),
    }),
    sound: !source.findings.some(({ level }) => level === "error"),
    ...(newer === undefined ? {} : { newer }),
  };
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
