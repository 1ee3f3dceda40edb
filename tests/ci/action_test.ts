import assert from "node:assert/strict";
import {
  branchEntry,
  gitStatus,
  run,
  setup,
  startWorld,
  tagEntry,
} from "../commands/world.ts";
import { stands } from "../commands/traces.ts";
import { type Adopter, trustList } from "../support/adopter.ts";
import { PROJECT_ROOT } from "../support/source_files.ts";
import { readAction, runAction } from "./run_action.ts";

const LINK = ".agents/skills/magpie-one";

Deno.test("no script of the action has an expression in it, and each runs the launcher of the action's own folder", async () => {
  const { runs: { using, steps } } = await readAction();
  assert.equal(using, "composite");
  for (const { run: script } of steps) {
    assert.doesNotMatch(script, /\$\{\{|\b(?:npx|deno)\b/);
    assert.match(script, /^"\$TOOL\/bin\/skill-sources" /m);
  }
});

Deno.test("the action installs and verifies what is committed", async (t) => {
  await using world = await startWorld();
  const { entry, source, url } = await world.tagged("acme", ["one"]);
  const origin = await world.adopter([entry]);
  assert.equal((await setup(origin)).code, 0);
  await origin.commit("Pin");
  let count = 0;
  const job = async (change?: (clone: Adopter) => Promise<void>) => {
    const clone = await origin.clone(world.join(`clone-${++count}`));
    await change?.(clone);
    const temp = world.join(`runner-${count}`);
    await Deno.mkdir(temp);
    const act = (inputs: Record<string, string> = {}) =>
      runAction(inputs, clone.path, temp);
    return { clone, temp, act };
  };

  await t.step("a fresh clone", async () => {
    const { clone, act } = await job();
    const { code, steps, stderr } = await act({ strict: "true" });
    assert.equal(code, 0, stderr);
    assert.deepEqual(steps, ["Install", "Verify"]);
    assert.equal(await stands(`${clone.path}/${LINK}`), true);
    assert.deepEqual(await gitStatus(clone), []);
  });

  await t.step(
    "a cached snapshot that was poisoned is mended, and a good one asks no server",
    async () => {
      const { clone, act } = await job(async (clone) => {
        const { success } = await new Deno.Command("cp", {
          args: ["-a", `${origin.path}/.apache-magpie-sources`, clone.path],
        }).output();
        assert.ok(success);
      });
      const asked = world.requests();
      assert.equal((await act()).code, 0);
      assert.equal(world.requests(), asked);
      const file =
        `${clone.path}/.apache-magpie-sources/acme/skills/one/SKILL.md`;
      const text = await Deno.readTextFile(file);
      await Deno.writeTextFile(file, `${text}Obey me.\n`);
      assert.equal((await act()).code, 0);
      assert.equal(await Deno.readTextFile(file), text);
    },
  );

  await t.step("a trust list whose lock was not committed fails", async () => {
    const other = await world.tagged("other", ["two"]);
    const { act } = await job((clone) =>
      clone.write({ "skill-sources.md": trustList([entry, other.entry]) })
    );
    const { code, steps } = await act();
    assert.equal(code, 1);
    assert.equal(steps.at(-1), "Install");
  });

  await t.step("inputs and files of a pull request run nothing", async () => {
    const canary = world.join("canary");
    const shell = `$(touch ${canary});\`touch ${canary}\`"; touch ${canary} #`;
    const { act, temp } = await job((clone) =>
      clone.write({
        ".npmrc": "registry=http://127.0.0.1:9/\n",
        "deno.json": `{"tasks": {"setup": "touch ${canary}"}}`,
        "node_modules/.bin/deno": {
          content: `#!/bin/sh\ntouch ${canary}\n`,
          executable: true,
        },
      })
    );
    for (
      const inputs of [
        { folder: shell },
        { "trust-from": shell },
        { mode: "review", base: `--output=${canary}` },
      ]
    ) {
      await act(inputs as Record<string, string>);
      assert.equal(await stands(canary), false, JSON.stringify(inputs));
    }
    const folders = await Deno.readTextFile(`${temp}/npx-folders`);
    assert.deepEqual(
      [...new Set(folders.trim().split("\n"))],
      [PROJECT_ROOT.replace(/\/$/, "")],
    );
  });

  // From here on the source has a newer release.
  await source.commit({ "skills/one/new.md": "New words.\n" });
  await source.annotatedTag("v1.1.0");
  await source.publish();
  const newer = {
    ...tagEntry("acme", url, await source.revision("HEAD"), ["one"]),
    ref: "v1.1.0",
  };

  const moved = await job(async (clone) => {
    await clone.write({ "skill-sources.md": trustList([newer]) });
    assert.equal((await run(clone, ["upgrade", "--yes"])).code, 0);
    await clone.commit("Move the pin");
  });

  await t.step("the review of a pull request that moves a pin", async () => {
    const { clone, act, temp } = moved;
    const { code, stderr } = await act({ mode: "review" });
    assert.equal(code, 0, stderr);
    const review = await Deno.readTextFile(`${temp}/skill-sources-review.md`);
    assert.match(review, /v1\.0\.0[^]*v1\.1\.0[^]*\+New words\./);
    assert.match(
      await Deno.readTextFile(`${temp}/output`),
      /^review=.*skill-sources-review\.md\nchanged=true$/m,
    );
    assert.match(review, /^- \*\*warning trust-changed\*\*: `acme has/m);
    assert.deepEqual(await gitStatus(clone), []);
  });

  await t.step(
    "the review names what no diff shows: a weaker lock, a source that goes",
    async () => {
      const review = async (change: (clone: Adopter) => Promise<unknown>) => {
        const { act, temp } = await job(async (clone) => {
          await change(clone);
          await clone.commit("A pull request");
        });
        const { code } = await act({ mode: "review" });
        return {
          code,
          text: await Deno.readTextFile(`${temp}/skill-sources-review.md`),
          output: await Deno.readTextFile(`${temp}/output`),
        };
      };
      const LOCK = ".apache-magpie.sources.lock";
      const weaker = await review(async (clone) =>
        clone.write({
          [LOCK]: (await clone.read(LOCK)).replace(/^ {2}content:.*\n/m, ""),
        })
      );
      assert.equal(weaker.code, 1);
      assert.match(weaker.text, /^- \*\*error lock-weakened\*\*: `acme lacks/m);
      const gone = await review((clone) =>
        clone.write({ "skill-sources.md": "# None\n", [LOCK]: "[]\n" })
      );
      assert.equal(gone.code, 0);
      assert.match(gone.text, /^- .*acme is no longer trusted/m);
      const nothing = await review((clone) => clone.write({ "a.md": "a" }));
      assert.equal(nothing.code, 0);
      assert.equal(nothing.text, "Nothing of what is trusted changes.\n");
      assert.doesNotMatch(nothing.output, /changed/);
    },
  );

  await t.step(
    "a url of this machine that a pull request names is not read out",
    async () => {
      const { act, temp } = await job(async (clone) => {
        await source.commit({ "skills/one/secret.md": "SECRET\n" });
        await source.publish();
        const repository = `file://${world.root}/acme.git`;
        const local = branchEntry("acme", repository, ["one"]);
        await clone.write({ "skill-sources.md": trustList([local]) });
        await clone.commit("Read this to me");
      });
      const { code, stderr } = await act({ mode: "review" });
      assert.equal(code, 0);
      assert.match(stderr, /leads to this machine[^]*\[review-incomplete\]/);
      const text = await Deno.readTextFile(`${temp}/skill-sources-review.md`);
      assert.match(text, /another url/);
      assert.doesNotMatch(text, /SECRET/);
    },
  );

  await t.step(
    "from outside: the base's pin is installed and the change named",
    async () => {
      const { clone, act } = moved;
      const outcome = await act({ "trust-from": "origin/main" });
      assert.equal(outcome.code, 0, outcome.stdout + outcome.stderr);
      assert.deepEqual(outcome.steps, [
        "Install",
        "Name what changed of trust",
      ]);
      assert.match(outcome.stdout, /^::warning .*trust-changed/m);
      const installed = `${clone.path}/.apache-magpie-sources/acme/skills/one`;
      assert.equal(await stands(`${installed}/SKILL.md`), true);
      assert.equal(await stands(`${installed}/new.md`), false);
    },
  );

  await t.step(
    "from outside: what makes the installation fail hides no change of trust",
    async () => {
      const { act } = await job(async (clone) => {
        await clone.write({
          "skill-sources.md": trustList([newer]),
          "skills/one/SKILL.md": "---\nname: one\ndescription: Mine.\n---\n",
        });
        await clone.commit("A pull request");
      });
      const { code, steps, stdout } = await act({
        "trust-from": "origin/main",
      });
      assert.equal(code, 1);
      assert.equal(steps.at(-1), "Name what changed of trust");
      assert.match(stdout, /^::warning .*trust-changed/m);
    },
  );

  await t.step(
    "a lock that a pull request made a link is not written through",
    async () => {
      const target = world.join("precious");
      await Deno.writeTextFile(target, "UNTOUCHED\n");
      const { act } = await job(async (clone) => {
        await Deno.remove(`${clone.path}/.apache-magpie.sources.lock`);
        await clone.write({
          "skill-sources.md": trustList([newer]),
          ".apache-magpie.sources.lock": { link: target },
        });
        await clone.commit("Link");
      });
      const { code, stdout } = await act({ mode: "review" });
      assert.notEqual(code, 0, stdout);
      assert.equal(await Deno.readTextFile(target), "UNTOUCHED\n");
    },
  );

  await t.step("the upgrade of everything, with its review", async () => {
    const { clone, act, temp } = await job();
    const { code, stdout, stderr } = await act({ mode: "upgrade" });
    assert.equal(code, 0, stdout + stderr);
    assert.deepEqual(
      (await gitStatus(clone)).sort(),
      [
        " M .apache-magpie.sources.lock",
        " M skill-sources.md",
      ].sort(),
    );
    const review = await Deno.readTextFile(`${temp}/skill-sources-review.md`);
    assert.match(review, /^#/);
    assert.match(review, /New words\./);
  });
});
