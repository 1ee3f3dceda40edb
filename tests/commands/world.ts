import { type GitServer, startGitServer } from "../servers/git_server.ts";
import {
  startStaticServer,
  type StaticServer,
} from "../servers/static_server.ts";
import {
  type Adopter,
  adopterAt,
  type Descriptor,
  makeAdopter,
  trustList,
} from "../support/adopter.ts";
import { git } from "../support/git.ts";
import { type CliOptions, type CliRun, runCli } from "../support/run_cli.ts";
import { sampleFiles, SampleSource } from "../support/sample_source.ts";
import { tempDir } from "../support/temp_dir.ts";
import type { Files } from "../support/write_files.ts";
import { zip, type ZipEntry } from "../support/zip.ts";

/** A git server, a file server, and room for sources and adopters. */
export interface World extends AsyncDisposable {
  /** Folder of everything; removed in the end. */
  readonly path: string;
  /** Folder that both servers serve. */
  readonly root: string;
  readonly git: GitServer;
  readonly files: StaticServer;
  /** A path that neither server serves. */
  join(name: string): string;
  /** Makes a source with an annotated tag `v1.0.0`. */
  tagged(name: string, skills: readonly string[]): Promise<TaggedSource>;
  /** Puts an archive at `/<name>` of the file server, with its `.sha512` sibling. */
  archive(name: string, entries: readonly ZipEntry[]): Promise<Archive>;
  /** Makes an adopter that trusts `descriptors`. */
  adopter(
    descriptors: readonly Descriptor[] | string | undefined,
    files?: Files,
  ): Promise<Adopter>;
  /** Requests that either server has had. */
  requests(): number;
}

/** A source with one annotated tag. */
export interface TaggedSource {
  readonly source: SampleSource;
  readonly url: string;
  readonly commit: string;
  /** The trust-list entry that pins it. */
  readonly entry: Descriptor;
}

/** A release archive on the file server. */
export interface Archive {
  readonly url: string;
  readonly sha512: string;
}

/** Starts the servers over a temporary folder. */
export async function startWorld(): Promise<World> {
  const temp = await tempDir();
  const root = temp.join("served");
  await Deno.mkdir(root);
  const gitServer = await startGitServer(root);
  const files = await startStaticServer(root);
  let count = 0;
  return {
    path: temp.path,
    root,
    git: gitServer,
    files,
    join: (name) => temp.join(name),
    async tagged(name, skills) {
      const source = await SampleSource.create(root, name, skills);
      await source.annotatedTag("v1.0.0");
      await source.publish();
      const commit = await source.revision("HEAD");
      const url = `${gitServer.url}/${name}.git`;
      return {
        source,
        url,
        commit,
        entry: tagEntry(name, url, commit, skills),
      };
    },
    async archive(name, entries) {
      return await serveArchive(root, files, name, zip(entries));
    },
    adopter(descriptors, more = {}) {
      const list = Array.isArray(descriptors)
        ? trustList(descriptors)
        : descriptors as string | undefined;
      return makeAdopter(temp.join(`adopter-${++count}`), list, more);
    },
    requests: () => gitServer.requests.length + files.requests.length,
    async [Symbol.asyncDispose]() {
      await gitServer.close();
      await files.close();
      await temp[Symbol.asyncDispose]();
    },
  };
}

/** Writes an archive and its checksum file where the file server serves them. */
export async function serveArchive(
  root: string,
  files: StaticServer,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Archive> {
  const sha512 = hex(await crypto.subtle.digest("SHA-512", bytes));
  await Deno.writeFile(`${root}/${name}`, bytes);
  await Deno.writeTextFile(
    `${root}/${name}.sha512`,
    `${sha512}  ${name.split("/").at(-1)}\n`,
  );
  return { url: `${files.url}/${name}`, sha512 };
}

/** The entries of a release archive of the sample skills below one top folder. */
export function archiveEntries(
  top: string,
  skills: readonly string[],
): ZipEntry[] {
  return Object.entries(sampleFiles(skills)).map(([path, content]) => ({
    name: `${top}/${path}`,
    content,
  }));
}

/** A trust-list entry for the tag `v1.0.0`. */
export function tagEntry(
  id: string,
  url: string,
  commit: string,
  provides: readonly string[],
): Descriptor {
  return {
    id,
    name: `Sample ${id}`,
    method: "git-tag",
    url,
    ref: "v1.0.0",
    commit,
    provides,
  };
}

/** A trust-list entry for the branch `main`. */
export function branchEntry(
  id: string,
  url: string,
  provides: readonly string[],
): Descriptor {
  return {
    id,
    name: `Sample ${id}`,
    method: "git-branch",
    url,
    ref: "main",
    provides,
  };
}

/** A trust-list entry for a release archive. */
export function zipEntry(
  id: string,
  { url, sha512 }: Archive,
  provides: readonly string[],
): Descriptor {
  return {
    id,
    name: `Sample ${id}`,
    method: "svn-zip",
    url,
    ref: "1.0.0",
    sha512,
    provides,
  };
}

/** Runs a command in an adopter. */
export function run(
  adopter: Adopter,
  args: readonly string[],
  options: Partial<CliOptions> = {},
): Promise<CliRun> {
  return runCli(args, { cwd: adopter.path, ...options });
}

/** Runs `setup --yes` with more arguments. */
export function setup(adopter: Adopter, ...args: string[]): Promise<CliRun> {
  return run(adopter, ["setup", "--yes", ...args]);
}

/** A copy of an adopter, times and links included, to break something in. */
export async function copyOf(adopter: Adopter, path: string): Promise<Adopter> {
  const { success } = await new Deno.Command("cp", {
    args: ["-a", adopter.path, path],
  }).output();
  if (!success) throw new Error(`cp -a ${adopter.path} ${path}`);
  return adopterAt(path);
}

/** What git sees as changed, one line each. */
export async function gitStatus(adopter: Adopter): Promise<string[]> {
  const text = await git(adopter.path, [
    "status",
    "--porcelain",
    "--untracked-files=all",
  ]);
  return text === "" ? [] : text.split("\n");
}

function hex(digest: ArrayBuffer): string {
  return new Uint8Array(digest).toHex();
}
