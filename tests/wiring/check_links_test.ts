import assert from "node:assert/strict";
import type { SafePath, SkillName, SourceId } from "../../lib/base/ids.ts";
import { checkLinks } from "../../lib/wiring/check_links.ts";
import { planLinks } from "../../lib/wiring/link_plan.ts";
import { scanLinks } from "../../lib/wiring/scan_links.ts";
import { tempDir } from "../support/temp_dir.ts";
import { type Files, writeFiles } from "../support/write_files.ts";

const SNAPSHOT = ".apache-magpie-sources/acme/skills/scan";
const CANONICAL = ".agents/skills/magpie-scan";
const RELAY = ".claude/skills/magpie-scan";
const GOOD: Files = {
  [`${SNAPSHOT}/SKILL.md`]: "",
  [CANONICAL]: { link: `../../${SNAPSHOT}` },
  [RELAY]: { link: `../../${CANONICAL}` },
};

async function check(files: Files, heldSources = new Set<string>()) {
  await using temp = await tempDir();
  await writeFiles(temp.path, files);
  const existing = scanLinks(temp.path, ["magpie-"]);
  const plan = planLinks({
    claims: [{
      source: "acme" as SourceId,
      skill: "scan" as SkillName,
      skillsRoot: "skills" as SafePath,
    }],
    existing,
    folders: [".agents/skills", ".claude/skills"],
    prefix: "magpie-",
    takenNames: new Set(),
    heldSources,
  });
  return checkLinks(temp.path, plan, existing).map((finding) => {
    assert.equal(finding.level, "error");
    return [finding.rule, finding.path];
  });
}

Deno.test("links as planned are no finding", async () => {
  assert.deepEqual(await check(GOOD), []);
});

Deno.test("a missing link", async () => {
  const { [RELAY]: _, ...files } = GOOD;
  assert.deepEqual(await check(files), [["link-missing", RELAY]]);
});

Deno.test("a dangling link is named once, at its canonical place", async () => {
  const { [`${SNAPSHOT}/SKILL.md`]: _, ...files } = GOOD;
  assert.deepEqual(await check(files), [["link-dangling", CANONICAL]]);
});

Deno.test("a link into a snapshot that is not there dangles, whoever claims it", async () => {
  const path = ".agents/skills/magpie-extra";
  const held: Files = {
    ...GOOD,
    [path]: { link: "../../.apache-magpie-sources/held/skills/extra" },
  };
  assert.deepEqual(await check(held, new Set(["held"])), [
    ["link-dangling", path],
  ]);
});

Deno.test("a link that must go is named once, not for each relay of it", async () => {
  const [canonical, relay] = [".agents", ".claude"]
    .map((folder) => `${folder}/skills/magpie-extra`);
  assert.deepEqual(
    await check({
      ...GOOD,
      [canonical!]: { link: "../../.apache-magpie-sources/evil/skills/extra" },
      [relay!]: { link: `../../${canonical}` },
    }),
    [["link-untrusted", canonical]],
  );
});

Deno.test("a link of ours that leads past the canonical entry", async () => {
  assert.deepEqual(
    await check({ ...GOOD, [RELAY]: { link: `../../${SNAPSHOT}` } }),
    [["link-misdirected", RELAY]],
  );
});

Deno.test("a folder or file where a link belongs is told from a foreign link", async () => {
  const { [RELAY]: _, ...files } = GOOD;
  assert.deepEqual(await check({ ...files, [`${RELAY}/SKILL.md`]: "" }), [
    ["link-not-a-link", RELAY],
  ]);
  assert.deepEqual(await check({ ...files, [RELAY]: { link: "../../docs" } }), [
    ["name-collision", RELAY],
  ]);
});

Deno.test("a link that git wrote as a text file is named, the framework's too", async () => {
  const setup = ".claude/skills/magpie-setup";
  assert.deepEqual(
    await check({
      ...GOOD,
      [setup]: "../../.agents/skills/magpie-setup",
    }),
    [["link-not-a-link", setup]],
  );
});

Deno.test("a link into a snapshot that nobody vouches for", async () => {
  const path = ".agents/skills/magpie-extra";
  assert.deepEqual(
    await check({
      ...GOOD,
      [path]: { link: "../../.apache-magpie-sources/evil/skills/extra" },
    }),
    [["link-untrusted", path]],
  );
});
