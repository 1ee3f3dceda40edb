import assert from "node:assert/strict";
import fc from "fast-check";
import { parseLocalLock } from "../../lib/lock/parse_local_lock.ts";
import {
  LOCAL_LOCK_HEADER,
  serializeLocalLock,
} from "../../lib/lock/serialize_local_lock.ts";

const FILE = ".apache-magpie.sources.local.lock";
const COMMIT = "4225e" + "0".repeat(35);
const RFC = `- id: acme
  source_method: git-tag
  source_url: https://example.org/a
  source_ref: v1.0.0
  fetched_commit: ${COMMIT}
  fetched_at: 2026-01-01T00:00:00Z
`;
const FULL = `${LOCAL_LOCK_HEADER}- id: acme
  source_method: git-tag
  source_url: https://example.org/a
  source_ref: v1.0.0
  fetched_commit: "${COMMIT}"
  fetched_at: "2026-01-01T00:00:00Z"
  content: "${"0".repeat(64)}"
  skills:
    - skill: acme-scan
    - skill: "1-two"
  agents:
    - claude-code
    - kiro
- id: beta
  source_method: svn-zip
  source_url: https://example.org/b-2.0.zip
  source_ref: "2.0"
  fetched_sha512: "${"0".repeat(128)}"
  fetched_at: "2026-01-01T00:00:00Z"
  skills: []
  agents:
    - claude-code
    - kiro
`;

Deno.test("the RFC's local lock is read", () => {
  assert.deepEqual(parseLocalLock(RFC, FILE), {
    lock: {
      blocks: [{
        id: "acme",
        method: "git-tag",
        url: "https://example.org/a",
        ref: "v1.0.0",
        fetchedCommit: COMMIT,
        fetchedAt: "2026-01-01T00:00:00Z",
      }],
    },
  });
});

Deno.test("golden: a full local lock is written byte for byte, agents in every block", () => {
  const { lock } = parseLocalLock(FULL, FILE);
  assert.ok(lock);
  assert.deepEqual(lock.agents, ["claude-code", "kiro"]);
  assert.deepEqual(lock.blocks[0]?.skills, ["acme-scan", "1-two"]);
  assert.equal(serializeLocalLock(lock), FULL);
});

Deno.test("a choice of no agents is a choice", () => {
  const { lock } = parseLocalLock(`${RFC}  agents: []\n`, FILE);
  assert.deepEqual(lock?.agents, []);
  assert.deepEqual(parseLocalLock(serializeLocalLock(lock!), FILE).lock, lock);
});

Deno.test("without blocks the choice of agents has no place", () => {
  const text = serializeLocalLock({ blocks: [], agents: ["kiro"] });
  assert.deepEqual(parseLocalLock(text, FILE), { lock: { blocks: [] } });
});

Deno.test("keys of a newer version are passed over", () => {
  const { lock } = parseLocalLock(
    FULL.replace(
      "- skill: acme-scan\n",
      '- skill: acme-scan\n      skill_id: "x"\n',
    )
      .replace("  content:", "  later: [1]\n  content:"),
    FILE,
  );
  assert.deepEqual(lock, parseLocalLock(FULL, FILE).lock);
});

Deno.test("a missing local lock is a reason, not an error", () => {
  assert.match(parseLocalLock(undefined, FILE).reason!, /no local lock/);
});

const broken: [string, string | Uint8Array][] = [
  ["zero bytes", ""],
  ["comments only", LOCAL_LOCK_HEADER],
  ["merge markers", `<<<<<<< HEAD\n${RFC}=======\n${RFC}>>>>>>> x\n`],
  ["not YAML", "- id: [\n"],
  ["not a list", "id: acme\n"],
  ["an item that is no mapping", "- acme\n"],
  ["duplicate id", RFC + RFC],
  ["missing key", RFC.replace(/ {2}source_url.*\n/, "")],
  ["bad time", RFC.replace("2026-01-01T", "yesterday ")],
  ["a content that is no digest", `${RFC}  content: "00"\n`],
  ["bad id", RFC.replace("acme", "../../evil")],
  ["bad skill name", `${RFC}  skills:\n    - skill: ../../evil\n`],
  ["skills of another shape", `${RFC}  skills:\n    - acme\n`],
  ["alias", RFC.replace("v1.0.0", "*x")],
  ["invalid UTF-8", new Uint8Array([0xff, 0xfe])],
  ["NUL", "\0\0\0"],
];
for (const [name, text] of broken) {
  Deno.test(`a broken local lock is a reason: ${name}`, () => {
    const reading = parseLocalLock(text, FILE);
    assert.equal(reading.lock, undefined);
    assert.ok(reading.reason && !/[\r\n]/.test(reading.reason));
  });
}

Deno.test("property: any damage is a lock or a reason", () => {
  fc.assert(
    fc.property(
      fc.nat(FULL.length),
      fc.nat(6),
      fc.string({ unit: "binary", maxLength: 4 }),
      (at, remove, insert) => {
        const text = FULL.slice(0, at) + insert + FULL.slice(at + remove);
        const reading = parseLocalLock(text, FILE);
        assert.notEqual(
          reading.lock === undefined,
          reading.reason === undefined,
        );
        if (reading.lock !== undefined) {
          const once = serializeLocalLock(reading.lock);
          const again = parseLocalLock(once, FILE).lock;
          assert.equal(serializeLocalLock(again!), once);
        }
      },
    ),
    { numRuns: 1000 },
  );
});
