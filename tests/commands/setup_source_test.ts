import assert from "node:assert/strict";
import { MAX_ATTEMPTS } from "../../lib/base/limits.ts";
import type { Descriptor } from "../support/adopter.ts";
import { git } from "../support/git.ts";
import { SampleSource } from "../support/sample_source.ts";
import { zip, type ZipEntry } from "../support/zip.ts";
import { pathsBelow, stands, traces } from "./traces.ts";
import {
  archiveEntries,
  branchEntry,
  gitStatus,
  run,
  serveArchive,
  setup,
  startWorld,
  tagEntry,
  type World,
  zipEntry,
} from "./world.ts";

/** A source that must be refused, and what the message must say. */
interface Refused {
  readonly entry: Descriptor;
  readonly rule: string;
  readonly says: RegExp;
}

const SNAPSHOTS = ".apache-magpie-sources";

/**
 * Sets up all of them beside a good one in one run: each is refused by its own
 * rule, none leaves anything, and the good one is installed.
 */
async function assertRefused(
  world: World,
  t: Deno.TestContext,
  refused: Record<string, Refused>,
): Promise<void> {
  const good = await world.tagged("good", ["draft-mail"]);
  const adopter = await world.adopter([
    good.entry,
    ...Object.values(refused).map(({ entry }) => entry),
  ]);
  const outcome = await setup(adopter, "--jobs=32", "--json");
  assert.equal(outcome.code, 1, outcome.stdout + outcome.stderr);
  const errors = outcome.json().findings
    .filter(({ level }) => level === "error");
  const { sources } = outcome.json<{
    sources: { id: string; outcome: string }[];
  }>();
  const left = await pathsBelow(`${adopter.path}/${SNAPSHOTS}`);
  const lock = await adopter.read(".apache-magpie.sources.lock");
  for (const [name, { entry, rule, says }] of Object.entries(refused)) {
    await t.step(name, () => {
      const found = errors.filter(({ source }) => source === entry.id);
      assert.deepEqual(found.map((each) => each.rule), [rule], outcome.stdout);
      assert.match(found[0]!.message, says);
      assert.doesNotMatch(found[0]!.message, /\n/);
      const what = sources.find(({ id }) => id === entry.id);
      assert.equal(what?.outcome, "failed");
      assert.deepEqual(
        left.filter((path) => path.split(/[/.]/).includes(`${entry.id}`)),
        [],
      );
      assert.ok(!lock.includes(`id: ${entry.id}\n`));
    });
  }
  assert.deepEqual(
    left.filter((path) => path.includes("staging-")),
    [],
  );
  assert.equal(
    errors.filter(({ source }) => source === "good").length,
    0,
    outcome.stdout,
  );
  assert.ok(await stands(`${adopter.path}/.agents/skills/magpie-draft-mail`));
  assert.deepEqual(await pathsBelow(`${adopter.path}/.agents/skills`), [
    "magpie-draft-mail",
  ]);
  assert.deepEqual(await gitStatus(adopter), [
    "?? .apache-magpie.sources.lock",
    "?? .gitignore",
  ]);
}

Deno.test("pins that do not hold", async (t) => {
  await using world = await startWorld();
  const source = await SampleSource.create(world.root, "acme", ["read-mail"]);
  const url = `${world.git.url}/acme.git`;
  const first = await source.revision("HEAD");
  const tagObject = await source.annotatedTag("v1.0.0");
  await source.lightweightTag("moved");
  await source.commit({ "NEWS": "Two.\n" });
  await source.lightweightTag("moved");
  await git(source.checkout, ["branch", "v9.0.0"]);
  await source.publish();
  await git(world.root, ["init", "-q", "--bare", "void.git"]);
  const good = await world.archive(
    "acme.zip",
    archiveEntries("acme", ["read-mail"]),
  );
  const tag = (id: string, ref: string, commit: string) => ({
    ...tagEntry(id, url, commit, ["read-mail"]),
    ref,
  });
  await assertRefused(world, t, {
    "a moved tag": {
      entry: tag("moved-tag", "moved", first),
      rule: "tag-moved",
      says: new RegExp(`moved.*${first}`),
    },
    "the pin is the tag object's id": {
      entry: tag("tag-object", "v1.0.0", tagObject),
      rule: "anchor-is-tag-object",
      says: new RegExp(first),
    },
    "a ref that is missing names those that exist": {
      entry: tag("no-ref", "v1.0.1", first),
      rule: "ref-missing",
      says: /v1\.0\.1.*"v1\.0\.0"/,
    },
    "a branch never passes for a tag": {
      entry: tag("branch-for-tag", "v9.0.0", first),
      rule: "ref-missing",
      says: /branch of that name/,
    },
    "a tag never passes for a branch": {
      entry: {
        ...branchEntry("tag-for-branch", url, ["read-mail"]),
        ref: "v1.0.0",
      },
      rule: "ref-missing",
      says: /tag of that name/,
    },
    "an empty repository": {
      entry: tagEntry("void", `${world.git.url}/void.git`, first, [
        "read-mail",
      ]),
      rule: "repository-empty",
      says: /empty/,
    },
    "a SHA-256 pin of a SHA-1 repository": {
      entry: tag("wrong-format", "v1.0.0", "0".repeat(24) + first),
      rule: "commit-unknown",
      says: /40/,
    },
    "another archive than the pinned one": {
      entry: zipEntry("changed", { ...good, sha512: "ab".repeat(64) }, [
        "read-mail",
      ]),
      rule: "archive-changed",
      says: new RegExp(good.sha512),
    },
  });
});

