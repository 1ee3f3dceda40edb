import type { Adopter } from "../tests/support/adopter.ts";
import { git } from "../tests/support/git.ts";
import { type CliRun, runCli } from "../tests/support/run_cli.ts";
import { claim, quote, say } from "./narrator.ts";
import type { Organization } from "./organization.ts";

const SNAPSHOTS = ".apache-magpie-sources";
const COMMITTED_LOCK = ".apache-magpie.sources.lock";
const LOCAL_LOCK = ".apache-magpie.sources.local.lock";
/** Stands in the commit that nobody vouched for. */
const CANARY = "Nobody vouched for this line.";

/** The first `setup`: everything fetched, verified, linked and locked. */
export async function adopt({ adopter }: Organization): Promise<void> {
  title("1. Adopt: fetch, verify against the pins, link, lock");
  const run = await cli(adopter, "setup", "--yes");
  claim(run.code === 0, "setup exits with 0", exit(run));
  say("  Links of the agents:");
  quote((await links(adopter)).join("\n"));
  const skills = [
    "draft-notes",
    "release-notes",
    "review-diff",
    "review-tests",
  ];
  for (const skill of skills) {
    const file = `${adopter.path}/.agents/skills/magpie-${skill}/SKILL.md`;
    const text = await Deno.readTextFile(file).catch(() => "");
    claim(text.includes(`name: ${skill}`), `an agent can read ${skill}`);
  }
  for (const lock of [COMMITTED_LOCK, LOCAL_LOCK]) {
    say(`  ${lock}:`);
    quote(await adopter.read(lock));
  }
  const status = await cli(adopter, "status");
  claim(status.code === 0, "status exits with 0", exit(status));
  await adopter.commit("Adopt skill sources");
  const tracked = await git(adopter.path, ["ls-files"]);
  claim(
    tracked.includes(COMMITTED_LOCK) && !tracked.includes(SNAPSHOTS) &&
      !tracked.includes("magpie-review"),
    "git tracks the committed lock, no snapshot and no link",
    tracked,
  );
}

/** A second `setup` finds everything in place and asks no server. */
export async function repeat(organization: Organization): Promise<void> {
  title("2. Repeat: nothing to do, and no server is asked");
  const before = organization.requests();
  const run = await cli(organization.adopter, "setup", "--yes");
  claim(run.code === 0, "setup exits with 0", exit(run));
  const more = organization.requests() - before;
  claim(
    before > 0 && more === 0,
    `the servers logged ${before} requests before and ${more} since`,
  );
}

/** One byte of a snapshot changes; `verify` names the file. */
export async function editOneByte({ adopter }: Organization): Promise<void> {
  title("3. Tamper: one byte of one file in a snapshot changes");
  const name = `${SNAPSHOTS}/reviewers/skills/review-diff/SKILL.md`;
  const bytes = await Deno.readFile(`${adopter.path}/${name}`);
  const last = bytes.length - 2;
  bytes[last] = bytes[last]! ^ 1;
  await Deno.writeFile(`${adopter.path}/${name}`, bytes);
  const run = await cli(adopter, "verify");
  claim(run.code === 1, "verify exits with 1", exit(run));
  claim(
    (run.stdout + run.stderr).includes("skills/review-diff/SKILL.md"),
    "verify names the file",
    exit(run),
  );
}

/** The tag moves on the server; a fresh clone's `setup` refuses it. Returns the clone. */
export async function moveTheTag(
  { adopter, reviewers }: Organization,
  path: string,
): Promise<Adopter> {
  title("4. Attack: the tag v1.0.0 moves to another commit on the server");
  await reviewers.commit({ "skills/review-diff/SKILL.md": `${CANARY}\n` });
  await reviewers.annotatedTag("v1.0.0", "Reviewers 1.0.0, again");
  await reviewers.publish();
  const clone = await adopter.clone(path);
  const run = await cli(clone, "setup", "--yes", "--json");
  claim(run.code === 1, "setup in a fresh clone exits with 1", said(run));
  const moved = run.json().findings.find((finding) =>
    finding.rule === "tag-moved"
  );
  claim(moved?.source === "reviewers", "it says tag-moved", said(run));
  quote(moved?.message ?? "");
  const names = await namesIn(`${path}/${SNAPSHOTS}`);
  claim(
    !names.includes("reviewers") && names.includes("release-skills") &&
      !await holds(`${path}/${SNAPSHOTS}`, CANARY),
    "the clone has no snapshot of it, and no line of the moved tag",
    names.join(" "),
  );
  const linked = (await links(clone)).join("\n");
  claim(
    !linked.includes("review-") && linked.includes("release-notes"),
    "its skills are not linked; those of the other sources are",
    linked,
  );
  return clone;
}

