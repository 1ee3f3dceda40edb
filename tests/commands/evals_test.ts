import assert from "node:assert/strict";
import { skillMd, sourceOf } from "../cases/cases.ts";
import { type CliRun, runCli } from "../support/run_cli.ts";
import { sampleFiles } from "../support/sample_source.ts";
import { tempDir } from "../support/temp_dir.ts";
import {
  archiveEntries,
  branchEntry,
  run,
  setup,
  startWorld,
  zipEntry,
} from "./world.ts";

interface Suites {
  readonly suites: readonly {
    readonly source: string;
    readonly skill: string;
    readonly path: string;
    readonly state: string;
    readonly steps: readonly { name: string; cases: number }[];
    readonly cases: number;
  }[];
}

const states = (outcome: CliRun) =>
  outcome.json<Suites>().suites.map(({ source, skill, state, cases }) =>
    `${source} ${skill} ${state} ${cases}`
  );

Deno.test("evals lists the suites of sources of every method", async (t) => {
  await using world = await startWorld();
  const tagged = await world.tagged("tagged", ["one", "two"]);
  const branch = await world.tagged("branch", ["three"]);
  const archive = await world.archive(
    "zipped-1.0.0.zip",
    archiveEntries("zipped-1.0.0", ["four"]),
  );
  const adopter = await world.adopter([
    tagged.entry,
    branchEntry("branch", branch.url, ["three"]),
    zipEntry("zipped", archive, ["four"]),
  ]);

  await t.step("before setup nothing is known, which is no fault", async () => {
    const outcome = await run(adopter, ["evals", "--json"]);
    assert.equal(outcome.code, 0, outcome.stdout);
    assert.deepEqual(states(outcome), []);
    assert.deepEqual(
      outcome.json().findings.filter(({ rule }) => rule === "snapshot-missing")
        .map(({ level, source }) => [level, source]),
      [["note", "tagged"], ["note", "branch"], ["note", "zipped"]],
    );
  });
  await t.step("all of them are bound", async () => {
    assert.equal((await setup(adopter)).code, 0);
    const outcome = await run(adopter, ["evals", "--json"]);
    assert.equal(outcome.code, 0, outcome.stdout);
    assert.deepEqual(states(outcome), [
      "tagged one bound 1",
      "tagged two bound 1",
      "branch three bound 1",
      "zipped four bound 1",
    ]);
    assert.deepEqual(outcome.json<Suites>().suites[0], {
      source: "tagged",
      skill: "one",
      path: "tools/skill-evals/evals/one",
      state: "bound",
      steps: [{ name: "step-1", cases: 1 }],
      cases: 1,
    });
  });
  await t.step("as a table", async () => {
    const { code, stdout } = await run(adopter, ["evals", "two"]);
    assert.equal(code, 0);
    assert.match(
      stdout,
      /^two {2}tagged {2}bound {2}1 step {2}1 case {2}tools\/skill-evals\/evals\/two$/m,
    );
    assert.doesNotMatch(stdout, /one/);
  });
  await t.step("a skill that nobody provides", async () => {
    const { code, stderr } = await run(adopter, ["evals", "thre"]);
    assert.equal(code, 2);
    assert.match(
      stderr,
      /no installed source provides a skill thre: .*three/,
    );
  });
});

Deno.test("evals takes suites where the layout has them, also among the skills", async () => {
  await using world = await startWorld();
  const layouts: [string, string, string][] = [
    ["among", "skills", "skills/evals"],
    ["same", "skills", "skills/tests"],
    ["top", ".", "evals"],
    ["root", "skills", "."],
  ];
  const entries = [];
  for (const [id, skillsRoot, evalsRoot] of layouts) {
    const at = (root: string, path: string) =>
      root === "." ? path : `${root}/${path}`;
    const body = at(skillsRoot, `${id}-skill/SKILL.md`);
    const suite = at(evalsRoot, `${id}-skill/fixtures`);
    const { entry } = await sourceOf(world, id, {
      [body]: skillMd(`${id}-skill`),
      [`${suite}/step-config.json`]: JSON.stringify({
        skill_md: body,
        step_heading: "# Body",
      }),
      [`${suite}/case-1/report.md`]: "x\n",
    }, [`${id}-skill`]);
    entries.push({
      ...entry,
      "layout.skills_root": skillsRoot,
      "layout.evals_root": evalsRoot,
    });
  }
  const adopter = await world.adopter(entries);
  const done = await setup(adopter);
  assert.equal(done.code, 0, done.stdout + done.stderr);
  assert.deepEqual(
    states(await run(adopter, ["evals", "--json"])),
    layouts.map(([id]) => `${id} ${id}-skill bound 1`),
  );
});

Deno.test("a suite that names what is not in its own snapshot is unbound, and that file is not read", async () => {
  await using world = await startWorld();
  const files = sampleFiles(["good", "climbs", "other", "linked", "bare"]);
  const config = (name: string) =>
    `tools/skill-evals/evals/${name}/step-1/fixtures/step-config.json`;
  const naming = (skill_md: string) =>
    JSON.stringify({ skill_md, step_heading: "# SECRET HEADING" });
  const { entry } = await sourceOf(world, "acme", {
    ...Object.fromEntries(
      Object.entries(files).filter(([path]) => !path.includes("evals/bare/")),
    ),
    [config("climbs")]: naming("../../secret.md"),
    [config("other")]: naming("../beta/skills/two/SKILL.md"),
    [config("linked")]: naming("docs/out.md"),
    "docs/out.md": "In the snapshot, until somebody plants a link.\n",
  }, ["good", "climbs", "other", "linked", "bare"]);
  const beta = await world.tagged("beta", ["two"]);
  const adopter = await world.adopter([entry, beta.entry], {
    "secret.md": "# SECRET HEADING\n",
  });
  assert.equal((await setup(adopter)).code, 0);
  const planted = `${adopter.path}/.apache-magpie-sources/acme/docs/out.md`;
  await Deno.remove(planted);
  await Deno.symlink("../../../secret.md", planted);

  const outcome = await run(adopter, ["evals", "--json"]);
  assert.equal(outcome.code, 0, outcome.stdout);
  assert.deepEqual(states(outcome), [
    "acme bare missing 0",
    "acme climbs unbound 1",
    "acme good bound 1",
    "acme linked unbound 1",
    "acme other unbound 1",
    "beta two bound 1",
  ]);
  assert.deepEqual(
    outcome.json().findings.filter(({ rule }) => rule.startsWith("eval-")).map((
      { rule, level, skill },
    ) => `${rule} ${level} ${skill}`),
    [
      "eval-missing warning bare",
      "eval-unbound warning climbs",
      "eval-unbound warning linked",
      "eval-unbound warning other",
    ],
  );
  assert.equal((await run(adopter, ["evals", "--strict"])).code, 1);
  assert.equal((await run(adopter, ["evals", "good", "--strict"])).code, 0);
});

Deno.test("evals outside a repository, and without a trust list", async () => {
  await using temp = await tempDir();
  assert.equal((await runCli(["evals"], { cwd: temp.path })).code, 2);
  await using world = await startWorld();
  const adopter = await world.adopter(undefined);
  const outcome = await run(adopter, ["evals", "--json"]);
  assert.equal(outcome.code, 0, outcome.stdout);
  assert.equal(outcome.json().findings[0]?.rule, "trust-list-absent");
});