Deno.test("servers that do not serve", async (t) => {
  await using world = await startWorld();
  const { files } = world;
  const commit = "0123456789abcdef0123456789abcdef01234567";
  const archive = await world.archive(
    "whole.zip",
    archiveEntries("whole", ["read-mail"]),
  );
  const bytes = await Deno.readFile(`${world.root}/whole.zip`);
  for (
    const name of [
      "half",
      "login",
      "denied",
      "broken",
      "hangs-up",
      "wrong-sum",
    ]
  ) {
    await Deno.writeFile(`${world.root}/${name}.zip`, bytes);
  }
  files.faults.set("/half.zip", { kind: "truncate", bytes: 100 });
  files.faults.set("/login.zip", { kind: "html" });
  files.faults.set("/denied.zip", { kind: "status", status: 401 });
  files.faults.set("/broken.zip", { kind: "status", status: 500 });
  files.faults.set("/hangs-up.zip", { kind: "reset" });
  await Deno.writeTextFile(
    `${world.root}/wrong-sum.zip.sha512`,
    `${"ab".repeat(64)}  wrong-sum.zip\n`,
  );
  const at = (name: string) =>
    zipEntry(name, { ...archive, url: `${files.url}/${name}.zip` }, [
      "read-mail",
    ]);
  const repository = (id: string) =>
    tagEntry(id, `${files.url}/${id}.git`, commit, ["read-mail"]);
  const refs = (id: string) => `/${id}.git/info/refs`;
  files.faults.set(refs("git-denied"), { kind: "status", status: 401 });
  files.faults.set(refs("git-broken"), { kind: "status", status: 500 });
  files.faults.set(refs("git-login"), { kind: "html" });
  files.faults.set(refs("git-hangs-up"), { kind: "reset" });
  files.faults.set(refs("git-endless"), { kind: "endless" });
  const bomb = await serveArchive(
    world.root,
    files,
    "bomb.zip",
    zip([
      ...archiveEntries("bomb", ["read-mail"]),
      { name: "bomb/zeros", content: new Uint8Array(40 * 1024 * 1024) },
    ]),
  );
  await assertRefused(world, t, {
    "an archive that is not there": {
      entry: at("absent"),
      rule: "not-found",
      says: /404|no such|not found/i,
    },
    "an archive behind a login": {
      entry: at("denied"),
      rule: "not-found",
      says: /401.*private/,
    },
    "a login page instead of an archive": {
      entry: at("login"),
      rule: "archive-invalid",
      says: /HTML/,
    },
    "a server with a fault of its own": {
      entry: at("broken"),
      rule: "http-failed",
      says: /500/,
    },
    "a server that hangs up": {
      entry: at("hangs-up"),
      rule: "http-failed",
      says: /hangs-up\.zip/,
    },
    "half an archive": {
      entry: at("half"),
      rule: "http-failed",
      says: /half\.zip/,
    },
    "much too much": {
      entry: zipEntry("bomb", bomb, ["read-mail"]),
      rule: "limit-exceeded",
      says: /200/,
    },
    "a published checksum that differs": {
      entry: at("wrong-sum"),
      rule: "checksum-mismatch",
      says: /wrong-sum\.zip/,
    },
    "a repository that is not there": {
      entry: repository("git-absent"),
      rule: "not-found",
      says: /private/,
    },
    "a private repository": {
      entry: repository("git-denied"),
      rule: "not-found",
      says: /private/,
    },
    "a git server with a fault of its own": {
      entry: repository("git-broken"),
      rule: "http-failed",
      says: /500/,
    },
    "a page instead of a repository": {
      entry: repository("git-login"),
      rule: "git-protocol",
      says: /HTML|git/,
    },
    "a git server that hangs up": {
      entry: repository("git-hangs-up"),
      rule: "http-failed",
      says: /git-hangs-up/,
    },
    "refs without end": {
      entry: repository("git-endless"),
      rule: "git-protocol",
      says: /git-endless/,
    },
  });
  await t.step("each is asked a bounded number of times", () => {
    const asked = new Map<string, number>();
    for (const { path } of files.requests) {
      asked.set(path, (asked.get(path) ?? 0) + 1);
    }
    for (const [path, times] of asked) {
      assert.ok(times <= MAX_ATTEMPTS, `${path} ${times}`);
    }
    assert.equal(asked.get("/hangs-up.zip"), MAX_ATTEMPTS);
    assert.equal(asked.get("/denied.zip"), 1);
  });
});

