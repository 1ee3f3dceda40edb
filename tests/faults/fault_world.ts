import {
  type Adopter,
  type Descriptor,
  trustList,
} from "../support/adopter.ts";
import { sampleSkill } from "../support/sample_source.ts";
import {
  branchEntry,
  copyOf,
  startWorld,
  type World,
} from "../commands/world.ts";
import { runHere } from "./run_here.ts";

/** The situations in which runs are killed. */
export type Scenario =
  | "first"
  | "restore"
  | "repair"
  | "prune"
  | "unadopt"
  | "upgrade"
  | "write";

/** All of them. */
export const SCENARIOS: readonly Scenario[] = [
  "first",
  "restore",
  "repair",
  "prune",
  "unadopt",
  "upgrade",
  "write",
];

/** A git server, and one adopter for each scenario, ready for its command. */
export interface FaultWorld extends AsyncDisposable {
  readonly world: World;
  /** A fresh copy of a scenario's adopter. */
  copy(scenario: Scenario): Promise<Adopter>;
}

/** The command line that a scenario is about. */
export function commandOf(scenario: Scenario): readonly string[] {
  return [...lineOf(scenario).split(" "), "--yes"];
}

/** The same without `--yes`, as one text. */
export function lineOf(scenario: Scenario): string {
  switch (scenario) {
    case "unadopt":
      return "unadopt";
    case "upgrade":
      return "upgrade";
    case "write":
      return "upgrade --to alpha=v2.0.0 --write";
    default:
      return "setup";
  }
}

/**
 * What the adopter's people have: a folder of their own beside our links, a
 * link, a script, an ignore file without a final line end, an untracked note.
 */
const USER_FILES = {
  "docs/guide.md": "# Guide\n",
  "run.sh": { content: "#!/bin/sh\nexit 0\n", executable: true },
  ".agents/skills/own/SKILL.md": "---\nname: own\ndescription: Ours.\n---\n",
  ".agents/skills/guide": { link: "../../docs" },
  ".claude/skills/mine/SKILL.md": "---\nname: mine\ndescription: Mine.\n---\n",
  ".gitignore": "node_modules/\n*.log",
};

/** Builds the world: two tagged sources, a branch, an adopter for each scenario. */
export async function faultWorld(
  scenarios: readonly Scenario[] = SCENARIOS,
): Promise<FaultWorld> {
  const world = await startWorld();
  const alpha = await world.tagged("alpha", ["alpha-one", "alpha-two"]);
  const beta = await world.tagged("beta", ["beta-one"]);
  const gamma = await world.tagged("gamma", ["gamma-one"]);
  await Deno.remove(`${alpha.source.checkout}/skills/alpha-two`, {
    recursive: true,
  });
  const commit = await alpha.source.commit({
    ...sampleSkill("alpha-three"),
    "skills/alpha-one/references/notes.md": "Second edition.\n",
  });
  await alpha.source.annotatedTag("v2.0.0");
  await alpha.source.publish();
  const others = [
    beta.entry,
    branchEntry("gamma", gamma.url, ["gamma-one"]),
  ];
  const newAlpha = {
    ...alpha.entry,
    ref: "v2.0.0",
    commit,
    provides: ["alpha-one", "alpha-three"],
  };

  // What a family provides may change with the release, the entry need not.
  const familyAlpha = { ...alpha.entry, provides: ["alpha-*"] };

  const first = await world.adopter([alpha.entry, ...others], USER_FILES);
  await first.write({ "note.txt": "Not in git.\n" });
  const adopters = new Map<Scenario, Adopter>([["first", first]]);
  const prepare: Record<Scenario, (adopter: Adopter) => Promise<void>> = {
    first: () => Promise.resolve(),
    restore: (adopter) =>
      colleagueMovesOn(adopter, world, [newAlpha, ...others]),
    repair: editSnapshot,
    prune: (adopter) => trust(adopter, [alpha.entry, others[1]!]),
    unadopt: () => Promise.resolve(),
    upgrade: (adopter) => trust(adopter, [newAlpha, ...others]),
    write: async (adopter) => {
      await trust(adopter, [familyAlpha, ...others]);
      await runLine(adopter, "upgrade");
      await adopter.commit("Trust a family");
    },
  };
  const more = scenarios.filter((scenario) => scenario !== "first");
  if (more.length > 0) {
    const adopted = await installed(first, world.join("adopted"));
    for (const scenario of more) {
      const adopter = await copyOf(adopted, world.join(scenario));
      await prepare[scenario](adopter);
      adopters.set(scenario, adopter);
    }
  }
  if (scenarios.includes("upgrade") || scenarios.includes("write")) {
    // Only `upgrade` moves a branch that is installed.
    await gamma.source.commit({ "NEWS": "The branch went on.\n" });
    await gamma.source.publish();
  }

  let count = 0;
  return {
    world,
    copy: (scenario) =>
      copyOf(adopters.get(scenario)!, world.join(`${scenario}-${++count}`)),
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
    },
  };
}

async function installed(from: Adopter, path: string): Promise<Adopter> {
  const adopter = await copyOf(from, path);
  await setUp(adopter);
  await adopter.commit("Adopt");
  return adopter;
}

/** The trust list and the lock name a newer pin than the one that was fetched here. */
async function colleagueMovesOn(
  adopter: Adopter,
  world: World,
  descriptors: readonly Descriptor[],
): Promise<void> {
  const colleague = await world.adopter(descriptors);
  await setUp(colleague);
  await trust(adopter, descriptors);
  const lock = ".apache-magpie.sources.lock";
  await adopter.write({ [lock]: await colleague.read(lock) });
  await adopter.commit("Move on");
}

/** Somebody edits a skill where it is installed, and bends a link of ours. */
async function editSnapshot({ path }: Adopter): Promise<void> {
  const skill = `${path}/.apache-magpie-sources/alpha/skills/alpha-one`;
  await Deno.writeTextFile(`${skill}/SKILL.md`, "edited\n", { append: true });
  const link = `${path}/.agents/skills/magpie-beta-one`;
  await Deno.remove(link);
  await Deno.symlink("../../.apache-magpie-sources/gone/x/beta-one", link);
}

async function trust(
  adopter: Adopter,
  descriptors: readonly Descriptor[],
): Promise<void> {
  await adopter.write({ "skill-sources.md": trustList(descriptors) });
  await adopter.commit("Trust other sources");
}

async function setUp(adopter: Adopter): Promise<void> {
  await runLine(adopter, "setup");
}

async function runLine({ path }: Adopter, line: string): Promise<void> {
  const errors = (await runHere(path, line))
    .filter(({ level }) => level === "error");
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
}
