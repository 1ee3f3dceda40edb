import assert from "node:assert/strict";
import { permissionFlags } from "../../lib/cli/permissions.ts";
import type { CommandSpec } from "../../lib/cli/spec.ts";
import { COMMANDS } from "../../lib/cli/table.ts";
import { denoDir } from "../support/run_cli.ts";
import { PROJECT_ROOT } from "../support/source_files.ts";
import { tempDir } from "../support/temp_dir.ts";
import { writeFiles } from "../support/write_files.ts";
import { LAUNCHER, launchpad } from "./launcher.ts";

/** A command with as many words as it needs. */
function lineOf({ name, arguments: words }: CommandSpec): string[] {
  const needed = words.filter(({ optional }) => !optional);
  return [...name.split(" "), ...needed.map(() => "word")];
}

Deno.test("each command is started with exactly the flags that it needs, and each option that needs more with those", async () => {
  await using pad = await launchpad();
  const flagsOf = async (args: string[], env = {}) => {
    const { start, stderr } = await pad.launch(args, { env });
    assert.ok(start !== undefined, stderr);
    assert.deepEqual(start.args.slice(-args.length), args);
    assert.deepEqual(start.args.slice(-args.length - 1)[0], "cli.ts");
    return start.args.slice(1, -args.length - 1);
  };
  const SSH = { SKILL_SOURCES_SSH: "1" };
  for (const command of COMMANDS) {
    const line = lineOf(command);
    assert.deepEqual(await flagsOf(line), permissionFlags(command.needs));
    for (const { name, needs, kind } of command.options) {
      if (needs === undefined) continue;
      const value = kind === "boolean" ? "" : "=x";
      const wide = [...line, `--${name}${value}`];
      assert.deepEqual(await flagsOf(wide), permissionFlags(needs));
      assert.deepEqual(
        await flagsOf(wide, SSH),
        permissionFlags(needs, { ssh: true }),
      );
    }
  }
  assert.deepEqual(
    await flagsOf(["setup"], SSH),
    permissionFlags("network", { ssh: true }),
  );
  assert.deepEqual(await flagsOf(["lint"], SSH), permissionFlags("read"));
  for (const wrong of [["sett"], ["setup", "--nothing"], [""], ["lint", "x"]]) {
    assert.deepEqual(await flagsOf(wrong), permissionFlags("nothing"));
  }
});

Deno.test("words, input, exit code and process pass through the launcher", async () => {
  await using pad = await launchpad();
  const words = [
    "-C",
    "a b",
    "",
    "*",
    "line\nfeed\n",
    "--",
    "-x",
    "--allow-run",
    "$(exit)`",
    '"',
    "\\n",
    "é",
  ];
  const { code, pid, start } = await pad.launch(words, { stdin: "yes\n" });
  assert.deepEqual(start?.args.slice(-words.length), words);
  assert.equal(start?.stdin, "yes");
  assert.equal(code, 7);
  assert.equal(start?.pid, pid);
});

Deno.test("the caller's physical folder counts, whatever INIT_CWD and PWD said, and the program stands in its own", async () => {
  await using pad = await launchpad();
  const { temp } = pad;
  const odd = temp.join("odd *\nname\n");
  await Deno.mkdir(odd);
  await Deno.symlink(odd, temp.join("way"));
  for (const cwd of [odd, temp.join("way")]) {
    const { start } = await pad.launch(["lint"], {
      cwd,
      env: { INIT_CWD: PROJECT_ROOT, PWD: temp.join("way"), CDPATH: "/" },
    });
    assert.equal(start?.initial, await Deno.realPath(odd));
    assert.equal(start?.cwd, PROJECT_ROOT);
  }
});

Deno.test("the launcher is found through links, absolute and relative ones, and through a linked folder", async () => {
  await using pad = await launchpad();
  const { temp } = pad;
  await writeFiles(temp.join("home"), {
    "bin/one": { link: "../lib/two" },
    "lib/two": { link: temp.join("home/three") },
    "three": { link: LAUNCHER },
    "tool": { link: `${PROJECT_ROOT}/bin` },
    "bin/deep": { link: "../tool/skill-sources" },
    "bin/near": { link: "one" },
  });
  const names = ["bin/one", "tool/skill-sources", "bin/deep", "bin/near"];
  for (const name of names) {
    const { start, stderr } = await pad.launch(["lint"], {
      by: temp.join(`home/${name}`),
    });
    assert.equal(start?.cwd, PROJECT_ROOT, stderr);
  }
});

Deno.test("from a folder that was removed nothing is started: the program would take its own for the caller's", async () => {
  await using pad = await launchpad();
  await Deno.mkdir(pad.temp.join("gone"));
  const inside = 'cd gone && rmdir ../gone && exec "$1" "$2"';
  const { code, stderr, start } = await pad.launch(
    ["-c", inside, "sh", LAUNCHER, "lint"],
    { cwd: pad.temp.path, by: "/bin/sh" },
  );
  assert.equal(code, 2);
  assert.match(stderr, /^skill-sources: the folder you stand in is gone/m);
  assert.equal(start, undefined);
});

