import assert from "node:assert/strict";
import { branchEntry, setup, startWorld } from "../commands/world.ts";
import type { Descriptor } from "../support/adopter.ts";
import { git } from "../support/git.ts";
import { SampleSource } from "../support/sample_source.ts";
import { about, assertNothingOf } from "./cases.ts";

Deno.test("tags of tags, of trees and of files, and a branch of a tag's name", async (t) => {
  await using world = await startWorld();
  const source = await SampleSource.create(world.root, "acme", ["read-mail"]);
  const tagged = await source.revision("HEAD");
  const { checkout } = source;
  await source.annotatedTag("v2.0.0");
  await git(checkout, ["tag", "-a", "-m", "again", "nested", "v2.0.0"]);
  const tree = await source.revision("HEAD^{tree}");
  await git(checkout, ["tag", "tree", tree]);
  const blob = await source.revision("HEAD:README.md");
  await git(checkout, ["tag", "blob", blob]);
  await source.lightweightTag("twin");
  await git(checkout, ["checkout", "-q", "-b", "twin"]);
  const branched = await source.commit({ "skills/read-mail/evil.md": "x\n" });
  await git(checkout, ["checkout", "-q", "main"]);
  await git(checkout, ["branch", "-m", "main", "trunk"]);
  await git(source.bare, ["config", "receive.denyDeleteCurrent", "ignore"]);
  await source.publish();

  const url = `${world.git.url}/acme.git`;
  const entry = (id: string, ref: string, commit: string): Descriptor => ({
    id,
    name: id,
    method: "git-tag",
    url,
    ref,
    commit,
    provides: ["read-mail"],
  });
  /** Each source provides the same skill, so each has an adopter of its own. */
  const install = async (descriptor: Descriptor) => {
    const adopter = await world.adopter([descriptor]);
    return { adopter, outcome: await setup(adopter, "--json") };
  };

  for (const [id, ref] of [["annotated", "v2.0.0"], ["nested", "nested"]]) {
    await t.step(`${id}: peeled to the commit`, async () => {
      const { adopter, outcome } = await install(entry(id!, ref!, tagged));
      assert.equal(outcome.code, 0, outcome.stdout);
      const lock = await adopter.read(".apache-magpie.sources.local.lock");
      assert.ok(lock.includes(tagged));
    });
  }
  for (const [id, pin] of [["tree", tree], ["blob", blob]]) {
    await t.step(`a tag of a ${id} is no commit`, async () => {
      const { adopter, outcome } = await install(entry(id!, id!, pin!));
      assert.equal(outcome.code, 1, outcome.stdout);
      await assertNothingOf(adopter, id!, ["read-mail"]);
    });
  }
  await t.step("git-tag never takes the branch of that name", async () => {
    const { adopter, outcome } = await install(entry("tag", "twin", tagged));
    assert.equal(outcome.code, 0, outcome.stdout);
    await assert.rejects(
      adopter.read(".apache-magpie-sources/tag/skills/read-mail/evil.md"),
      Deno.errors.NotFound,
    );
    const wrong = await install(entry("wrong", "twin", branched));
    assert.equal(wrong.outcome.code, 1, wrong.outcome.stdout);
    assert.equal(about(wrong.outcome, "wrong").at(-1)?.rule, "tag-moved");
    await assertNothingOf(wrong.adopter, "wrong", ["read-mail"]);
  });
  await t.step("git-branch never takes the tag of that name", async () => {
    const { adopter, outcome } = await install({
      ...branchEntry("branch", url, ["read-mail"]),
      ref: "twin",
    });
    assert.equal(outcome.code, 0, outcome.stdout);
    const lock = await adopter.read(".apache-magpie.sources.local.lock");
    assert.ok(lock.includes(branched));
  });
  await t.step(
    "a renamed branch is not HEAD; those there are named",
    async () => {
      const { adopter, outcome } = await install(
        branchEntry("renamed", url, ["read-mail"]),
      );
      assert.equal(outcome.code, 1, outcome.stdout);
      const error = about(outcome, "renamed").at(-1);
      assert.equal(error?.rule, "ref-missing");
      assert.match(error!.message, /trunk/);
      await assertNothingOf(adopter, "renamed", ["read-mail"]);
    },
  );
});
