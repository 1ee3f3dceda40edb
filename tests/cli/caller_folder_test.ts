import assert from "node:assert/strict";
import { join } from "node:path";
import { UsageError } from "../../lib/base/errors.ts";
import { callerFolder } from "../../lib/cli/caller_folder.ts";
import { cleanEnv, CLI } from "./run_cli.ts";

const MODULE = new URL("../../lib/cli/caller_folder.ts", import.meta.url).href;

/** A project folder with a task `where`, a subfolder, and a folder elsewhere. */
async function withFolders(
  test: (folders: {
    project: string;
    sub: string;
    elsewhere: string;
    program: string;
  }) => Promise<void>,
) {
  const root = await Deno.realPath(await Deno.makeTempDir());
  try {
    const project = join(root, "project");
    const sub = join(project, "sub");
    const elsewhere = join(root, "elsewhere");
    const program = join(root, "where.ts");
    await Deno.mkdir(sub, { recursive: true });
    await Deno.mkdir(elsewhere);
    await Deno.writeTextFile(
      program,
      `import { callerFolder } from ${JSON.stringify(MODULE)};
       console.log(callerFolder(Deno.args[0], (name) => Deno.env.get(name)));`,
    );
    const run = `deno run --no-check -A ${program}`;
    await Deno.writeTextFile(
      join(project, "deno.json"),
      JSON.stringify({
        tasks: { where: run, below: `cd sub && ${run}` },
      }),
    );
    await test({ project, sub, elsewhere, program });
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

async function deno(cwd: string, args: string[], env = {}): Promise<string> {
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd,
    clearEnv: true,
    env: cleanEnv(env),
  }).output();
  const decoder = new TextDecoder();
  return decoder.decode(stdout).trim() || decoder.decode(stderr);
}

Deno.test("under deno task the caller's folder counts, not the project's", async () => {
  await withFolders(async ({ project, sub, elsewhere }) => {
    const config = ["task", "--config", join(project, "deno.json")];
    assert.equal(await deno(sub, ["task", "where"]), sub);
    assert.equal(await deno(project, ["task", "where"]), project);
    assert.equal(await deno(elsewhere, [...config, "where"]), elsewhere);
    assert.equal(await deno(project, ["task", "where", "sub"]), sub);
  });
});

Deno.test("a task that changes the folder is followed", async () => {
  await withFolders(async ({ project, sub }) => {
    assert.equal(await deno(project, ["task", "below"]), sub);
  });
});

Deno.test("a clone of this program inside the caller's repository acts on the repository", async () => {
  await withFolders(async ({ project }) => {
    const program = join(project, "tools", "ss");
    await Deno.mkdir(join(program, "lib", "cli"), { recursive: true });
    await Deno.mkdir(join(program, "lib", "base"), { recursive: true });
    await Deno.mkdir(join(program, "lib", "report"), { recursive: true });
    const root = new URL("../../", import.meta.url);
    for (
      const file of [
        "lib/cli/caller_folder.ts",
        "lib/base/errors.ts",
        "lib/base/position.ts",
        "lib/report/printable.ts",
        "lib/report/deceptive.ts",
      ]
    ) {
      await Deno.copyFile(new URL(file, root), join(program, file));
    }
    await Deno.writeTextFile(
      join(program, "where.ts"),
      `import { callerFolder } from "./lib/cli/caller_folder.ts";
       console.log(callerFolder(undefined, (name) => Deno.env.get(name)));`,
    );
    await Deno.writeTextFile(
      join(program, "deno.json"),
      JSON.stringify({ tasks: { where: "deno run --no-check -A where.ts" } }),
    );
    const task = ["task", "--cwd", "tools/ss", "where"];
    assert.equal(await deno(project, task), project);
  });
});

Deno.test("an INIT_CWD inherited from somebody else's task is not obeyed", async () => {
  await withFolders(async ({ project, elsewhere, program }) => {
    const run = ["run", "--no-check", "-A", program];
    const env = { INIT_CWD: project };
    assert.equal(await deno(elsewhere, run, env), elsewhere);
    for (const initial of ["", "relative", join(project, "gone")]) {
      assert.equal(await deno(project, run, { INIT_CWD: initial }), project);
    }
  });
});

Deno.test("-C that is no folder is a usage error", () => {
  for (const directory of ["no/such/folder", CLI, "\0"]) {
    assert.throws(() => callerFolder(directory, () => undefined), UsageError);
  }
});
