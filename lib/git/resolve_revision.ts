import { UsageError } from "../base/errors.ts";
import { lstatOrUndefined } from "../repository/real_folder.ts";
import { printable } from "../report/printable.ts";
import { checkGitRef } from "../trust/ref.ts";
import { commitParents } from "./commit_parents.ts";
import { resolveRef } from "./local_refs.ts";
import type { LocalRepository } from "./local_repository.ts";
import { isObjectId } from "./object_format.ts";
import { peelTag } from "./tags.ts";

/** Where a short name is looked for, as git does (`gitrevisions`). */
const PLACES = [
  (name: string) => name,
  (name: string) => `refs/${name}`,
  (name: string) => `refs/tags/${name}`,
  (name: string) => `refs/heads/${name}`,
  (name: string) => `refs/remotes/${name}`,
  (name: string) => `refs/remotes/${name}/HEAD`,
];

/** Steps that one revision may take back; a person counts fewer. */
const MAX_STEPS = 10_000;

/**
 * The commit that a revision names: a full id, `HEAD`, a branch, a tag, a
 * remote's branch such as `origin/main`, or a full ref, each with `~<n>` and
 * `^<n>` behind it. An abbreviated id names nothing, and a name that is both a
 * tag and a branch is refused where they differ: what is trusted must not hang
 * on which of the two somebody meant.
 *
 * @throws {UsageError} `usage` where it names no commit of this repository; in
 * a shallow clone that says how to get it.
 */
export function resolveRevision(
  repository: LocalRepository,
  revision: string,
): string {
  const [, name = "", steps = ""] = /^([^~^]*)((?:[~^][0-9]*)*)$/
    .exec(revision) ?? [];
  const start = startOf(repository, name, revision);
  let commit = peeled(repository, start, revision);
  let left = MAX_STEPS;
  for (const [, kind, digits = ""] of steps.matchAll(/([~^])([0-9]*)/g)) {
    const count = digits === "" ? 1 : Number(digits);
    const times = kind === "~" ? count : Math.min(count, 1);
    for (let step = 0; step < times; step++) {
      if (left-- === 0) throw unknown(repository, revision);
      const { body } = repository.objects.read(commit);
      const parents = commitParents(body, repository.format);
      const parent = parents[kind === "~" ? 0 : count - 1];
      if (parent === undefined) throw unknown(repository, revision);
      commit = peeled(repository, parent, revision);
    }
  }
  return commit;
}

function startOf(
  repository: LocalRepository,
  name: string,
  revision: string,
): string {
  if (isObjectId(repository.format, name)) return name;
  const full = name === "@" ? "HEAD" : name;
  const found = new Map<string, string>();
  for (const place of PLACES) {
    const ref = place(full);
    const named = ref === "HEAD" ||
      ref.startsWith("refs/") && checkGitRef(ref).fault === undefined;
    const id = named ? resolveRef(repository, ref) : undefined;
    if (id !== undefined) found.set(ref, peeled(repository, id, revision));
    // HEAD and a full name are never short for something else.
    if (id !== undefined && ref === full) return id;
  }
  const commits = new Set(found.values());
  if (commits.size > 1) {
    throw new UsageError(
      "usage",
      `the revision ${printable(revision)} is ambiguous: it is ${
        [...found.keys()].map((ref) => printable(ref)).join(" and ")
      }; give the full name of one`,
    );
  }
  const [commit] = commits;
  if (commit === undefined) throw unknown(repository, revision);
  return commit;
}

function peeled(
  repository: LocalRepository,
  id: string,
  revision: string,
): string {
  const { objects } = repository;
  if (objects.info(id) === undefined) throw unknown(repository, revision);
  const { id: commit, type } = peelTag(objects, id);
  if (type !== "commit") throw unknown(repository, revision);
  return commit;
}

function unknown(
  { commonDir }: LocalRepository,
  revision: string,
): UsageError {
  const shown = printable(revision);
  const shallow = lstatOrUndefined(`${commonDir}/shallow`) !== undefined;
  return new UsageError(
    "usage",
    shallow
      ? `the revision ${shown} names no commit of this shallow clone: fetch it (\`git fetch origin ${shown}\`), or clone with the whole history (\`fetch-depth: 0\`)`
      : `the revision ${shown} names no commit of this repository: give a full commit id, a branch, a tag, or one of them with ~<n>`,
  );
}
