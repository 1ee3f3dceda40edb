/** What the list of an organization begins with, in lines. It holds no block of its own. */
export const ORGANIZATION_LIST_TEMPLATE = `# Curated skill sources

Each YAML block below is a repository or a release archive that this
organization proposes to its projects. Nothing is installed because it stands
here: a project that wants a source names its id in its own trust list, with a
pin that the project vouches for.

\`ref\` with \`commit\` or \`sha512\` say which version was looked at here; they are
nobody's pin. \`skill-sources org check --remote\` tells whether the sources still
are what this list says.
`;
