import assert from "node:assert/strict";
import fc from "fast-check";
import {
  journalStands,
  parseJournal,
  readJournal,
  removeJournal,
  type Step,
  writeJournal,
} from "../../lib/store/journal.ts";
import { makeSnapshotsFolder } from "../../lib/store/snapshots_folder.ts";
import { tempDir } from "../support/temp_dir.ts";

const hex = (length: number) =>
  fc.array(fc.constantFrom(..."0123456789abcdef"), {
    minLength: length,
    maxLength: length,
  }).map((digits) => digits.join(""));
const path = fc.constantFrom(
  ".agents/skills/magpie-a",
  ".claude/skills/magpie-a-b",
);
const id = fc.constantFrom("acme", "acme-b1");
const step = fc.oneof(
  fc.record({
    step: fc.constantFrom("link", "unlink"),
    path,
    text: fc.string(),
  }),
  fc.record({ step: fc.constant("retire"), id }),
  fc.record({
    step: fc.constant("place"),
    id,
    staging: hex(24).map((digits) => `staging-${digits}`),
    content: hex(64),
  }),
  fc.record({
    step: fc.constant("write"),
    file: fc.constantFrom(".gitignore", ".apache-magpie.sources.lock"),
    over: fc.option(hex(64)),
    bytes: fc.option(fc.uint8Array()),
  }),
) as unknown as fc.Arbitrary<Step>;

Deno.test("a journal reads back as it was written", async () => {
  await using temp = await tempDir();
  makeSnapshotsFolder(temp.path);
  assert.equal(journalStands(temp.path), false);
  fc.assert(
    fc.property(fc.array(step), (drawn) => {
      const steps = drawn.map((step) => ({ ...step }));
      writeJournal(temp.path, steps);
      assert.ok(journalStands(temp.path));
      assert.deepEqual(readJournal(temp.path), steps);
    }),
    { numRuns: 50 },
  );
  removeJournal(temp.path);
  assert.equal(journalStands(temp.path), false);
});

Deno.test("a forged journal cannot name a path, a file or a folder outside", () => {
  const forged: unknown[] = [
    { step: "unlink", path: "../../etc/passwd", text: "x" },
    { step: "link", path: "/etc/cron.d/x", text: "x" },
    { step: "retire", id: "../.." },
    { step: "place", id: "a", staging: "../x", content: "0".repeat(64) },
    { step: "place", id: "a", staging: "staging-0", content: "no" },
    { step: "write", file: ".git/config", over: null, bytes: "" },
    { step: "write", file: ".gitignore", over: 1, bytes: "" },
    { step: "remove", path: "README.md" },
    null,
  ];
  for (const raw of forged) {
    const text = JSON.stringify({ version: 1, steps: [raw] });
    assert.equal(parseJournal(text), undefined, text);
  }
});

Deno.test("a journal cut short is no journal", () => {
  const whole = JSON.stringify({
    version: 1,
    steps: [{ step: "retire", id: "acme" }],
  });
  assert.notEqual(parseJournal(whole), undefined);
  for (let end = 0; end < whole.length; end++) {
    assert.equal(parseJournal(whole.slice(0, end)), undefined);
  }
  assert.equal(parseJournal('{"version":2,"steps":[]}'), undefined);
});
