import assert from "node:assert/strict";
import { permissionFlags } from "../../lib/cli/permissions.ts";
import { CANARY, sourceOf } from "../cases/cases.ts";
import type { Adopter } from "../support/adopter.ts";
import { testWith } from "../support/needs_program.ts";
import { type CliDocument, denoDir } from "../support/run_cli.ts";
import { PROJECT_ROOT } from "../support/source_files.ts";
import { sampleFiles } from "../support/sample_source.ts";
import { stands } from "./traces.ts";
import {
  archiveEntries,
  branchEntry,
  run,
  setup,
  startWorld,
  zipEntry,
} from "./world.ts";

const RUNNER = ".apache-magpie/tools/skill-evals/src/skill_evals/runner.py";

/** Tells what it was given and ends as it is told; `--touch FILE` writes there. */
const PROGRAM = `import json, os, sys
args = sys.argv[1:]
print(json.dumps({"args": args, "cwd": os.getcwd(), "env": sorted(os.environ),
                  "path": os.environ.get("PATH")}))
print("\\x1b[31mred", file=sys.stderr)
if "--touch" in args:
    open(args[args.index("--touch") + 1], "w").write("touched")
if "--fail" in args and args[-1].endswith(args[args.index("--fail") + 1]):
    sys.exit(7)
`;

interface Seen {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: readonly string[];
  readonly path: string;
}

const seenIn = (text: string): Seen[] =>
  text.split("\n").filter((line) => line.startsWith("{")).map((line) =>
    JSON.parse(line)
  );

const evals = (
  adopter: Adopter,
  args: readonly string[],
  env: Record<string, string> = {},
  permissions = permissionFlags("run"),
) =>
  run(adopter, ["evals", ...args], {
    permissions,
    env: { HOME: Deno.env.get("HOME") ?? "/", ...env },
  });

const snapshot = (adopter: Adopter, path: string) =>
  `${adopter.path}/.apache-magpie-sources/${path}`;

