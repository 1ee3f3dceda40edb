import type { Guard } from "./find_guards.ts";

/** Guards that no test can miss, or that refuse nothing by themselves, and why. */
export interface Exclusion {
  readonly file?: string;
  /** Function, as the list of guards names it. */
  readonly within?: string;
  /** How the guard's text begins. */
  readonly says?: string;
  readonly reason: string;
}

const RACE =
  "closes the moment between two system calls, which no test can hit for sure";
const OWN_FAULT =
  "reads back what this program wrote; only a fault of its own reaches it";
const SHORTCUT = "a quick answer; what it saves would answer the same";
const SAME_ANSWER = "what comes next refuses the same; this says it in words";

/** The first that fits a guard counts, and only where no test misses it. */
export const EXCLUSIONS: readonly Exclusion[] = [
  {
    says: "throw diskError(",
    reason:
      "says in words what the file system refused, which ends the run anyway",
  },
  {
    file: "lib/lock/serialize_committed_lock.ts",
    reason: OWN_FAULT,
  },
  { file: "lib/lock/serialize_local_lock.ts", reason: OWN_FAULT },
  { file: "lib/trust/splice_entry.ts", within: "readBack", reason: OWN_FAULT },
  {
    file: "lib/archive/local_bytes.ts",
    within: "localBytes",
    says: "throw unreadable(url);",
    reason: SAME_ANSWER,
  },
  {
    file: "lib/curate/write_beside.ts",
    within: "writeBeside",
    reason: SAME_ANSWER,
  },
  {
    file: "lib/archive/local_bytes.ts",
    says: "${redactUrl(url)} was replaced",
    reason: RACE,
  },
  {
    file: "lib/lock/read_block.ts",
    within: "checkSelection",
    reason: SAME_ANSWER,
  },
  {
    file: "lib/skills/frontmatter.ts",
    within: "parseFrontmatter",
    says: "throw unreadable(error);",
    reason: SAME_ANSWER,
  },
  {
    file: "lib/signature/signing_key.ts",
    within: "judgeSubkey",
    says: "its key is not written",
    reason:
      "wants a signature that names a key padded for it; the same guard of primary keys has a test",
  },
  { file: "lib/repository/wildmatch.ts", within: "run", reason: SHORTCUT },
  { file: "lib/tree/scripts.ts", within: "isMixedScript", reason: SHORTCUT },
  {
    file: "lib/trust/inline_html.ts",
    within: "inlineHtmlMayHide",
    reason: SHORTCUT,
  },
  {
    file: "lib/yaml/tree_builder.ts",
    within: "TreeBuilder.beyondUnicode",
    reason: SHORTCUT,
  },
  {
    file: "lib/lock/parse_local_lock.ts",
    within: "checkContent",
    reason: SAME_ANSWER,
  },
  {
    file: "lib/lock/read_block.ts",
    within: "checkContent",
    reason: SAME_ANSWER,
  },
  {
    file: "lib/archive/zip_local_headers.ts",
    within: "dataOffset",
    says: "throw fail(overlap);",
    reason: SAME_ANSWER,
  },
  {
    file: "lib/yaml/tree_builder.ts",
    within: "TreeBuilder.open",
    says: "A key must be a plain text",
    reason: SAME_ANSWER,
  },
  {
    file: "lib/repository/parse_index.ts",
    says: "is cut off",
    reason: SAME_ANSWER,
  },
  {
    file: "lib/repository/read_regular.ts",
    says: "${relativePath} was replaced",
    reason: RACE,
  },
  {
    file: "lib/tree/rehash_snapshot.ts",
    says: "is a device, FIFO or socket",
    reason: `${RACE}: the walk has told such files apart already`,
  },
  {
    file: "lib/tree/rehash_snapshot.ts",
    says: "changes while it is read",
    reason: RACE,
  },
  {
    file: "lib/tree/rehash_snapshot.ts",
    says: "cannot be read",
    reason: "a permission that is missing, which root's tests cannot miss",
  },
  {
    file: "lib/tree/walk_snapshot.ts",
    says: "cannot be read",
    reason: "a permission that is missing, which root's tests cannot miss",
  },
  {
    file: "lib/signature/ssh_verify.ts",
    within: "sshVerify",
    reason: "WebCrypto refuses an unknown digest as well",
  },
  {
    file: "lib/signature/ssh_verify.ts",
    within: "padded",
    reason: "copying to a place before the array's beginning throws as well",
  },
  {
    file: "lib/signature/self_signatures.ts",
    within: "SelfSignatures.holds",
    says: "return false;",
    reason:
      "such a signature does not verify either; this keeps it from the bounded number of checks",
  },
  {
    file: "lib/git/tree_walk.ts",
    within: "contents",
    reason: "the walk before it has looked at each object",
  },
  {
    file: "lib/git/ssh_git.ts",
    says: "Deno may not run git",
    reason: "the permission was looked at before anything was asked",
  },
];

/** Why no test misses `guard`; `undefined` where none is known. */
export function reasonOf(guard: Guard): string | undefined {
  return EXCLUSIONS.find(({ file, within, says }) =>
    (file === undefined || file === guard.file) &&
    (within === undefined || within === guard.within) &&
    (says === undefined || guard.says.startsWith(says))
  )?.reason;
}
