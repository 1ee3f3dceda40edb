import assert from "node:assert/strict";
import type { SafePath, SourceId } from "../../lib/base/ids.ts";
import { applyStep } from "../../lib/install/apply_steps.ts";
import { beyondThisVersion } from "../../lib/install/beyond_this_version.ts";
import { requireKnownIds } from "../../lib/install/prepare.ts";
import { requireUsableSkill } from "../../lib/install/stage_tree.ts";
import {
  type LockedFacts,
  vouchedStep,
} from "../../lib/install/vouched_step.ts";
import { serializeCommittedLock } from "../../lib/lock/serialize_committed_lock.ts";
import type { Step, WrittenFile } from "../../lib/store/journal.ts";
import { makeSnapshotsFolder } from "../../lib/store/snapshots_folder.ts";
import { contentDigest } from "../../lib/base/ids.ts";
import { tempDir } from "../support/temp_dir.ts";
import { CONTENT, lockedBlock, tagSource } from "./sample_plan.ts";

const ACME = tagSource("acme");
const BLOCK = lockedBlock(ACME);
const OTHER = contentDigest("d".repeat(64))!;
const FACTS: LockedFacts = {
  committed: new Map([["acme", BLOCK]]),
  local: new Map(),
};
const place = (content: typeof OTHER): Step => ({
  step: "place",
  id: "acme" as SourceId,
  staging: "staging-1",
  content,
});
const write = (file: WrittenFile, bytes: Uint8Array | null): Step => ({
  step: "write",
  file,
  over: null,
  bytes,
});
const UNVOUCHED = { code: "interrupted-run", message: /nothing vouches/ };

Deno.test("a forged journal places and locks nothing that the locks do not say", () => {
  assert.equal(vouchedStep(place(CONTENT), FACTS), true);
  assert.throws(() => vouchedStep(place(OTHER), FACTS), {
    ...UNVOUCHED,
    message: /what it fetched of acme.*nothing vouches/,
  });
  const lock = (content: typeof OTHER) =>
    new TextEncoder().encode(
      serializeCommittedLock({ blocks: [{ ...BLOCK, content }] }),
    );
  const file = ".apache-magpie.sources.lock";
  assert.equal(vouchedStep(write(file, lock(CONTENT)), FACTS), true);
  assert.throws(() => vouchedStep(write(file, lock(OTHER)), FACTS), UNVOUCHED);
  assert.throws(() => vouchedStep(write(file, null), FACTS), UNVOUCHED);
});

Deno.test("a forged journal edits neither the trust list nor .gitignore", () => {
  const bytes = new TextEncoder().encode("!/.apache-magpie-sources\n");
  for (const file of [".gitignore", "skill-sources.md"] as const) {
    assert.equal(vouchedStep(write(file, bytes), FACTS), false);
  }
});

Deno.test("a forged journal makes and removes no link but ours", async () => {
  await using temp = await tempDir();
  const path = ".git/hooks" as SafePath;
  for (const step of ["link", "unlink"] as const) {
    assert.throws(
      () => applyStep(temp.path, { step, path, text: "../evil" }, true),
      { code: "interrupted-run", message: /no link of this tool/ },
    );
  }
  assert.deepEqual([...Deno.readDirSync(temp.path)], []);
});

Deno.test("what a killed run staged is placed only when it is what it had verified", async () => {
  await using temp = await tempDir();
  makeSnapshotsFolder(temp.path);
  const message = /damaged or gone/;
  assert.throws(() => applyStep(temp.path, place(CONTENT), true), { message });
  const staged = ".apache-magpie-sources/.state/staging-1/acme";
  await Deno.mkdir(temp.join(staged, ".git"), { recursive: true });
  await Deno.writeTextFile(temp.join(staged, "evil"), "");
  assert.throws(() => applyStep(temp.path, place(CONTENT), true), { message });
  await assert.rejects(Deno.lstat(temp.join(".apache-magpie-sources/acme")));
});

Deno.test("a file that somebody edits while a run plans over it is left as it is", async () => {
  await using temp = await tempDir();
  await Deno.writeTextFile(temp.join(".gitignore"), "theirs\n");
  const bytes = new TextEncoder().encode("ours\n");
  assert.throws(
    () => applyStep(temp.path, write(".gitignore", bytes), false),
    { code: "interrupted-run", message: /changed meanwhile/ },
  );
  assert.equal(await Deno.readTextFile(temp.join(".gitignore")), "theirs\n");
});

Deno.test("what this version cannot verify is refused, not passed over", () => {
  const demanding = tagSource("acme", { policy: { manifest: "required" } });
  assert.deepEqual(
    [
      beyondThisVersion(demanding, undefined),
      beyondThisVersion(ACME, { ...BLOCK, selection: "2" }),
    ].map((finding) => [finding?.rule, finding?.level]),
    [["bundle-failed", "error"], ["lock-invalid", "error"]],
  );
  assert.equal(beyondThisVersion(ACME, BLOCK), undefined);
});

Deno.test("an id that the trust list does not have is not passed over", () => {
  const adopter = {
    trust: { sources: [ACME], refused: [] },
  } as unknown as Parameters<typeof requireKnownIds>[0];
  requireKnownIds(adopter, ["acme"]);
  assert.throws(() => requireKnownIds(adopter, ["acne"]), {
    code: "usage",
    message: /did you mean acme\?/,
  });
});

Deno.test("a source of which no skill can be used is refused as a whole", () => {
  const findings = [{
    rule: "skill-unreadable",
    level: "error",
    message: "SKILL.md holds a NUL",
  }] as const;
  const inventory = { usable: [], unusable: [], findings };
  assert.throws(() => requireUsableSkill(ACME, inventory), {
    code: "skill-unreadable",
    message: /nothing of acme is installed/,
  });
});
