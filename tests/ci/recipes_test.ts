import assert from "node:assert/strict";
import { load } from "js-yaml";
import { branchEntry, setup, startWorld } from "../commands/world.ts";
import { trustList } from "../support/adopter.ts";
import { stands } from "../commands/traces.ts";
import { PROJECT_ROOT } from "../support/source_files.ts";
import { runScript } from "./run_script.ts";

interface Hook {
  readonly id: string;
  readonly entry: string;
  readonly language: string;
}

/** The fenced blocks of one language in docs/ci.md, as text. */
async function blocks(language: string): Promise<string[]> {
  const page = await Deno.readTextFile(`${PROJECT_ROOT}/docs/ci.md`);
  return [...page.matchAll(/^```(\w+)\n([^]*?)^```$/gm)]
    .filter((match) => match[1] === language)
    .map((match) => match[2]!);
}

Deno.test("the shell and GitLab recipes and the hooks work as they are written", async (t) => {
  await using world = await startWorld();
  const { entry } = await world.tagged("acme", ["one"]);
  const origin = await world.adopter([entry]);
  assert.equal((await setup(origin)).code, 0);
  await origin.commit("Pin");
  const temp = world.join("runner");
  await Deno.mkdir(temp);
  const TOOL = PROJECT_ROOT.replace(/\/$/, "");

  await t.step("two lines of shell", async () => {
    const clone = await origin.clone(world.join("shell"));
    const script = (await blocks("sh"))[0]!;
    assert.ok(script.trim().split("\n").length < 5);
    const run = await runScript(script, clone.path, temp, { TOOL });
    assert.equal(run.code, 0, run.stdout + run.stderr);
    assert.match(run.stdout, /1 of 1 sources intact/);
  });

  await t.step("GitLab", async () => {
    const clone = await origin.clone(world.join("gitlab"));
    const job = (await blocks("yaml"))
      .map((text) => load(text) as Record<string, { script?: string[] }>)
      .find((one) => "skill-sources" in one)!["skill-sources"]!;
    const precious = world.join("report");
    await Deno.writeTextFile(precious, "UNTOUCHED\n");
    await clone.write({ "skill-sources.xml": { link: precious } });
    const run = await runScript(job.script!.join("\n"), clone.path, temp, {
      TOOL,
      CI_PROJECT_DIR: clone.path,
    });
    assert.equal(run.code, 0, run.stdout + run.stderr);
    assert.equal(await Deno.readTextFile(precious), "UNTOUCHED\n");
    assert.match(await clone.read("skill-sources.xml"), /<testsuites?\b/);
    assert.ok(await stands(`${clone.path}/.agents/skills/magpie-one`));
  });

  await t.step("hooks", async () => {
    const clone = await origin.clone(world.join("hooks"));
    const hooks = load(
      await Deno.readTextFile(`${PROJECT_ROOT}/.pre-commit-hooks.yaml`),
    ) as Hook[];
    const listed = (await blocks("yaml")).find((one) =>
      one.startsWith("repos:")
    )!;
    for (const { id, entry, language } of hooks) {
      assert.equal(language, "script");
      assert.ok(listed.includes(`id: ${id}\n`));
      const run = await runScript(`${PROJECT_ROOT}/${entry}`, clone.path, temp);
      assert.equal(run.code, 0, `${id}: ${run.stdout}${run.stderr}`);
    }
    await clone.write({ "skill-sources.md": "```yaml\n- id: acme\n" });
    const broken = await runScript(
      `${PROJECT_ROOT}/${hooks[0]!.entry}`,
      clone.path,
      temp,
    );
    assert.equal(broken.code, 2);
  });
});

