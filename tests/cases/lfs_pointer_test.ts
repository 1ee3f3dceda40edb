import assert from "node:assert/strict";
import { run, setup, startWorld } from "../commands/world.ts";
import { sampleFiles } from "../support/sample_source.ts";
import { about, assertNothingOf, sourceOf } from "./cases.ts";

const POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:" +
  `${"a".repeat(64)}\nsize 12345\n`;

Deno.test("a Git LFS pointer is refused as a skill, named elsewhere, and no filter runs", async (t) => {
  await using world = await startWorld();
  const files = {
    ...sampleFiles(["read-mail"]),
    ".gitattributes": "*.bin filter=lfs -text\n* filter=evil\n",
    "skills/read-mail/model.bin": POINTER,
    "skills/in-lfs/SKILL.md": POINTER,
  };
  const { entry } = await sourceOf(world, "acme", files, ["read-mail"]);

  await t.step("beside a skill it warns, and its bytes stay", async () => {
    const adopter = await world.adopter([entry]);
    const outcome = await setup(adopter, "--json");
    assert.equal(outcome.code, 0, outcome.stdout);
    const warnings = about(outcome, "acme")
      .filter(({ rule }) => rule === "lfs-pointer");
    assert.ok(warnings.length > 0, outcome.stdout);
    assert.ok(warnings.every(({ level }) => level === "warning"));
    assert.ok(warnings.some(({ message }) => message.includes("model.bin")));
    assert.equal(
      await adopter.read(
        ".apache-magpie-sources/acme/skills/read-mail/model.bin",
      ),
      POINTER,
    );
  });
  await t.step("as the only skill it refuses the source", async () => {
    const adopter = await world.adopter([{ ...entry, provides: ["in-lfs"] }]);
    const outcome = await setup(adopter, "--json");
    assert.equal(outcome.code, 1, outcome.stdout);
    const error = about(outcome, "acme").find(({ level }) => level === "error");
    assert.equal(error?.rule, "lfs-pointer");
    assert.match(error!.message, /in-lfs\/SKILL\.md/);
    await assertNothingOf(adopter, "acme", ["in-lfs"]);
  });
  await t.step("as one of several it is left unlinked", async () => {
    const adopter = await world.adopter([
      { ...entry, provides: ["read-mail", "in-lfs"] },
    ]);
    const outcome = await setup(adopter, "--json");
    assert.equal(outcome.code, 1, outcome.stdout);
    await adopter.read(".agents/skills/magpie-read-mail/SKILL.md");
    await assert.rejects(
      Deno.lstat(`${adopter.path}/.agents/skills/magpie-in-lfs`),
      Deno.errors.NotFound,
    );
    assert.equal((await run(adopter, ["verify"])).code, 1);
  });
});
