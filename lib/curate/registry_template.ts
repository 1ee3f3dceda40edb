import { marker } from "./marked_section.ts";

/** What a new registry begins with: its headings, and where the tables go. */
export const REGISTRY_TEMPLATE = `# Skill-source registry

An index of known skill sources, for people who look for one. Whatever is
listed here is installed by nobody: a project installs only what stands in its
own trust list, with a pin that it vouches for.

## Org-curated sources

Sources that an organization lists in \`organizations/<org>/skill-sources.md\`.
\`skill-sources registry render\` writes this table.

${marker("org-curated", "begin")}
${marker("org-curated", "end")}

## Community / external sources

Sources that no organization here lists.

| Source id | Owning org | Maintainer | Repository | Notes |
|---|---|---|---|---|
`;
