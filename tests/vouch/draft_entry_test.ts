import assert from "node:assert/strict";
import fc from "fast-check";
import type { CommitId, SafePath, SkillName } from "../../lib/base/ids.ts";
import { appendEntry } from "../../lib/trust/append_entry.ts";
import { readLayerFile } from "../../lib/trust/read_layer_file.ts";
import { draftEntry, type EntryDraft } from "../../lib/vouch/draft_entry.ts";
import { guessLicence, licenceFile } from "../../lib/vouch/licence.ts";

const DRAFT: EntryDraft = {
  id: "acme",
  organization: "independent",
  pin: {
    method: "git-tag",
    url: "https://a.example/acme.git",
    ref: "v1.0.0",
    commit: "0123456789abcdef0123456789abcdef01234567" as CommitId,
  },
  full: {
    name: "acme",
    layout: {
      skillsRoot: "skills" as SafePath,
      evalsRoot: "evals" as SafePath,
      include: ["docs" as SafePath],
    },
    provides: [{ skill: "no" as SkillName }, { family: "acme" }],
    includeNote: "one\nline, \u202eodd",
  },
  keys: "KEYS",
  signedBy: { value: ["A".repeat(40)], note: "compare" },
};

Deno.test("an entry is written as a person would, and what could be misread is quoted", () => {
  assert.equal(
    draftEntry(DRAFT),
    `- id: acme
  organization: independent
  name: acme
  method: git-tag
  url: https://a.example/acme.git
  ref: v1.0.0
  commit: 0123456789abcdef0123456789abcdef01234567
  keys: KEYS
  # compare
  signed_by:
    - ${"A".repeat(40)}
  layout:
    skills_root: skills
    evals_root: evals
    # one line, \\u{202e}odd
    include:
      - docs
  provides:
    - skill: "no"
    - family: "acme-*"
`,
  );
});

Deno.test("where no suite was found, the entry leaves open where they stand", () => {
  const { evalsRoot: _root, ...layout } = DRAFT.full!.layout;
  const entry = draftEntry({ ...DRAFT, full: { ...DRAFT.full!, layout } });
  assert.doesNotMatch(entry, /evals_root/);
});

Deno.test("the short form has id, organization and pin alone", () => {
  const { full: _full, keys: _keys, signedBy: _signers, ...short } = DRAFT;
  const entry = draftEntry(short);
  assert.deepEqual(entry.match(/^ *-? *[a-z]+/gm)?.map((key) => key.trim()), [
    "- id",
    "organization",
    "ref",
    "commit",
  ]);
});

Deno.test("property: whatever a source says of itself, the entry reads back as drafted", () => {
  const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 });
  const visible = text.filter((name) =>
    !/[\p{C}\p{Z}\u00ad\ufe00-\ufe0f\u{e0100}-\u{e01ef}\p{Mn}]/u.test(name)
  );
  fc.assert(fc.property(visible, text, (name, note) => {
    const draft: EntryDraft = {
      ...DRAFT,
      pinNote: note,
      signerHint: note,
      full: { ...DRAFT.full!, name, includeNote: note },
    };
    const list = appendEntry(undefined, "skill-sources.md", draftEntry(draft));
    const { entries: [entry] } = readLayerFile(
      list,
      "skill-sources.md",
      "adopter",
    );
    assert.deepEqual(entry?.faults, []);
    assert.equal(entry?.descriptor.name?.value, name);
    assert.equal(
      entry?.descriptor.commit?.value,
      (DRAFT.pin as { commit: string }).commit,
    );
    assert.deepEqual(entry?.descriptor.provides?.value, DRAFT.full!.provides);
  }));
});

Deno.test("a licence is guessed by its words, and its identifier counts first", () => {
  assert.equal(
    guessLicence("  Apache License\n   Version 2.0, January"),
    "Apache-2.0",
  );
  assert.equal(
    guessLicence(
      "MIT License\n\nPermission is hereby granted, free of\ncharge, to any person obtaining a copy",
    ),
    "MIT",
  );
  assert.equal(
    guessLicence("SPDX-License-Identifier: EUPL-1.2\nMIT"),
    "EUPL-1.2",
  );
  assert.equal(guessLicence("All rights reserved."), undefined);
  assert.equal(
    licenceFile(["src/LICENSE", "LICENSE-docs", "LICENSE.md", "README.md"]),
    "LICENSE.md",
  );
});
