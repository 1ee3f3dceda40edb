import assert from "node:assert/strict";
import { adoptionsOf } from "../../lib/curate/adoption.ts";
import { parseCommittedLock } from "../../lib/lock/parse_committed_lock.ts";
import { readLayerFile } from "../../lib/trust/read_layer_file.ts";

const A = "a".repeat(40);
const B = "b".repeat(40);
const DIGEST = "d".repeat(128);
const url = "https://example.org/x.git";

const bytes = (text: string) => new TextEncoder().encode(text);

function curatedBy(yaml: string) {
  const text = `\`\`\`yaml\n${yaml}\n\`\`\`\n`;
  return readLayerFile(bytes(text), "list.md", "organization").entries;
}

function lockOf(yaml: string) {
  return parseCommittedLock(yaml, "lock");
}

function stateOf(curated: string, lock: string): string {
  const [first] = adoptionsOf(
    { lock: lockOf(lock), faults: [] },
    curatedBy(curated),
  );
  return first!.state;
}

function tag(ref: string, commit = A, at = url): string {
  return `- id: x\n  method: git-tag\n  url: ${at}\n  ref: ${ref}\n  commit: "${commit}"\n`;
}

Deno.test("a pin is current, behind, ahead, or cannot be compared", () => {
  const curated = tag("v1.10.0");
  assert.equal(stateOf(curated, tag("v1.10.0")), "current");
  assert.equal(stateOf(curated, tag("v1.9.0", B)), "behind");
  assert.equal(stateOf(curated, tag("v1.10.0-rc.1", B)), "behind");
  assert.equal(stateOf(curated, tag("v2.0.0", B)), "ahead");
  assert.equal(stateOf(curated, tag("nightly", B)), "other");
  assert.equal(stateOf(curated, tag("1.9.0", B)), "other");
});

Deno.test("a moved tag and a second place are told apart from an old version", () => {
  assert.equal(stateOf(tag("v1.0.0"), tag("v1.0.0", B)), "differs");
  const fork = "https://example.org/fork.git";
  assert.equal(stateOf(tag("v1.0.0"), tag("v1.0.0", A, fork)), "elsewhere");
});

Deno.test("a source that the organization names otherwise is known by its url", () => {
  const curated = tag("v1.0.0").replace("id: x", "id: other");
  const [first] = adoptionsOf(
    { lock: lockOf(tag("v1.0.0")), faults: [] },
    curatedBy(curated),
  );
  assert.equal(first?.state, "current");
  assert.equal(first.listed_as, "other");
});

Deno.test("an archive's url holds its version, and may differ", () => {
  const zip = (version: string, digest: string) =>
    `- id: x\n  method: svn-zip\n  url: https://example.org/x-${version}.zip\n  ref: "${version}"\n  sha512: "${digest}"\n`;
  assert.equal(
    stateOf(zip("1.1.0", DIGEST), zip("1.0.0", DIGEST)),
    "behind",
  );
});

Deno.test("without a pin on either side there is nothing to compare", () => {
  const unpinned = `- id: x\n  method: git-tag\n  url: ${url}\n`;
  assert.equal(stateOf(unpinned, tag("v1.0.0")), "listed");
  const branch = `- id: x\n  method: git-branch\n  url: ${url}\n  ref: main\n`;
  assert.equal(stateOf(tag("v1.0.0"), branch), "unpinned");
  assert.equal(stateOf("text: 1", tag("v1.0.0")), "uncurated");
});

Deno.test("the short form takes url and method from the organization, never its pin", () => {
  const text = `\`\`\`yaml\n- id: x\n  ref: v0.9.0\n  commit: "${B}"\n\`\`\`\n`;
  const [first] = adoptionsOf({
    trustList: readLayerFile(bytes(text), "skill-sources.md", "adopter"),
    faults: [],
  }, curatedBy(tag("v1.0.0")));
  assert.deepEqual(first, {
    id: "x",
    method: "git-tag",
    url,
    ref: "v0.9.0",
    anchor: B,
    state: "behind",
    lock: "no-lock-entry",
  });
});

Deno.test("a trust list that cannot be read says nothing against the lock", () => {
  const [first] = adoptionsOf({
    lock: lockOf(tag("v1.0.0")),
    faults: [{
      cause: "list-unreadable",
      rule: "trust-list-invalid",
      message: "",
    }],
  }, curatedBy(tag("v1.0.0")));
  assert.equal(first?.lock, "locked");
});

Deno.test("an entry that is refused does not agree with the lock", () => {
  const lockStateOf = (said: string) =>
    adoptionsOf({
      lock: lockOf(tag("v1.0.0")),
      trustList: readLayerFile(
        bytes(`\`\`\`yaml\n${said}\`\`\`\n`),
        "skill-sources.md",
        "adopter",
      ),
      faults: [],
    }, []).map(({ lock }) => lock);
  assert.deepEqual(lockStateOf(tag("v1.0.0")), ["locked"]);
  assert.deepEqual(lockStateOf(tag("v1.0.0", "abc")), ["changed"]);
  assert.deepEqual(
    lockStateOf(tag("v1.0.0", A, "https://u:pw@example.org/x.git")),
    ["changed"],
  );
});
