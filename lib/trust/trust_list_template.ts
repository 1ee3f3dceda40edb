/**
 * What a new trust list begins with, in lines: what the file is, what vouching
 * means, and how a change is reviewed. It holds no block of its own.
 */
export const TRUST_LIST_TEMPLATE = `# Trusted skill sources

Each YAML block below is a repository or a release archive whose agent skills
this project installs. Nothing is installed that does not stand here: this file
is the only gate, and whoever adds a block vouches for what it brings.

Vouching means: somebody of this project has read the skills at exactly the
pinned version. \`commit\` or \`sha512\` hold that version, whatever the source
publishes later under the same name; a newer one has to be vouched for anew.

To review a change of this file:

- a new block: run \`skill-sources vouch <url>\` and compare the pin, then read
  the skills;
- a moved pin: \`skill-sources diff <id>\` shows what changes with it;
- \`signed_by\` and \`keys\`: compare the fingerprint with what the project itself
  publishes, by another way than the source.
`;
