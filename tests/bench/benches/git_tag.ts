import {
  type Descriptor,
  makeAdopter,
  trustList,
} from "../../support/adopter.ts";
import { SampleSource } from "../../support/sample_source.ts";
import { startWorld, tagEntry, type World } from "../../commands/world.ts";
import type { Bench, Contest } from "../bench.ts";
import { bulk } from "../bulk.ts";
import { remove } from "../remove.ts";
import { runOurs, runProgram } from "../run_program.ts";

/** A whole tree of a tag over loopback HTTP. */
export const WHOLE_TREE: Bench = {
  name: "setup of a git-tag, whole tree: 4,600 files of 6 kB",
  alternative: "git clone --depth=1 --branch",
  bar: 1.0,
  prepare: () => contest(4_600, 6_000, {}),
};

/** A twentieth of a large repository. */
export const NARROWED: Bench = {
  name: "setup of a git-tag, layout.include of 5 % of 100 MB",
  alternative: "git clone --depth=1 --branch",
  bar: 0.2,
  prepare: () => contest(2_000, 50_000, { "layout.include": ["part-0"] }),
};

async function contest(
  files: number,
  bytes: number,
  layout: Descriptor,
): Promise<Contest> {
  const world = await startWorld();
  const source = await sourceOf(world, files, bytes);
  const url = `${world.git.url}/acme.git`;
  const commit = await source.revision("HEAD");
  const list = trustList([
    { ...tagEntry("acme", url, commit, ["read-mail"]), ...layout },
  ]);
  const [adopter, clone] = [world.join("adopter"), world.join("clone")];
  return {
    ours: {
      async reset() {
        await remove(adopter);
        await makeAdopter(adopter, list);
      },
      run: async () =>
        void await runOurs("network", ["setup", "--yes"], adopter),
    },
    theirs: {
      reset: () => remove(clone),
      run: async () =>
        void await runProgram("git", [
          ...["clone", "-q", "--depth=1", "--branch", "v1.0.0", url, clone],
        ], world.path),
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

async function sourceOf(
  world: World,
  files: number,
  bytes: number,
): Promise<SampleSource> {
  const source = await SampleSource.create(world.root, "acme", ["read-mail"]);
  await bulk(source.checkout, files - 6, bytes);
  await source.commit({});
  await source.annotatedTag("v1.0.0");
  await source.publish();
  return source;
}
