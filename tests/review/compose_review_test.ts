import assert from "node:assert/strict";
import fc from "fast-check";
import {
  MAX_REVIEW_HOSTS,
  MAX_REVIEW_SCAN_BYTES,
} from "../../lib/base/limits.ts";
import type { CommitId } from "../../lib/base/ids.ts";
import { changedPaths } from "../../lib/review/changed_paths.ts";
import { composeReview } from "../../lib/review/compose_review.ts";
import { renderReviewMarkdown } from "../../lib/review/render_review_markdown.ts";
import { renderReviewText } from "../../lib/review/render_review_text.ts";
import { reviewDocument } from "../../lib/review/review_document.ts";
import {
  NEXT_PIN,
  reviewOf,
  type SampleFiles,
  sampleSide,
  skillMd,
} from "./sample_sides.ts";

Deno.test("equal sides have an empty review", () => {
  const side = sampleSide({ "skills/a/SKILL.md": skillMd("name: a"), x: "1" });
  const review = reviewOf(side, side);
  assert.deepEqual(changedPaths(side.side, side.side), []);
  assert.deepEqual(review.pin.changes, []);
  assert.equal(review.signer.changed, false);
  assert.deepEqual(review.skills, {
    added: [],
    removed: [],
    changed: [],
    unchanged: 1,
  });
  assert.deepEqual(review.files, {
    added: [],
    removed: [],
    changed: [],
    unchanged: 2,
  });
  assert.equal(review.patch, "");
  assert.deepEqual(review.findings, []);
});

Deno.test("without an old side everything is new and no signer has changed", () => {
  const review = reviewOf(
    undefined,
    sampleSide({
      "skills/a/SKILL.md": skillMd("name: a", "https://x.example/\n"),
      "skills/a/run.sh": { executable: "#!/bin/sh\n" },
    }, { signer: "AB" }),
  );
  assert.deepEqual(review.skills.added, ["a"]);
  assert.deepEqual(review.files.added.map(({ path }) => path), [
    "skills/a/SKILL.md",
    "skills/a/run.sh",
  ]);
  assert.deepEqual(review.executables, ["skills/a/run.sh"]);
  assert.deepEqual(review.hosts, [
    { host: "x.example", path: "skills/a/SKILL.md" },
  ]);
  assert.equal(review.signer.changed, false);
  assert.equal(review.pin.from, undefined);
});

Deno.test("the pin's changes are named key by key", () => {
  const old = sampleSide({});
  const { changes } = reviewOf(
    old,
    sampleSide({}, {
      pin: { ...NEXT_PIN, url: "https://other.example/acme.git" },
      layout: { ...old.side.layout, include: [] },
      provides: [{ family: "a" }, { family: "b" }],
    }),
  ).pin;
  assert.deepEqual(changes, [
    {
      field: "url",
      from: "https://example.org/acme.git",
      to: "https://other.example/acme.git",
    },
    { field: "ref", from: "v1", to: "v2" },
    { field: "commit", from: "1".repeat(40), to: "2".repeat(40) },
    { field: "layout.include", to: "[]" },
    {
      field: "provides",
      from: "[family: a-*]",
      to: "[family: a-*, family: b-*]",
    },
  ]);
});

Deno.test("a branch that moved is told by its commits", () => {
  const pin = {
    method: "git-branch",
    url: "https://example.org/acme.git",
    ref: "main",
  } as const;
  const at = (commit: string) =>
    sampleSide({}, { pin, commit: commit.repeat(40) as CommitId });
  const review = reviewOf(at("1"), at("2"));
  assert.deepEqual(review.pin.changes, [
    { field: "commit", from: "1".repeat(40), to: "2".repeat(40) },
  ]);
  assert.match(
    renderReviewText(review),
    /git-branch main \(111111111111, unpinned\) → main \(222222222222, unpinned\)/,
  );
});

