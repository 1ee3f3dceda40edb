import { type Adopter, adopterAt } from "../support/adopter.ts";
import { git } from "../support/git.ts";
import { run, setup, type TaggedSource, type World } from "./world.ts";

/** Folder of the snapshots; in a linked worktree a link. */
export const SNAPSHOTS = ".apache-magpie-sources";
/** Canonical link of the skill `read-mail`. */
export const LINK = ".agents/skills/magpie-read-mail";

/** Git fails when two worktrees of a repository are added at a time. */
let adding: Promise<unknown> = Promise.resolve();

/** Adds a linked worktree at `path`, on a branch of its own. */
export async function addWorktree(
  main: Adopter,
  path: string,
  ...args: readonly string[]
): Promise<Adopter> {
  const added = adding.then(() =>
    git(main.path, ["worktree", "add", "-q", ...args, path])
  );
  adding = added.catch(() => undefined);
  await added;
  return adopterAt(path);
}

/** An adopter that is set up, with its locks committed. */
export async function adopted(
  world: World,
  sources: readonly Pick<TaggedSource, "entry">[],
): Promise<Adopter> {
  const main = await world.adopter(sources.map(({ entry }) => entry));
  await expectCode(setup(main), 0);
  await main.commit("Adopt");
  return main;
}

/** What a run found, rule by rule, when it ended as it should. */
export async function findings(
  adopter: Adopter,
  args: readonly string[],
  code: number,
) {
  const outcome = await run(adopter, [...args, "--json"]);
  if (outcome.code !== code) {
    throw new Error(`exit ${outcome.code}, not ${code}: ${outcome.stdout}`);
  }
  return outcome.json().findings;
}

/** The rules of the errors, sorted. */
export async function errorRules(
  adopter: Adopter,
  args: readonly string[],
): Promise<string[]> {
  return (await findings(adopter, args, 1))
    .filter(({ level }) => level === "error").map(({ rule }) => rule).sort();
}

async function expectCode(
  outcome: ReturnType<typeof setup>,
  code: number,
): Promise<void> {
  const { code: got, stdout, stderr } = await outcome;
  if (got !== code) throw new Error(`exit ${got}: ${stdout}${stderr}`);
}