Deno.test("a checksum file without end, or none, is a warning where the pin matched", async () => {
  await using world = await startWorld();
  const entries: Descriptor[] = [];
  for (const name of ["endless", "none"]) {
    const archive = await world.archive(
      `${name}.zip`,
      archiveEntries(name, [`read-${name}`]),
    );
    entries.push(zipEntry(name, archive, [`read-${name}`]));
  }
  world.files.faults.set("/endless.zip.sha512", { kind: "endless" });
  await Deno.remove(`${world.root}/none.zip.sha512`);
  const adopter = await world.adopter(entries);
  const outcome = await setup(adopter, "--json");
  assert.equal(outcome.code, 0, outcome.stdout + outcome.stderr);
  assert.deepEqual(
    outcome.json().findings.map((
      { rule, level, source },
    ) => [rule, level, source]).filter(([rule]) =>
      rule !== "trust-list-uncommitted"
    ),
    [
      ["checksum-missing", "warning", "endless"],
      ["checksum-missing", "warning", "none"],
    ],
  );
  const strict = await setup(await world.adopter(entries), "--strict");
  assert.equal(strict.code, 1, strict.stdout + strict.stderr);
});

const CANARY = "UNTOUCHED\n";

/** A commit whose tree holds `names` as git itself would refuse to write them. */
async function hostileSource(
  world: World,
  name: string,
  build: (
    tree: (entries: readonly RawEntry[]) => Promise<string>,
    blob: string,
  ) => Promise<readonly RawEntry[]>,
): Promise<Descriptor> {
  const source = await SampleSource.create(world.root, name, ["read-mail"]);
  const { bare } = source;
  const tree = (entries: readonly RawEntry[]) => writeTree(bare, entries);
  const blob = await git(bare, ["hash-object", "-w", "--stdin"], {
    input: "PWNED\n",
  });
  const listed = (await git(bare, ["ls-tree", "HEAD"])).split("\n");
  const root = listed.map((line): RawEntry => {
    const [, mode, id, name] = /^(\d+) \w+ (\w+)\t(.*)$/.exec(line)!;
    return { mode: mode!, id: id!, name: name! };
  });
  const id = await tree([...root, ...await build(tree, blob)]);
  const commit = await git(bare, ["commit-tree", "-m", "Hostile", id]);
  await git(bare, ["update-ref", "refs/tags/v1.0.0", commit]);
  return tagEntry(name, `${world.git.url}/${name}.git`, commit, ["read-mail"]);
}

interface RawEntry {
  readonly mode: string;
  readonly name: string;
  readonly id: string;
}

function writeTree(
  bare: string,
  entries: readonly RawEntry[],
): Promise<string> {
  const key = ({ name, mode }: RawEntry) =>
    mode.startsWith("4") || mode.startsWith("04") ? `${name}/` : name;
  const parts = [...entries]
    .sort((left, right) => key(left) < key(right) ? -1 : 1)
    .flatMap(({ mode, name, id }) => [
      new TextEncoder().encode(`${mode.replace(/^0/, "")} ${name}\0`),
      Uint8Array.fromHex(id),
    ]);
  const whole = new Uint8Array(
    parts.reduce((sum, part) => sum + part.length, 0),
  );
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return git(bare, [
    "hash-object",
    "-t",
    "tree",
    "--literally",
    "-w",
    "--stdin",
  ], {
    input: whole,
  });
}

