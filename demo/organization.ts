import { createHash } from "node:crypto";
import { type GitServer, startGitServer } from "../tests/servers/git_server.ts";
import {
  startStaticServer,
  type StaticServer,
} from "../tests/servers/static_server.ts";
import { type Adopter, makeAdopter } from "../tests/support/adopter.ts";
import { sampleFiles, SampleSource } from "../tests/support/sample_source.ts";
import { zip } from "../tests/support/zip.ts";
import {
  organizationList,
  PROJECT,
  registry,
  trustListText,
} from "./layers.ts";

/** A small organization on this machine: three sources, their servers, one adopter. */
export interface Organization extends AsyncDisposable {
  readonly adopter: Adopter;
  /** The source that is pinned by tag. */
  readonly reviewers: SampleSource;
  readonly git: GitServer;
  readonly dist: StaticServer;
  /** Requests that reached either server since the start. */
  requests(): number;
}

/** Builds the organization below `root` and starts its servers. */
export async function buildOrganization(root: string): Promise<Organization> {
  const gitRoot = `${root}/git`;
  const distRoot = `${root}/dist`;
  await Deno.mkdir(gitRoot);
  await Deno.mkdir(distRoot);

  const reviewers = await SampleSource.create(gitRoot, "reviewers", [
    "review-diff",
    "review-tests",
  ]);
  await reviewers.annotatedTag("v1.0.0", "Reviewers 1.0.0");
  await reviewers.publish();
  const commit = await reviewers.revision("v1.0.0^{commit}");
  await SampleSource.create(gitRoot, "drafts", ["draft-notes"]);
  const sha512 = await writeRelease(distRoot, "release-skills-1.2.0");

  const git = await startGitServer(gitRoot);
  const dist = await startStaticServer(distRoot);
  const adopter = await makeAdopter(
    `${root}/adopter`,
    trustListText({
      commit,
      draftsUrl: `${git.url}/drafts.git`,
      releaseUrl: `${dist.url}/release-skills-1.2.0.zip`,
      sha512,
    }),
    {
      ".apache-magpie-overrides/project.md": PROJECT,
      "organizations/example/skill-sources.md": organizationList(
        `${git.url}/reviewers.git`,
      ),
      "docs/skill-sources/registry.md": registry(),
    },
  );
  return {
    adopter,
    reviewers,
    git,
    dist,
    requests: () => git.requests.length + dist.requests.length,
    async [Symbol.asyncDispose]() {
      await git.close();
      await dist.close();
    },
  };
}

/** Writes a release archive and its `.sha512`; returns the digest. */
async function writeRelease(folder: string, name: string): Promise<string> {
  const files = sampleFiles(["release-notes"]);
  const archive = zip(
    Object.entries(files).map(([path, content]) => ({
      name: `${name}/${path}`,
      content,
    })),
  );
  const digest = createHash("sha512").update(archive).digest("hex");
  await Deno.writeFile(`${folder}/${name}.zip`, archive);
  await Deno.writeTextFile(
    `${folder}/${name}.zip.sha512`,
    `${digest}  ${name}.zip\n`,
  );
  return digest;
}
