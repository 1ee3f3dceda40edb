import { CHANGES } from "./changes.ts";
import { POINTER_CHANGES } from "./pointer_changes.ts";
import type { Reason } from "./reasons.ts";

/** One file that both readers judge. */
export interface Sample {
  /** Unique; `descriptor/…` or `pointer/…`. */
  readonly name: string;
  readonly text: string;
  /** Why the verdicts differ; they are the same where it is absent. */
  readonly reason?: Reason;
}

const COMMIT = "0123456789abcdef0123456789abcdef01234567";

/** One descriptor in each form that the RFC allows, as the lines of its block. */
const BASES: Readonly<Record<string, readonly string[]>> = {
  "tag": [
    "- id: acme",
    "  organization: ASF",
    "  name: Acme skills",
    "  maintainer: A Maintainer",
    "  method: git-tag",
    "  url: https://example.org/acme.git",
    "  ref: v1.2.3",
    `  commit: ${COMMIT}`,
    "  provides:",
    "    - skill: read-mail",
    "    - family: triage-*",
  ],
  "branch": [
    "- id: acme",
    "  organization: ASF",
    "  name: Acme skills",
    "  method: git-branch",
    "  url: https://example.org/acme.git",
    "  ref: main",
    "  provides:",
    "    - family: triage-*",
  ],
  "archive": [
    "- id: acme",
    "  organization: ASF",
    "  name: Acme skills",
    "  method: svn-zip",
    "  url: https://example.org/acme-1.2.3.zip",
    "  ref: 1.2.3",
    `  sha512: ${COMMIT.repeat(3)}01234567`,
    "  layout:",
    "    skills_root: skills",
    "    evals_root: tools/skill-evals/evals",
    "  provides:",
    "    - skill: read-mail",
  ],
  "single": [
    "id: acme",
    "organization: independent",
    'name: "Acme skills"',
    "method: git-tag",
    "url: https://example.org/acme.git",
    "ref: v1.2.3",
    `commit: ${COMMIT}`,
    "layout:",
    "  skills_root: agent-skills",
    "provides:",
    "  - skill: read-mail",
  ],
};

const POINTER = [
  "source: acme",
  "organization: ASF",
  "skill_path: skills/read-mail",
  "evals_path: tools/skill-evals/evals/read-mail",
];

/** The pointer's skill under several paths and bodies, which change no verdict. */
const POINTER_BASES: Readonly<Record<string, (lines: string[]) => string>> = {
  "plain": (lines) => `---\n${lines.join("\n")}\n---\n`,
  "with-body": (lines) =>
    `---\n${lines.join("\n")}\n---\n\n# read-mail\n\nFetched from acme.\n`,
  "with-a-key": (lines) =>
    `---\n${lines.join("\n")}\nlicense: Apache-2.0\n---\n\nText.\n`,
};

/** Every sample: each base with each change that fits it. */
export function corpus(): Sample[] {
  const samples: Sample[] = [];
  for (const base of Object.keys(BASES)) {
    const indent = base === "single" ? "" : "  ";
    for (const [name, change] of Object.entries(CHANGES)) {
      const text = change.apply([...BASES[base]!], indent);
      if (text === undefined) continue;
      samples.push(sample(`descriptor/${base}/${name}`, text, change.reason));
    }
  }
  for (const [base, write] of Object.entries(POINTER_BASES)) {
    for (const [name, change] of Object.entries(POINTER_CHANGES)) {
      const text = change.apply([...POINTER], write);
      samples.push(sample(`pointer/${base}/${name}`, text, change.reason));
    }
  }
  return samples;
}

function sample(name: string, text: string, reason?: Reason): Sample {
  return { name, text, ...(reason === undefined ? {} : { reason }) };
}