const SIGNERS: readonly [
  string | undefined,
  string | undefined,
  boolean,
][] = [
  ["AA", "AA", false],
  ["AA", "BB", true],
  ["AA", undefined, true],
  [undefined, "BB", true],
  [undefined, undefined, false],
];
for (const [from, to, changed] of SIGNERS) {
  Deno.test(`signer ${from} → ${to} ${changed ? "is" : "is no"} change`, () => {
    const review = reviewOf(
      sampleSide({}, from === undefined ? {} : { signer: from }),
      sampleSide({}, to === undefined ? {} : { signer: to }),
    );
    assert.equal(review.signer.changed, changed);
    assert.equal(/CHANGED/.test(renderReviewText(review)), changed);
  });
}

Deno.test("skills that came, went and changed are told with their frontmatter", () => {
  const review = reviewOf(
    sampleSide({
      "skills/gone/SKILL.md": skillMd("name: gone"),
      "skills/same/SKILL.md": skillMd("name: same"),
      "skills/text/SKILL.md": skillMd("name: text"),
      "skills/fm/SKILL.md": skillMd(
        "name: fm\nlicense: MIT\ndescription: Old.\nallowed-tools: Read",
      ),
      "skills/fm/MANIFEST.yaml": "bundle_version: 1.0.0\n",
    }),
    sampleSide({
      "skills/came/SKILL.md": skillMd("name: came"),
      "skills/same/SKILL.md": skillMd("name: same"),
      "skills/text/SKILL.md": skillMd("name: text", "Do more.\n"),
      "skills/text/help.md": "x\n",
      "skills/fm/SKILL.md": skillMd(
        "name: fm\ndescription: New.\nallowed-tools: [Read, Bash]",
      ),
      "skills/fm/MANIFEST.yaml": 'bundle_version: "1.1.0"\n',
    }),
  );
  assert.deepEqual(review.skills, {
    added: ["came"],
    removed: ["gone"],
    changed: [
      {
        name: "fm",
        files: 2,
        fields: [
          { field: "allowed-tools", from: "Read", to: '["Read","Bash"]' },
          { field: "description", from: "Old.", to: "New." },
          { field: "license", from: "MIT" },
          { field: "bundle_version", from: "1.0.0", to: "1.1.0" },
        ],
      },
      { name: "text", files: 2, fields: [] },
    ],
    unchanged: 1,
  });
});

Deno.test("a list and the text that looks like it are not shown alike", () => {
  const fields = (tools: string) =>
    sampleSide({
      "skills/a/SKILL.md": skillMd(`name: a\nallowed-tools: ${tools}`),
    });
  const { changed } = reviewOf(
    fields("'[\"Bash\"]'"),
    fields('["Bash"]'),
  ).skills;
  assert.deepEqual(changed[0]?.fields, [
    { field: "allowed-tools", from: '"[\\"Bash\\"]"', to: '["Bash"]' },
  ]);
});

Deno.test("a skill whose SKILL.md cannot be used any more is told so", () => {
  const { changed } = reviewOf(
    sampleSide({ "skills/a/SKILL.md": skillMd("name: a") }),
    sampleSide({ "skills/a/SKILL.md": "no frontmatter" }),
  ).skills;
  assert.deepEqual(changed[0]?.fields, [
    { field: "SKILL.md", from: "can be used", to: "cannot be used" },
    { field: "name", from: "a" },
  ]);
});

Deno.test("files are told with modes, sizes and ids, a change of mode alone too", () => {
  const review = reviewOf(
    sampleSide({
      "gone": "1\n",
      "mode": "x\n",
      "bin": Uint8Array.of(0, 1),
      "was-file": "to",
    }),
    sampleSide({
      "came": "1\n2\n",
      "mode": { executable: "x\n" },
      "bin": Uint8Array.of(0, 1, 2),
      "was-file": { link: "to" },
    }),
  );
  const [bin, mode, link] = review.files.changed;
  assert.equal(bin?.content, "binary");
  assert.deepEqual([bin.from?.size, bin.to?.size], [2, 3]);
  assert.notEqual(bin.from?.id, bin.to?.id);
  assert.deepEqual([mode?.from?.mode, mode?.to?.mode], ["100644", "100755"]);
  assert.equal(link?.to?.mode, "120000");
  assert.deepEqual(review.executables, ["mode"]);
  assert.equal(review.files.added[0]?.linesAdded, 2);
  assert.equal(review.files.removed[0]?.linesRemoved, 1);
  assert.match(review.patch, /^old mode 100644\nnew mode 100755$/m);
});

