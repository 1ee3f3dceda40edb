import { git } from "../support/git.ts";
import { tempDir } from "../support/temp_dir.ts";

/**
 * What stock git makes of a snapshot, as the documentation tells anybody to
 * reproduce it: an outside bare repository of the SHA-256 object format that
 * converts nothing and ignores nothing.
 */
export async function gitContent(snapshot: string): Promise<string> {
  await using temp = await tempDir();
  const repository = temp.join("r");
  await git(temp.path, ["init", "-q", "--bare", "--object-format=sha256", "r"]);
  await Deno.mkdir(`${repository}/info`, { recursive: true });
  await Deno.writeTextFile(
    `${repository}/info/attributes`,
    "* -text -ident -filter -working-tree-encoding\n",
  );
  const run = (...args: string[]) =>
    git(snapshot, [
      `--git-dir=${repository}`,
      `--work-tree=${snapshot}`,
      ...["core.bare=false", "core.autocrlf=false", "core.excludesFile="]
        .flatMap((setting) => ["-c", setting]),
      ...args,
    ]);
  await run("add", "-f", ".");
  return await run("write-tree");
}