Deno.test("the review of a pull request is written outside of its files", async () => {
  const page = await Deno.readTextFile(
    `${PROJECT_ROOT}/docs/pull-requests.md`,
  );
  const flow = load(/^```yaml\n([^]*?)^```$/m.exec(page)![1]!) as {
    jobs: { review: { steps: { name?: string; run?: string }[] } };
  };
  const script = flow.jobs.review.steps.find(({ name }) =>
    name === "Write the review"
  )!.run!;
  await using world = await startWorld();
  const { entry } = await world.tagged("acme", ["one"]);
  const origin = await world.adopter([entry]);
  assert.equal((await setup(origin)).code, 0);
  const BASE = await origin.commit("Pin");
  const precious = world.join("precious");
  await Deno.writeTextFile(precious, "UNTOUCHED\n");
  const LOCK = ".apache-magpie.sources.lock";
  const review = async (name: string, lock: string, list = "") => {
    const clone = await origin.clone(world.join(name));
    await clone.write({
      ...list === "" ? {} : { "skill-sources.md": list },
      [LOCK]: lock,
      "changes.json": { link: precious },
      "review.md": { link: precious },
      "comment.md": { link: precious },
    });
    await clone.commit("A pull request");
    const temp = world.join(`runner-${name}`);
    await Deno.mkdir(temp);
    await Deno.symlink(PROJECT_ROOT, `${temp}/skill-sources`);
    const run = await runScript(script, clone.path, temp, {
      BASE,
      GITHUB_WORKSPACE: clone.path,
    });
    assert.equal(run.code, 0, run.stdout + run.stderr);
    assert.equal(await Deno.readTextFile(precious), "UNTOUCHED\n");
    return await Deno.readTextFile(`${temp}/review.md`);
  };
  const text = await origin.read(LOCK);
  assert.equal(
    await review("same", text),
    "Nothing of what is trusted changes.\n",
  );
  assert.match(
    await review("weaker", text.replace(/^ {2}content:.*\n/m, "")),
    /^- \*\*error lock-weakened\*\*: `acme lacks content/m,
  );
  const local = trustList([
    branchEntry("acme", `file://${world.root}/acme.git`, ["one"]),
  ]);
  const said = await review("local", text, local);
  assert.match(said, /another url/);
  assert.doesNotMatch(said, /Review of/);
});

Deno.test("the workflows ask for no more than they need, and put no expression into a script", async () => {
  const flows = (await blocks("yaml")).filter((text) => /^jobs:/m.test(text));
  assert.equal(flows.length, 4);
  for (const text of flows) {
    const flow = load(text) as {
      on: unknown;
      permissions: Record<string, string>;
      jobs: Record<string, {
        permissions?: Record<string, string>;
        steps: { run?: string; uses?: string; with?: Record<string, string> }[];
      }>;
    };
    assert.doesNotMatch(text, /pull_request_target|secrets\./);
    for (const job of Object.values(flow.jobs)) {
      const rights = job.permissions ?? flow.permissions;
      const writes = Object.values(rights).includes("write");
      for (const { run, uses, with: inputs } of job.steps) {
        assert.doesNotMatch(run ?? "", /\$\{\{/);
        // Foreign bytes and the right to write never meet in one job.
        assert.ok(
          !(writes && uses?.startsWith("apache/magpie-skill-sources@")),
          text,
        );
        if (uses?.startsWith("actions/checkout") && !writes) {
          assert.equal(`${inputs?.["persist-credentials"]}`, "false");
        }
      }
    }
  }
});

Deno.test("the jobs for pull requests run a tool that lies outside of the workspace", async () => {
  const page = await Deno.readTextFile(
    `${PROJECT_ROOT}/docs/pull-requests.md`,
  );
  const jobs = [...page.matchAll(/^```yaml\n([^]*?)^```$/gm)];
  assert.equal(jobs.length, 2);
  for (const [, text] of jobs) {
    assert.match(
      text!,
      /mv \.skill-sources-tool "\$RUNNER_TEMP\/skill-sources"[^]*"\$RUNNER_TEMP\/skill-sources\/bin/,
    );
    assert.doesNotMatch(text!, /\bnpx\b/);
  }
});