Deno.test("a copy of the launcher outside a clone says so", async () => {
  await using pad = await launchpad();
  const copy = pad.temp.join("work/skill-sources");
  await Deno.copyFile(LAUNCHER, copy);
  const { code, stderr, start } = await pad.launch(["lint"], { by: copy });
  assert.equal(code, 1);
  assert.match(stderr, /lies in no clone/);
  assert.equal(start, undefined);
});

Deno.test("what stands in the caller's folder decides nothing of what is run", async () => {
  await using pad = await launchpad({ deno: false });
  const { temp } = pad;
  const canary = temp.join("canary");
  const evil = { content: `#!/bin/sh\ntouch ${canary}\n`, executable: true };
  const task = `touch ${canary}`;
  await writeFiles(temp.join("work"), {
    ".npmrc": "registry=http://127.0.0.1:9/\n",
    "package.json": `{"scripts": {"lint": "${task}"}}`,
    "deno.json": `{"tasks": {"lint": "${task}"}, "imports": {"semver/": "./"}}`,
    "cli.ts": `Deno.writeTextFileSync(${JSON.stringify(canary)}, "");`,
    "bin/permissions.ts": `console.log("--allow-all");`,
    "node_modules/.bin/deno": evil,
    "node_modules/deno/bin.cjs": evil,
    "deno": evil,
    "npx": evil,
    "readlink": evil,
  });
  await writeFiles(temp.join("links"), { "tool": { link: LAUNCHER } });
  const PATH = `.:node_modules/.bin:${temp.join("bin")}`;
  const { code, stderr } = await pad.launch(["lint", "--no-git"], {
    env: { PATH },
    by: temp.join("links/tool"),
  });
  assert.equal(code, 0, stderr);
  await assert.rejects(Deno.lstat(canary), Deno.errors.NotFound);
  assert.equal(
    await Deno.readTextFile(temp.join("record.npx")),
    `${PROJECT_ROOT}\n`,
  );
});

Deno.test("a Deno of another version is left alone: npx names the right one, and is handed no word of the caller's", async () => {
  await using pad = await launchpad();
  const ran = async (DENO_SAYS: string) => {
    const { code, stdout, start, stderr } = await pad.launch(["version"], {
      env: { DENO_SAYS },
    });
    assert.equal(code, start === undefined ? 0 : 7, stderr);
    if (start === undefined) assert.match(stdout, /^skill-sources \d/);
    return start === undefined ? "npx" : "path";
  };
  assert.equal(await ran("2.9.6"), "path");
  for (const other of ["2.9.5", "2.9.60", "12.9.6", "2.9.6-rc.1"]) {
    assert.equal(await ran(other), "npx", other);
  }
});

Deno.test("the dependencies are cached when one is missing, and only then", async () => {
  await using pad = await launchpad();
  const UNCACHED = pad.temp.join("uncached");
  const first = await pad.launch(["lint"], { env: { UNCACHED } });
  assert.equal(first.stderr, "");
  assert.ok(first.start !== undefined);
  assert.equal(await Deno.readTextFile(UNCACHED), "cache --quiet cli.ts\n");
  await Deno.writeTextFile(UNCACHED, "");
  await pad.launch(["lint"], { env: { UNCACHED } });
  assert.equal(await Deno.readTextFile(UNCACHED), "");
});

Deno.test("what finds the flags needs no permission, and fails where Deno lacks a dependency", async () => {
  await using temp = await tempDir();
  const run = async (DENO_DIR: string) => {
    const { code } = await new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        ...permissionFlags("nothing"),
        "bin/permissions.ts",
        "lint",
      ],
      cwd: PROJECT_ROOT,
      env: { DENO_DIR },
      stdout: "null",
      stderr: "null",
    }).output();
    return code;
  };
  assert.equal(await run(await denoDir()), 0);
  assert.notEqual(await run(temp.path), 0);
});

Deno.test("-C before the command, and commands that need nothing, work from anywhere", async () => {
  await using pad = await launchpad({ deno: false });
  const { temp } = pad;
  await Deno.mkdir(temp.join("work/sub"));
  const list = "```yaml\n- id: acme\n  colour: red\n```\n";
  await writeFiles(temp.join("work"), { "sub/skill-sources.md": list });
  const { code, stdout, stderr } = await pad.launch(
    ["-C", "sub", "--no-git", "lint"],
  );
  assert.equal(code, 1, stderr);
  assert.match(stdout, /colour/);
  for (
    const [args, said] of [
      [["schema", "lock"], /"\$schema"/],
      [["completions", "bash"], /complete/],
      [["help", "org", "check"], /Usage: skill-sources org check/],
      [["--version"], /^skill-sources /],
    ] as const
  ) {
    const run = await pad.launch(args);
    assert.equal(run.code, 0, run.stderr);
    assert.equal(run.stderr, "");
    assert.match(run.stdout, said);
  }
});

Deno.test("a setting for ssh that says neither yes nor no is refused", async () => {
  await using pad = await launchpad();
  const env = { SKILL_SOURCES_SSH: "true" };
  const { code, stderr, start } = await pad.launch(["setup"], { env });
  assert.equal(code, 2);
  assert.match(stderr, /SKILL_SOURCES_SSH/);
  assert.equal(start, undefined);
});