/** The tag is put back; `setup` heals the clone and the edited snapshot. */
export async function repair(
  { adopter, reviewers }: Organization,
  clone: Adopter,
): Promise<void> {
  title("5. Repair: the tag is put back, setup runs again");
  await git(reviewers.checkout, ["reset", "-q", "--hard", "HEAD~1"]);
  await reviewers.annotatedTag("v1.0.0", "Reviewers 1.0.0");
  await reviewers.publish();
  for (
    const [name, checkout] of [["adopter", adopter], ["clone", clone]] as const
  ) {
    const setup = await cli(checkout, "setup", "--yes", "--quiet");
    claim(setup.code === 0, `setup heals the ${name}`, exit(setup));
    const verify = await cli(checkout, "verify");
    claim(verify.code === 0, `verify finds the ${name} intact`, exit(verify));
  }
  const locks = await Promise.all(
    [adopter, clone].map((checkout) => checkout.read(COMMITTED_LOCK)),
  );
  claim(locks[0] === locks[1], "both have the same committed lock");
  const changes = await git(clone.path, ["status", "--porcelain"]);
  claim(changes === "", "git sees nothing to commit in the clone", changes);
}

/** A release comes out; `upgrade` shows what it changes, writes the pin and installs it. */
export async function moveToTheNewest(
  { adopter, reviewers }: Organization,
): Promise<void> {
  title("6. Upgrade: reviewers 1.1.0 comes out");
  const commit = await reviewers.commit({
    "skills/review-docs/SKILL.md":
      "---\nname: review-docs\ndescription: Reviews documentation.\n---\n\n# Review\n\nRead https://style.example.org/guide first.\n",
    "skills/review-docs/links.sh": {
      content: "#!/bin/sh\ngrep -o 'https://[^)]*' \"$1\"\n",
      executable: true,
    },
    "tools/skill-evals/evals/review-docs/README.md": "No cases yet.\n",
    "skills/review-diff/references/notes.md": "Notes of 1.1.0.\n",
  });
  await reviewers.annotatedTag("v1.1.0", "Reviewers 1.1.0");
  await reviewers.publish();
  const run = await cli(
    adopter,
    ...["upgrade", "reviewers", "--latest", "--write", "--yes"],
  );
  claim(run.code === 0, "upgrade exits with 0", exit(run));
  const changed = await git(adopter.path, ["diff", "--unified=0"]);
  say("  What there is to commit:");
  quote(
    changed.split("\n").filter((line) => /^(?:diff|[-+] )/.test(line))
      .join("\n"),
  );
  claim(
    (await adopter.read("skill-sources.md")).includes(`commit: ${commit}`) &&
      (await adopter.read(COMMITTED_LOCK)).includes(commit),
    "trust list and committed lock have the new pin",
    changed,
  );
  claim(
    (await links(adopter)).join("\n").includes("magpie-review-docs"),
    "the new skill of the family is linked",
  );
  const verify = await cli(adopter, "verify");
  claim(verify.code === 0, "verify finds it intact", exit(verify));
}

function title(text: string): void {
  say();
  say(text);
}

async function cli(adopter: Adopter, ...args: string[]): Promise<CliRun> {
  say(`  $ skill-sources ${args.join(" ")}`);
  const run = await runCli(args, { cwd: adopter.path });
  if (!args.includes("--json")) quote(`${run.stdout}${run.stderr}`);
  return run;
}

function exit(run: CliRun): string {
  return `exit ${run.code}`;
}

/** All a run said, where it was not shown already. */
function said(run: CliRun): string {
  return `exit ${run.code}\n${run.stdout}\n${run.stderr}`;
}

/** Every `magpie-` link with its text, canonical ones first. */
async function links(adopter: Adopter): Promise<string[]> {
  const lines: string[] = [];
  for (const folder of [".agents", ".claude", ".github"]) {
    const target = `${folder}/skills`;
    const names: string[] = [];
    try {
      for await (const entry of Deno.readDir(`${adopter.path}/${target}`)) {
        if (entry.isSymlink) names.push(entry.name);
      }
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    for (const name of names.sort()) {
      const text = await Deno.readLink(`${adopter.path}/${target}/${name}`);
      lines.push(`${target}/${name} -> ${text}`);
    }
  }
  return lines;
}

async function namesIn(folder: string): Promise<string[]> {
  return (await Array.fromAsync(Deno.readDir(folder))).map((entry) =>
    entry.name
  );
}

/** Whether any file below `folder` holds `text`. */
async function holds(folder: string, text: string): Promise<boolean> {
  for await (const entry of Deno.readDir(folder)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory && await holds(path, text)) return true;
    if (entry.isFile && (await Deno.readTextFile(path)).includes(text)) {
      return true;
    }
  }
  return false;
}
