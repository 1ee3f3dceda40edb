/** What the adopter's trust list names. */
export interface TrustFacts {
  readonly commit: string;
  readonly draftsUrl: string;
  readonly releaseUrl: string;
  readonly sha512: string;
}

/** The project file, which says whose organization list counts. */
export const PROJECT = "# Project\n\norganization: example\n";

/** The adopter's `skill-sources.md`: the only gate to an installation. */
export function trustListText(facts: TrustFacts): string {
  return `# Skill sources we trust

The organization describes the reviewers; the pin is ours.

\`\`\`yaml
- id: reviewers
  ref: v1.0.0
  commit: ${facts.commit}

- id: release-skills
  name: Release skills
  maintainer: The release team
  method: svn-zip
  url: ${facts.releaseUrl}
  ref: 1.2.0
  sha512: ${facts.sha512}
  provides:
    - skill: release-notes

- id: drafts
  name: Drafts
  maintainer: The writers
  method: git-branch
  url: ${facts.draftsUrl}
  ref: main
  provides:
    - family: draft-*
\`\`\`
`;
}

/** The organization's list: it describes a source, and installs nothing. */
export function organizationList(url: string): string {
  return `# Sources that the example organization knows

\`\`\`yaml
- id: reviewers
  organization: example
  name: Reviewers
  maintainer: The review team
  method: git-tag
  url: ${url}
  provides:
    - family: review-*
\`\`\`
`;
}

/** The registry: for discovery only. */
export function registry(): string {
  return `# Known skill sources

| Organization | Curated sources | File |
|---|---|---|
| Example | \`reviewers\` | [\`organizations/example/skill-sources.md\`](../../organizations/example/skill-sources.md) |
`;
}
