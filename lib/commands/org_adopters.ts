import { resolve } from "node:path";
import { workingTreeFiles } from "../adopter/adopter_files.ts";
import { readOrganizations } from "../adopter/layer_files.ts";
import { ConfigError } from "../base/errors.ts";
import { ADOPTER_JOBS } from "../base/limits.ts";
import { chosenOrganization } from "../curate/chosen_organization.ts";
import { projectOrganization } from "../curate/project_organization.ts";
import { readListFile } from "../curate/read_list_file.ts";
import { readRepositoryUrls } from "../curate/read_repository_urls.ts";
import { surveyAdopters } from "../curate/survey_adopters.ts";
import { requireNetPermission } from "../http/require_net_permission.ts";
import { printable } from "../report/printable.ts";
import { findRepository } from "../repository/find_repository.ts";
import { makeScratchArea } from "../store/scratch_area.ts";
import type { CommandContext, CommandResult } from "./command.ts";
import { httpClient } from "./http_client.ts";
import { adoptersReport } from "./org_adopters_report.ts";

/**
 * `org adopters`: reads the trust list and the lock of each repository in a
 * file of urls, and nothing else of it, and says who pins what (contract
 * section 6).
 */
export async function run(context: CommandContext): Promise<CommandResult> {
  const { options, arguments: [file = ""], ui } = context;
  const { root } = findRepository(context.cwd, {
    noGit: options["no-git"] === true,
  });
  const files = workingTreeFiles(root);
  const organizations = readOrganizations(files);
  const named = typeof options.org === "string" ? options.org : undefined;
  const organization = chosenOrganization(
    named,
    projectOrganization(files),
    organizations,
    false,
  );
  const unreadable = organizations.unreadable.get(organization);
  if (unreadable !== undefined) throw unreadable;
  const lists = organizations.files
    .filter(({ name }) => name === organization).flatMap(({ files }) => files);
  if (lists.length === 0) {
    throw new ConfigError(
      "organization-list-missing",
      `The organization ${organization} has no skill-sources.md to compare with; skill-sources org add begins one`,
      { path: `organizations/${organization}/skill-sources.md` },
    );
  }
  const { repositories, findings } = readRepositoryUrls(
    await readListFile(
      resolve(context.cwd, file),
      printable(file),
      context.signal,
    ),
    printable(file),
  );
  requireNetPermission("org adopters");
  using area = makeScratchArea();
  const survey = await surveyAdopters(
    repositories,
    lists.flatMap(({ entries }) => entries),
    {
      http: await httpClient(context),
      scratch: `${area.root}/${area.staging}`,
      signal: context.signal,
      env: context.env,
    },
    {
      file: printable(file),
      jobs: typeof options.jobs === "number" ? options.jobs : ADOPTER_JOBS,
      progress: (done) =>
        ui.progress(`${done} of ${repositories.length} repositories read`),
    },
  );
  return adoptersReport(organization, survey, findings, options.format);
}
