import { startWorld, zipEntry } from "../../commands/world.ts";
import { makeAdopter, trustList } from "../../support/adopter.ts";
import { sampleFiles } from "../../support/sample_source.ts";
import { writeFiles } from "../../support/write_files.ts";
import type { Bench } from "../bench.ts";
import { bulk } from "../bulk.ts";
import { remove } from "../remove.ts";
import { runOurs, runProgram } from "../run_program.ts";

const NAME = "acme-1.0.0.zip";

/** A release archive as ASF projects publish it. */
export const SVN_ZIP: Bench = {
  name: "setup of an svn-zip: 50 MB, 5,000 files",
  alternative: "curl && sha512sum -c && unzip",
  bar: 1.0,
  programs: ["curl", "sha512sum", "unzip", "zip"],
  async prepare() {
    const world = await startWorld();
    const top = world.join("top/acme-1.0.0");
    await Deno.mkdir(top, { recursive: true });
    await writeFiles(top, sampleFiles(["read-mail"]));
    await bulk(top, 5_000, 18_000);
    const file = `${world.root}/${NAME}`;
    await runProgram("zip", ["-qr", file, "acme-1.0.0"], world.join("top"));
    await runProgram("sh", [
      "-c",
      `sha512sum ${NAME} >${NAME}.sha512`,
    ], world.root);
    const statement = await Deno.readTextFile(`${file}.sha512`);
    const archive = {
      url: `${world.files.url}/${NAME}`,
      sha512: statement.slice(0, 128),
    };
    const list = trustList([zipEntry("acme", archive, ["read-mail"])]);
    const [adopter, folder] = [world.join("adopter"), world.join("folder")];
    const script =
      `curl -sSO ${archive.url} && curl -sSO ${archive.url}.sha512 && ` +
      `sha512sum --quiet -c ${NAME}.sha512 && unzip -q ${NAME}`;
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
        async reset() {
          await remove(folder);
          await Deno.mkdir(folder);
        },
        run: async () => void await runProgram("sh", ["-c", script], folder),
      },
      [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
    };
  },
};
