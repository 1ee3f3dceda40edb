import { setup, startWorld } from "../../commands/world.ts";
import type { Needs } from "../../../lib/cli/spec.ts";
import type { Bench } from "../bench.ts";
import { runEmpty, runOurs } from "../run_program.ts";

const SOURCES = 8;
const SKILLS_EACH = 25;

/** Commands that find everything in order, 8 sources and 200 skills: against an empty Deno script. */
export const WHOLE_PROCESS: readonly Bench[] = [
  bench("setup, nothing to do", "network", ["setup", "--yes"], 7),
  bench("verify --quick", "read", ["verify", "--quick"], 7),
  bench("status", "read", ["status"], 7),
  bench("verify", "read", ["verify"], 8),
];

function bench(
  name: string,
  needs: Needs,
  args: readonly string[],
  bar: number,
): Bench {
  return {
    name: `${name}: ${SOURCES} sources, ${SOURCES * SKILLS_EACH} skills`,
    alternative: "deno run empty.ts",
    bar,
    async prepare() {
      const world = await startWorld();
      const entries = [];
      for (let source = 1; source <= SOURCES; source++) {
        const skills = Array.from(
          { length: SKILLS_EACH },
          (_, index) => `skill-${source}-${index + 1}`,
        );
        entries.push((await world.tagged(`source-${source}`, skills)).entry);
      }
      const adopter = await world.adopter(entries);
      const { code, stdout, stderr } = await setup(adopter);
      if (code !== 0) throw new Error(stdout + stderr);
      await adopter.commit("Adopt");
      const before = world.requests();
      return {
        ours: {
          run: async () => void await runOurs(needs, args, adopter.path),
        },
        theirs: { run: async () => void await runEmpty(needs, adopter.path) },
        figures: () => [`${world.requests() - before} requests`],
        [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
      };
    },
  };
}