Deno.test("a host is new only when no old file names it, changed or not", () => {
  const review = reviewOf(
    sampleSide({
      "a.md": "https://old.example",
      "gone.md": "ssh://gone.example",
    }),
    sampleSide({
      "a.md": "https://gone.example https://same.example",
      "b.md": "https://evil.example https://xn--80ak6aa92e.com",
    }),
    { knownHosts: new Set(["same.example"]) },
  );
  assert.deepEqual(review.hosts, [
    { host: "evil.example", path: "b.md" },
    { host: "xn--80ak6aa92e.com", unicode: "аррӏе.com", path: "b.md" },
  ]);
});

Deno.test("a flood of hosts is cut and counted", () => {
  const urls = Array.from(
    { length: MAX_REVIEW_HOSTS + 7 },
    (_, i) => `https://h${i}.example`,
  );
  const review = reviewOf(sampleSide({}), sampleSide({ a: urls.join("\n") }));
  assert.equal(review.hosts.length, MAX_REVIEW_HOSTS);
  assert.equal(review.hostsLeftOut, 7);
  assert.match(renderReviewText(review), /507 outside hosts/);
  assert.match(renderReviewText(review), /^ {2}… 307 more not shown$/m);
});

Deno.test("what the old version of a file had is no new finding, though it moved", () => {
  const bidi = "a\u202eb\n";
  const old = sampleSide({ "skills/a/SKILL.md": skillMd("name: a", bidi) });
  const moved = skillMd("name: a", `one more line\n${bidi}`);
  const same = reviewOf(old, sampleSide({ "skills/a/SKILL.md": moved }));
  assert.deepEqual(same.findings, []);
  const next = sampleSide({
    "skills/a/SKILL.md": skillMd("name: a", `${bidi}c\u202ed\n`),
    "skills/a/copy.md": bidi,
  });
  const { findings } = reviewOf(old, next);
  assert.deepEqual(
    findings.map(({ rule, level, source, skill, path, line }) => [
      rule,
      level,
      source,
      skill,
      path,
      line,
    ]),
    [
      [
        "hidden-bidi-control",
        "warning",
        "acme",
        "a",
        ".apache-magpie-sources/acme/skills/a/SKILL.md",
        5,
      ],
      [
        "hidden-bidi-control",
        "warning",
        "acme",
        "a",
        ".apache-magpie-sources/acme/skills/a/copy.md",
        1,
      ],
    ],
  );
});

Deno.test("findings are of skills alone, and more of a kind than are read are counted", () => {
  const bidi = (folder: string, count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [
        `${folder}/${i}.md`,
        `a\u202eb${i}\n`,
      ]),
    );
  const { findings } = reviewOf(
    undefined,
    sampleSide({
      "skills/a/SKILL.md": skillMd("name: a"),
      ...bidi("skills/a", 15),
      ...bidi("docs", 3),
    }),
  );
  assert.equal(findings.length, 11);
  assert.ok(findings.slice(0, 10).every(({ skill }) => skill === "a"));
  assert.match(findings[10]!.message, /^5 more places of this kind;/);
});

