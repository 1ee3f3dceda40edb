import { rehashSnapshot } from "../../../lib/tree/rehash_snapshot.ts";
import { tempDir } from "../../support/temp_dir.ts";
import type { Bench } from "../bench.ts";
import { bulk } from "../bulk.ts";
import { runProgram } from "../run_program.ts";

const FILES = 10_000;
const FILE_BYTES = 8_000;

/** The re-hash of `verify`, without the start of a program on our side. */
export const REHASH: Bench = {
  name: `re-hash ${FILES} files of ${FILE_BYTES} bytes`,
  alternative: "find … | xargs sha256sum",
  bar: 1.3,
  async prepare() {
    const temp = await tempDir();
    await bulk(temp.path, FILES, FILE_BYTES);
    const script = "find . -type f -print0 | xargs -0 sha256sum >/dev/null";
    return {
      ours: { run: () => Promise.resolve(void rehashSnapshot(temp.path)) },
      theirs: {
        run: async () => void await runProgram("sh", ["-c", script], temp.path),
      },
      [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose](),
    };
  },
};
