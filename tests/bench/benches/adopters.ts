import { setup, startWorld } from "../../commands/world.ts";
import { git } from "../../support/git.ts";
import type { Bench } from "../bench.ts";
import { runOurs, runProgram } from "../run_program.ts";
import { remove } from "../remove.ts";

const SOURCES = 20;
const ADOPTERS = 300;
const EACH = 3;

/** Who of an organization's repositories pins what: 300 of them, over loopback HTTP. */
export const ADOPTERS_OF_ORGANIZATION: Bench = {
  name: `org adopters: ${ADOPTERS} adopters, ${SOURCES} sources`,
  alternative:
    "xargs -P 8 git clone --depth=1 --filter=blob:none --no-checkout",
  async prepare() {
    const world = await startWorld();
    const entries = [];
    for (let source = 1; source <= SOURCES; source++) {
      const { entry } = await world.tagged(`source-${source}`, [
        `skill-${source}`,
      ]);
      entries.push(entry);
    }
    const list = world.join("urls");
    await Deno.writeTextFile(
      list,
      Array.from(
        { length: ADOPTERS },
        (_, index) => `${world.git.url}/adopter-${index}.git\n`,
      ).join(""),
    );
    // One run of setup for each choice of sources; the repositories are clones.
    const kinds = SOURCES / EACH | 0;
    for (let kind = 0; kind < kinds; kind++) {
      const adopter = await world.adopter(
        entries.slice(kind * EACH, (kind + 1) * EACH),
      );
      const { code, stdout, stderr } = await setup(adopter);
      if (code !== 0) throw new Error(stdout + stderr);
      await adopter.commit("Adopt");
      for (let index = kind; index < ADOPTERS; index += kinds) {
        const bare = `${world.root}/adopter-${index}.git`;
        await git(world.path, ["clone", "-q", "--bare", adopter.path, bare]);
        await git(bare, ["config", "uploadpack.allowFilter", "true"]);
      }
    }
    const curator = await world.adopter(undefined, {
      "organizations/acme/skill-sources.md": "# Acme\n",
      ".apache-magpie-overrides/project.md": "organization: acme\n",
    });
    const clones = world.join("clones");
    const seen = { requests: 0, peakBytes: 0 };
    return {
      ours: {
        async run() {
          const before = world.requests();
          const { peakBytes } = await runOurs("network", [
            ...["org", "adopters", list, "--format", "csv"],
          ], curator.path);
          seen.requests = world.requests() - before;
          seen.peakBytes = Math.max(seen.peakBytes, peakBytes);
        },
      },
      theirs: {
        async reset() {
          await remove(clones);
          await Deno.mkdir(clones);
        },
        run: async () =>
          void await runProgram("sh", [
            "-c",
            `xargs -P 8 -n 1 git clone -q --depth=1 --filter=blob:none --no-checkout <${list}`,
          ], clones),
      },
      figures: () => [
        `${seen.requests} requests`,
        `${Math.round(seen.peakBytes / 1e6)} MB of memory at most`,
      ],
      [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
    };
  },
};