Deno.test("more than a scan should take is named, not scanned", () => {
  // Zeros are quickly looked at, and count all the same.
  const large = new Uint8Array(MAX_REVIEW_SCAN_BYTES / 2);
  const { findings, patchOmitted } = reviewOf(
    undefined,
    sampleSide({
      "skills/a/1": large,
      "skills/a/2": large,
      "skills/a/SKILL.md": skillMd("name: a"),
    }),
  );
  assert.deepEqual(patchOmitted, []);
  const incomplete = findings.filter(({ rule }) =>
    rule === "review-incomplete"
  );
  assert.deepEqual(incomplete.map(({ message }) => message), [
    "1 file is together too large to be scanned: skills/a/SKILL.md; look at what stands there yourself",
  ]);
});

Deno.test("a content that was not read is told by size and id, and makes the review incomplete", () => {
  const old = sampleSide({ big: "1", small: "1\n" });
  const next = sampleSide({ big: "22", small: "2\n" });
  const without = (side: typeof old) =>
    new Map([...side.contents].filter(([path]) => path !== "big"));
  for (const missing of ["old", "next", "both"]) {
    const review = composeReview("acme", old.side, next.side, {
      old: missing === "next" ? old.contents : without(old),
      next: missing === "old" ? next.contents : without(next),
    });
    assert.deepEqual(review.patchOmitted, ["big"]);
    assert.deepEqual(
      review.files.changed.map(({ path, content }) => [path, content]),
      [["big", "omitted"], ["small", "text"]],
    );
    assert.ok(!review.patch.includes("big"));
    assert.equal(review.findings[0]?.rule, "review-incomplete");
    assert.match(renderReviewText(review), /1→2 B +omitted +big [0-9a-f]{12}→/);
  }
});

Deno.test("the head of a changelog stands above the diff", () => {
  const review = reviewOf(
    sampleSide({ "CHANGELOG.md": "# Changes\n\n## 1.0\n" }),
    sampleSide({
      "CHANGELOG.md": "# Changes\n\n## 1.1\n\n- More.\n\n## 1.0\n",
    }),
  );
  assert.deepEqual(review.changelogs, [
    { path: "CHANGELOG.md", lines: ["## 1.1", "", "- More.", ""], more: 0 },
  ]);
});

const content = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom("a\n", "a\nb\n", "https://a.example\n", skillMd("name: a")),
);
const file = fc.oneof(
  content,
  fc.record({ link: fc.string({ minLength: 1, maxLength: 9 }) }),
  fc.record({ executable: fc.string({ maxLength: 9 }) }),
);
const name = fc.constantFrom(
  "a",
  "b.md",
  "skills/a/SKILL.md",
  "skills/a/x",
  "skills/b/SKILL.md",
  "CHANGELOG.md",
  "\u{1f480}",
  "\ufb00",
  "__proto__",
);
const files = fc.dictionary(name, file, { noNullPrototype: true });

Deno.test("whatever the files hold, a review is a partition, says it once, and can be shown", () => {
  fc.assert(fc.property(files, files, (before, after) => {
    const old = sampleSide(before as SampleFiles);
    const next = sampleSide(after as SampleFiles);
    const review = reviewOf(old, next);
    const { added, removed, changed, unchanged } = review.files;
    const oldPaths = new Set(old.side.listing.map(({ path }) => path));
    const nextPaths = new Set(next.side.listing.map(({ path }) => path));
    for (const { path } of added) {
      assert.ok(!oldPaths.has(path) && nextPaths.has(path));
    }
    for (const { path } of removed) {
      assert.ok(oldPaths.has(path) && !nextPaths.has(path));
    }
    for (const { path } of changed) {
      assert.ok(oldPaths.has(path) && nextPaths.has(path));
    }
    assert.equal(added.length + changed.length + unchanged, nextPaths.size);
    assert.equal(removed.length + changed.length + unchanged, oldPaths.size);
    const { skills } = review;
    assert.equal(
      skills.added.length + skills.changed.length + skills.unchanged,
      next.side.skills.length,
    );
    assert.deepEqual(reviewOf(old, next), review);
    renderReviewText(review);
    renderReviewMarkdown(review);
    JSON.stringify(reviewDocument(review));
  }));
});