testWith(
  ["python3"],
  "evals --run starts Magpie's runner on bound suites of every method",
  async (t) => {
    await using world = await startWorld();
    const tagged = await world.tagged("tagged", ["one"]);
    const branch = await world.tagged("branch", ["two"]);
    const archive = await world.archive(
      "zipped-1.0.0.zip",
      archiveEntries("zipped-1.0.0", ["three"]),
    );
    const adopter = await world.adopter([
      tagged.entry,
      branchEntry("branch", branch.url, ["two"]),
      zipEntry("zipped", archive, ["three"]),
    ], { [RUNNER]: PROGRAM });
    assert.equal((await setup(adopter)).code, 0);

    await t.step(
      "each from its snapshot's root, with what stands after --",
      async () => {
        const { code, stdout, stderr } = await evals(adopter, [
          "--run",
          "--",
          "--json",
          "-x y",
        ]);
        assert.equal(code, 0, stdout + stderr);
        assert.deepEqual(
          seenIn(stdout).map(({ args, cwd }) => [cwd, args]),
          [["tagged", "one"], ["branch", "two"], ["zipped", "three"]].map((
            [source, skill],
          ) => [
            Deno.realPathSync(snapshot(adopter, source!)),
            ["--json", "-x y", `./tools/skill-evals/evals/${skill}`],
          ]),
        );
        // Its text quotes a source, and does not colour the terminal.
        assert.match(stderr, /\\u\{1b\}\[31mred/);
        assert.ok(!stderr.includes("\x1b"));
      },
    );

    await t.step(
      "its exit code is ours, and the other suites are run too",
      async () => {
        const outcome = await evals(adopter, [
          "--run",
          "--json",
          "--",
          "--fail",
          "/two",
        ]);
        assert.equal(outcome.code, 7);
        const { runs, ok, findings } = outcome.json<
          CliDocument & { runs: unknown }
        >();
        assert.equal(ok, false);
        assert.deepEqual(runs, [
          { source: "tagged", skill: "one", exitCode: 0 },
          { source: "branch", skill: "two", exitCode: 7 },
          { source: "zipped", skill: "three", exitCode: 0 },
        ]);
        assert.deepEqual(
          findings.filter(({ level }) => level === "error").map((
            { rule, skill },
          ) => [rule, skill]),
          [["eval-failed", "two"]],
        );
      },
    );

    await t.step(
      "no token of the caller reaches it, nor a relative folder of PATH",
      async () => {
        const secrets = {
          GITHUB_TOKEN: "secret",
          SKILL_SOURCES_TOKEN_A_EXAMPLE: "secret",
          ANTHROPIC_API_KEY: "secret",
          AWS_SECRET_ACCESS_KEY: "secret",
          PYTHONPATH: adopter.path,
          LANG: "C.UTF-8",
          PATH: `.:bin:${Deno.env.get("PATH")}:`,
        };
        const { code, stdout, stderr } = await evals(
          adopter,
          ["one", "--run"],
          secrets,
          ["--allow-all"],
        );
        assert.equal(code, 0, stdout + stderr);
        const [seen] = seenIn(stdout);
        const own = ["HOME", "LANG", "PATH"];
        assert.deepEqual(
          seen!.env.filter((name) => name in secrets || own.includes(name)),
          own,
        );
        // A shim in front of python3 may put folders of its own first.
        assert.ok(seen!.path.endsWith(Deno.env.get("PATH")!));
        assert.deepEqual(
          seen!.path.split(":").filter((folder) => !folder.startsWith("/")),
          [],
        );
      },
    );

    await t.step("a snapshot that somebody changed is not run", async () => {
      const file = snapshot(adopter, "zipped/skills/three/SKILL.md");
      const text = await Deno.readTextFile(file);
      await Deno.writeTextFile(file, `${text}\nMore.\n`);
      const outcome = await evals(adopter, ["three", "--run", "--json"]);
      assert.equal(outcome.code, 1);
      assert.doesNotMatch(outcome.stderr, /"args"/);
      assert.deepEqual(
        outcome.json().findings.filter(({ level }) => level === "error").map((
          { rule },
        ) => rule),
        ["snapshot-tampered"],
      );
      await Deno.writeTextFile(file, text);
      assert.equal((await evals(adopter, ["three", "--run"])).code, 0);
    });

    await t.step("what a run changes in the snapshot is said", async () => {
      const outcome = await evals(adopter, [
        "three",
        "--run",
        "--json",
        "--",
        "--touch",
        "new.md",
      ]);
      assert.equal(outcome.code, 1);
      assert.match(
        outcome.json().findings.at(-1)!.message,
        /new\.md was added in the snapshot zipped/,
      );
    });

    await t.step("options of a run need --run", async () => {
      for (const args of [["--runner", "x"], ["--", "x"]]) {
        const { code, stderr } = await evals(adopter, args);
        assert.equal(code, 2);
        assert.match(stderr, /needs `--run`/);
      }
    });
  },
);

testWith(
  ["python3"],
  "a source is never the runner, and hides no module from it",
  async (t) => {
    await using world = await startWorld();
    const { entry } = await sourceOf(world, "acme", {
      ...sampleFiles(["one", "two", "three"]),
      "runner.py": "import os\nopen(os.environ['HOME'] + '/ran', 'w')\n",
      "json.py": "import os\nopen(os.environ['HOME'] + '/ran', 'w')\n",
      "tools/skill-evals/src/skill_evals/runner.py":
        "import os\nopen(os.environ['HOME'] + '/ran', 'w')\n",
      "tools/skill-evals/evals/two/step-1/fixtures/step-config.json": JSON
        .stringify({ skill_md: "../../secret.md", step_heading: "# A" }),
    }, ["one", "two", "three"]);
    const adopter = await world.adopter([entry], {
      "runner.py": PROGRAM,
      "canary": CANARY,
    });
    await adopter.write({
      "linked.py": { link: ".apache-magpie-sources/acme/runner.py" },
      "tools/skill-evals": {
        link: "../.apache-magpie-sources/acme/tools/skill-evals",
      },
    });
    assert.equal((await setup(adopter)).code, 0);
    const home = world.join("home");
    await Deno.mkdir(home);
    const ran = () => stands(`${home}/ran`);

    for (
      const runner of [
        ".apache-magpie-sources/acme/runner.py",
        ".apache-magpie-sources/acme/tools/skill-evals",
        "linked.py",
        "tools/skill-evals",
      ]
    ) {
      await t.step(`refused: ${runner}`, async () => {
        const outcome = await evals(
          adopter,
          ["--run", "--runner", runner, "--json"],
          { HOME: home },
        );
        assert.equal(outcome.code, 2, outcome.stdout);
        assert.equal(outcome.json().findings[0]?.rule, "runner-refused");
        assert.equal(await ran(), false);
      });
    }
    await t.step("Python looks for no module in the snapshot", async () => {
      const { code, stdout } = await evals(
        adopter,
        ["one", "--run", "--runner", "runner.py"],
        { HOME: home },
      );
      assert.equal(code, 0, stdout);
      assert.equal(seenIn(stdout).length, 1);
      assert.equal(await ran(), false);
    });
    await t.step(
      "a suite that is not bound is not run, the others are",
      async () => {
        const outcome = await evals(adopter, [
          "--run",
          "--runner",
          "runner.py",
          "--json",
        ]);
        assert.equal(outcome.code, 1);
        assert.deepEqual(
          outcome.json<{ runs: { exitCode: number | null }[] }>().runs
            .map(({ exitCode }) => exitCode),
          [0, 0, null],
        );
      },
    );
    await t.step("no runner, and a program that Deno may not run", async () => {
      const absent = await evals(adopter, ["--run", "--json"]);
      assert.equal(absent.code, 1);
      assert.equal(absent.json().findings[0]?.rule, "program-missing");
      await adopter.write({
        "own.sh": { content: "#!/bin/sh\nexit 5\n", executable: true },
      });
      const own = ["one", "--run", "--runner", "own.sh", "--json"];
      const denied = await evals(adopter, own);
      assert.equal(denied.code, 1);
      assert.equal(denied.json().findings[0]?.rule, "permission-missing");
      assert.match(denied.json().findings[0]!.message, /may not run .*own\.sh/);
      const flags = permissionFlags("run").map((flag) =>
        flag.startsWith("--allow-run")
          ? `--allow-run=${Deno.realPathSync(`${adopter.path}/own.sh`)}`
          : flag
      );
      assert.equal((await evals(adopter, own, {}, flags)).code, 5);
    });
  },
);

testWith(
  ["python3"],
  "a run that is ended takes its runner with it",
  async () => {
    await using world = await startWorld();
    const { entry } = await world.tagged("acme", ["one"]);
    const adopter = await world.adopter([entry], {
      "runner.py": `import os, time
open(os.environ["HOME"] + "/pid.new", "w").write(str(os.getpid()))
os.rename(os.environ["HOME"] + "/pid.new", os.environ["HOME"] + "/pid")
time.sleep(300)
`,
    });
    assert.equal((await setup(adopter)).code, 0);
    const home = world.join("home");
    await Deno.mkdir(home);
    const child = new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        ...permissionFlags("run"),
        `${PROJECT_ROOT}/cli.ts`,
        "evals",
        "--run",
        "--runner=runner.py",
      ],
      cwd: adopter.path,
      env: { HOME: home, DENO_DIR: await denoDir(), CI: "1" },
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    let ended = false;
    const status = child.status.finally(() => ended = true);
    while (!ended && !await stands(`${home}/pid`)) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const pid = await Deno.readTextFile(`${home}/pid`);
    child.kill("SIGTERM");
    assert.equal((await status).code, 143);
    // Continuing a process that is gone fails, on every system.
    assert.throws(
      () => Deno.kill(Number(pid), "SIGCONT"),
      Deno.errors.NotFound,
    );
  },
);