Deno.test("hostile names reach nothing", async (t) => {
  await using world = await startWorld();
  const canary = world.join("canary");
  await Deno.writeTextFile(canary, CANARY);
  const file = (id: string, name: string): RawEntry => ({
    mode: "100644",
    name,
    id,
  });
  const folder = (id: string, name: string): RawEntry => ({
    mode: "40000",
    name,
    id,
  });
  const climbing = await hostileSource(
    world,
    "climbing",
    async (tree, blob) => {
      let id = await tree([file(blob, "canary")]);
      for (let depth = 0; depth < 5; depth++) {
        id = await tree([
          folder(id, ".."),
        ]);
      }
      return [folder(id, "..")];
    },
  );
  const dotGit = await hostileSource(world, "dot-git", async (tree, blob) => {
    const hooks = await tree([file(blob, "post-checkout")]);
    const dot = await tree([folder(hooks, "hooks")]);
    return [folder(await tree([folder(dot, ".GIT")]), "sub")];
  });
  const backslash = await hostileSource(
    world,
    "backslash",
    (_, blob) => Promise.resolve([file(blob, "..\\..\\canary")]),
  );
  const twins = await hostileSource(world, "twins", async (tree, blob) => {
    const link = await git(`${world.root}/twins.git`, [
      "hash-object",
      "-w",
      "--stdin",
    ], {
      input: world.path,
    });
    return [
      { mode: "120000", name: "way", id: link },
      folder(await tree([file(blob, "canary")]), "way"),
    ];
  });
  const evil = (name: string, entries: readonly ZipEntry[]) =>
    world.archive(`${name}.zip`, [
      ...archiveEntries(name, ["read-mail"]),
      ...entries,
    ]);
  const pwned = "PWNED\n";
  const zips: Record<string, readonly ZipEntry[]> = {
    "zip-climbing": [
      { name: "zip-climbing/../../../../../../canary", content: pwned },
    ],
    "zip-absolute": [{ name: canary, content: pwned }],
    "zip-backslash": [
      { name: "zip-backslash\\..\\..\\..\\..\\canary", content: pwned },
    ],
    "zip-through-link": [
      { name: "zip-through-link/way", link: world.path },
      { name: "zip-through-link/way/canary", content: pwned },
    ],
    "zip-dot-git": [
      { name: "zip-dot-git/skills/.git/hooks/post-checkout", content: pwned },
    ],
  };
  const refused: Record<string, Refused> = {
    "a git tree that climbs out": {
      entry: climbing,
      rule: "name-refused",
      says: /\.\./,
    },
    "a git tree with a .git of its own": {
      entry: dotGit,
      rule: "name-refused",
      says: /\.GIT/,
    },
    "a git tree with backslashes": {
      entry: backslash,
      rule: "name-refused",
      says: /backslash|canary/,
    },
    "a link and a folder of one name": {
      entry: twins,
      rule: "name-refused",
      says: /way/,
    },
  };
  for (const [name, entries] of Object.entries(zips)) {
    refused[`${name}: an archive`] = {
      entry: zipEntry(name, await evil(name, entries), ["read-mail"]),
      rule: "name-refused",
      says: /canary|way|\.git/,
    };
  }
  await assertRefused(world, t, refused);
  assert.equal(await Deno.readTextFile(canary), CANARY);
  const names = (await pathsBelow(world.path))
    .filter((path) => !path.startsWith("served/"));
  assert.deepEqual(names.filter((path) => path.endsWith("/canary")), []);
  assert.deepEqual(names.filter((path) => path.endsWith("post-checkout")), []);
});

Deno.test("a source that turns bad keeps its last good snapshot", async () => {
  await using world = await startWorld();
  const { entry } = await world.tagged("acme", ["read-mail"]);
  const adopter = await world.adopter([entry]);
  assert.equal((await setup(adopter)).code, 0);
  const lock = await adopter.read(".apache-magpie.sources.lock");

  // The committed lock says other bytes than those the commit has.
  const forged = lock.replace(
    /content: "?[0-9a-f]+"?/,
    `content: "${"ab".repeat(32)}"`,
  );
  await adopter.write({ ".apache-magpie.sources.lock": forged });
  const before = await traces(`${adopter.path}/${SNAPSHOTS}/acme`);
  const outcome = await setup(adopter, "--json");
  assert.equal(outcome.code, 1, outcome.stdout);
  assert.ok(
    outcome.json().findings.some(({ rule, source }) =>
      rule === "content-changed" && source === "acme"
    ),
    outcome.stdout,
  );
  assert.deepEqual(await traces(`${adopter.path}/${SNAPSHOTS}/acme`), before);
  assert.ok(
    await stands(`${adopter.path}/.agents/skills/magpie-read-mail/SKILL.md`),
  );
  assert.equal(await adopter.read(".apache-magpie.sources.lock"), forged);
  const verified = await run(adopter, ["verify", "--json"]);
  assert.equal(verified.code, 1);
  assert.ok(
    verified.json().findings.some(({ rule }) => rule === "content-changed"),
    verified.stdout,
  );

  // A server that is gone takes nothing away.
  await adopter.write({ ".apache-magpie.sources.lock": lock });
  await Deno.remove(`${world.root}/acme.git`, { recursive: true });
  assert.equal((await setup(adopter)).code, 0);
  assert.deepEqual(await traces(`${adopter.path}/${SNAPSHOTS}/acme`), before);
});
