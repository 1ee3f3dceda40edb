import assert from "node:assert/strict";
import fc from "fast-check";
import semver from "semver";
import type { CommitId } from "../../lib/base/ids.ts";
import { compareVersions } from "../../lib/release/compare_versions.ts";
import { latestRelease } from "../../lib/release/latest_release.ts";
import { shapeOf, versionOf } from "../../lib/release/version.ts";

/** Each tag on a commit of its own, unless it says `tag=commit`. */
function list(...tags: readonly string[]) {
  return tags.map((tag, number) => {
    const [ref = "", commit = `${number}`] = tag.split("=");
    return { ref, commit: commit.padStart(40, "0") as CommitId };
  });
}

function latest(current: string, tags: readonly string[], allowMajor = false) {
  const found = latestRelease(current, list(...tags), { allowMajor });
  if (found === undefined) return "no version";
  const held = found.heldMajor === undefined
    ? ""
    : `, held ${found.heldMajor.ref}`;
  return (found.newer?.ref ?? "none") + held;
}

Deno.test("the newest of the same shape is chosen", () => {
  const cases: readonly [string, readonly string[], string][] = [
    ["v1.2.3", ["v1.2.3", "v1.10.0", "v1.9.9"], "v1.10.0"],
    ["v1.2.3", ["v1.2.3", "v1.2.2"], "none"],
    ["v1.2.3", [], "none"],
    // Another prefix, another number of components: another series.
    ["v1.2.3", ["1.9.0", "v1.9", "v1.9.0.1", "w1.9.0", "xv1.9.0"], "none"],
    ["1.2", ["1.3", "1.4.0", "v1.5"], "1.3"],
    ["release-1.0.0", ["release-1.1.0", "v1.2.0"], "release-1.1.0"],
    [
      "skills-1.2.3",
      ["skills-1.2.4", "evals-1.3.0", "skills-x-1.9.0"],
      "skills-1.2.4",
    ],
    ["rel/1.0.0", ["rel/1.0.1", "rel/1.0.2/x", "1.0.3"], "rel/1.0.1"],
    ["skills2-v1.0", ["skills2-v1.1", "skills3-v1.2"], "skills2-v1.1"],
    ["REL_1_2_3", ["REL_1_3_0", "REL_1.4.0"], "REL_1_3_0"],
    ["2026.01.31", ["2026.02.01", "2026.1.9"], "2026.02.01"],
    // Apache's suffix makes no pre-release, and a project loses it one day.
    [
      "1.0.0-incubating",
      ["1.1.0-incubating", "1.2.0-incubating-rc1"],
      "1.1.0-incubating",
    ],
    ["1.0.0-incubating", ["1.2.0", "1.1.0-incubating"], "1.2.0"],
  ];
  for (const [current, tags, expected] of cases) {
    assert.equal(latest(current, tags), expected, current);
  }
});

Deno.test("a pre-release is chosen only after a pre-release", () => {
  const tags = ["v1.0.0", "v1.1.0-rc.1", "v1.1.0rc2", "v1.1.0.M1", "v1.0.1"];
  assert.equal(latest("v1.0.0", tags), "v1.0.1");
  assert.equal(latest("v1.0.0", tags.slice(0, 4)), "none");
  const running = ["v1.1.0-rc.10", "v1.1.0-rc.9", "v1.0.9"];
  assert.equal(latest("v1.1.0-rc.1", running), "v1.1.0-rc.10");
  assert.equal(latest("v1.1.0-rc.1", [...running, "v1.1.0"]), "v1.1.0");
});

Deno.test("a new major is held back and named, also below 1 and for years", () => {
  const tags = ["v1.2.0", "v2.0.0-rc.1", "v2.0.0", "v3.0.0"];
  assert.equal(latest("v1.0.0", tags), "v1.2.0, held v3.0.0");
  assert.equal(latest("v1.2.0", tags), "none, held v3.0.0");
  assert.equal(latest("v1.2.0", tags, true), "v3.0.0");
  assert.equal(latest("v0.1.0", ["v0.2.0", "v1.0.0"]), "v0.2.0, held v1.0.0");
  assert.equal(latest("v4", ["v4", "v5"]), "none, held v5");
  assert.equal(latest("2025.12", ["2026.1"]), "none, held 2026.1");
});

