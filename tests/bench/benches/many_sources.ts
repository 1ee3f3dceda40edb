import { startWorld } from "../../commands/world.ts";
import {
  type Descriptor,
  makeAdopter,
  trustList,
} from "../../support/adopter.ts";
import type { Bench } from "../bench.ts";
import { remove } from "../remove.ts";
import { runOurs, runProgram } from "../run_program.ts";

const SOURCES = 100;

/** As many sources as a large organization curates, eight at a time on either side. */
export const MANY_SOURCES: Bench = {
  name: `setup of ${SOURCES} sources`,
  alternative: "xargs -P 8 git clone --depth=1 --branch",
  bar: 1.3,
  async prepare() {
    const world = await startWorld();
    const entries: Descriptor[] = [];
    for (let source = 1; source <= SOURCES; source++) {
      const { entry } = await world.tagged(`source-${source}`, [
        `skill-${source}`,
      ]);
      entries.push(entry);
    }
    const urls = world.join("urls");
    await Deno.writeTextFile(
      urls,
      entries.map(({ url }) => `${url}\n`).join(""),
    );
    const [adopter, clones] = [world.join("many"), world.join("clones")];
    let peak = 0;
    return {
      ours: {
        async reset() {
          await remove(adopter);
          await makeAdopter(adopter, trustList(entries));
        },
        async run() {
          const { peakBytes } = await runOurs("network", [
            ...["setup", "--yes"],
          ], adopter);
          peak = Math.max(peak, peakBytes);
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
            `xargs -P 8 -n 1 git clone -q --depth=1 --branch v1.0.0 <${urls}`,
          ], clones),
      },
      figures: () => [`${Math.round(peak / 1e6)} MB of memory at most`],
      [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
    };
  },
};
