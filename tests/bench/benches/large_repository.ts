import { makeAdopter, trustList } from "../../support/adopter.ts";
import { git } from "../../support/git.ts";
import { tempDir } from "../../support/temp_dir.ts";
import type { Bench } from "../bench.ts";
import { bulk } from "../bulk.ts";
import { runOurs, runProgram } from "../run_program.ts";

const FILES = 100_000;

/** `lint` of a large repository reads its index, never its files. */
export const LARGE_REPOSITORY: Bench = {
  name: `lint of ${FILES} tracked files`,
  alternative: "git status",
  async prepare() {
    const temp = await tempDir();
    await makeAdopter(temp.path, trustList([]));
    // Its clean-up would still be at work when the folder is removed.
    await git(temp.path, ["config", "gc.auto", "0"]);
    await bulk(temp.path, FILES, 10);
    await git(temp.path, ["add", "-A"]);
    await git(temp.path, ["commit", "-q", "-m", "Much"]);
    return {
      ours: {
        run: async () => void await runOurs("read", ["lint"], temp.path),
      },
      theirs: {
        run: async () =>
          void await runProgram("git", ["status", "--porcelain"], temp.path),
      },
      [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose](),
    };
  },
};