Deno.test("one version on two commits is an error, on one commit it is not", () => {
  const refuse = (current: string, ...tags: string[]) =>
    assert.throws(() => latest(current, tags), { code: "releases-ambiguous" });
  refuse("v1.0.0", "v1.1.0", "v1.1.0+evil");
  refuse("v1.0.0", "v1.1.0", "v1.01.0");
  refuse("1.0.0", "1.1.0", "1.1.0-incubating");
  // Which of them is installed now is not to be told from the list either.
  refuse("v1.1.0", "v1.1.0", "v1.1.0+evil");
  assert.equal(latest("v1.0.0", ["v1.1.0+b=1", "v1.1.0=1"]), "v1.1.0");
  // Twins that are passed over hurt nobody.
  assert.equal(latest("v1.0.0", ["v1.1.0", "v1.1.0+b", "v1.2.0"]), "v1.2.0");
  assert.equal(latest("v1.2.0", ["v1.1.0", "v1.1.0+b"]), "none");
  assert.equal(
    latest("v1.2.0", ["v2.0.0", "v2.0.0+b"]),
    "none, held v2.0.0",
  );
});

Deno.test("a name without a version has no newer release", () => {
  for (const ref of ["latest", "stable", "v", "v1.0/x", "v1.0.0 beta"]) {
    assert.equal(latest(ref, ["v9.9.9", "1"]), "no version", ref);
  }
});

const identifier = fc.oneof(
  fc.nat(99).map(String),
  fc.stringMatching(/^[a-z][a-z0-9-]{0,3}$/).filter((text) =>
    !/^(?:incubating|final|release|ga)/.test(text)
  ),
);
const version = fc.tuple(
  fc.tuple(fc.nat(12), fc.nat(12), fc.nat(12)),
  fc.array(identifier, { maxLength: 3 }),
).map(([numbers, pre]) =>
  numbers.join(".") + (pre.length === 0 ? "" : `-${pre.join(".")}`)
);
const SHAPE = { prefix: "", components: 3, separator: "." } as const;

Deno.test("the order is that of the semver package", () => {
  fc.assert(fc.property(version, version, (a, b) => {
    const [left, right] = [a, b].map((text) => versionOf(text, SHAPE)!);
    assert.equal(compareVersions(left!, right!), semver.compare(a, b));
  }));
});

Deno.test("numbers of any length and with zeros in front are compared exactly", () => {
  const number = fc.bigInt({ min: 0n, max: 10n ** 40n });
  fc.assert(fc.property(number, number, fc.nat(3), (a, b, zeros) => {
    const [left, right] = [a, b].map((each) =>
      versionOf(`${"0".repeat(zeros)}${each}.0.0`, SHAPE)!
    );
    const expected = a < b ? -1 : a > b ? 1 : 0;
    assert.equal(compareVersions(left!, right!), expected);
  }));
});

Deno.test("what is chosen does not depend on the order of the list, is newer, and of the shape", () => {
  const prefix = fc.constantFrom("", "v", "release-", "rel/", "skills-v");
  fc.assert(fc.property(
    prefix,
    version,
    fc.uniqueArray(version, { maxLength: 12 }),
    fc.boolean(),
    (prefix, current, others, allowMajor) => {
      const releases = list(...others.map((each) => prefix + each));
      const run = (of: typeof releases) => {
        try {
          return latestRelease(prefix + current, of, { allowMajor });
        } catch {
          return "ambiguous";
        }
      };
      const found = run(releases);
      assert.deepEqual(run(releases.toReversed()), found);
      if (found === "ambiguous" || found === undefined) {
        return assert.notEqual(found, undefined);
      }
      if (found.newer !== undefined) {
        const text = found.newer.ref.slice(prefix.length);
        assert.ok(found.newer.ref.startsWith(prefix));
        assert.equal(semver.compare(text, current), 1);
        if (!allowMajor) {
          assert.equal(semver.major(text), semver.major(current));
        }
        if (!current.includes("-")) assert.ok(!text.includes("-"));
      }
      const wanted = others.filter((each) =>
        semver.gt(each, current) &&
        (allowMajor || semver.major(each) === semver.major(current)) &&
        (current.includes("-") || !each.includes("-"))
      );
      assert.equal(found.newer !== undefined, wanted.length > 0);
    },
  ));
});

Deno.test("any text has a shape or none, in linear time, and is of its own shape", () => {
  fc.assert(fc.property(fc.string({ unit: "binary-ascii" }), (ref) => {
    const found = shapeOf(ref);
    if (found === undefined) return;
    assert.deepEqual(versionOf(ref, found.shape), found.version);
  }));
  // A quadratic reading of these takes minutes.
  for (const part of ["1", "1.", "1-", "-", ".", "v1_", "rc", "+1"]) {
    shapeOf(part.repeat(200_000 / part.length));
    versionOf(`1.0.0${part.repeat(200_000)}`, SHAPE);
  }
});
