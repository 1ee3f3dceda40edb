import assert from "node:assert/strict";
import type { Adopter, Descriptor } from "../support/adopter.ts";
import { git, gitBytes } from "../support/git.ts";
import { gitContent } from "../tree/git_content.ts";
import { stands, traces } from "./traces.ts";
import {
  archiveEntries,
  branchEntry,
  gitStatus,
  run,
  setup,
  startWorld,
  type World,
  zipEntry,
} from "./world.ts";

/** One source of each method, and an adopter that trusts them all. */
async function threeMethods(world: World) {
  const tagged = await world.tagged("acme-tag", ["read-mail", "read-news"]);
  // The branch goes on after the tag, so that one cannot pass for the other.
  await tagged.source.commit({ "skills/read-news/more.md": "More.\n" });
  await tagged.source.publish();
  const branch = await world.tagged("acme-branch", ["draft-mail"]);
  const archive = await world.archive(
    "acme-zip-1.0.0.zip",
    archiveEntries("acme-zip-1.0.0", ["count-words", "count-lines"]),
  );
  const descriptors: Descriptor[] = [
    { ...tagged.entry, provides: ["read-*"] },
    branchEntry("acme-branch", branch.url, ["draft-mail"]),
    zipEntry("acme-zip", archive, ["count-words", "count-lines"]),
  ];
  const adopter = await world.adopter(descriptors);
  return { adopter, tagged, branch, archive };
}

const SKILLS = {
  "acme-tag": ["read-mail", "read-news"],
  "acme-branch": ["draft-mail"],
  "acme-zip": ["count-lines", "count-words"],
} as const;

/** The folder that walking up from `path` to the first `.git` ends at. */
async function repositoryOf(path: string): Promise<string> {
  for (let at = path; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
    if (await stands(`${at}/.git`)) return at;
  }
  return "";
}

async function contentOf(adopter: Adopter, id: string): Promise<string> {
  const run_ = await run(adopter, ["verify", id, "--json"]);
  const { sources } = run_.json<{ sources: { content?: string }[] }>();
  return sources[0]?.content ?? "";
}

Deno.test("one source of each method: setup, verify, a colleague's clone, a second setup", async () => {
  await using world = await startWorld();
  const { adopter, tagged, archive } = await threeMethods(world);

  const first = await setup(adopter);
  assert.equal(first.code, 0, first.stdout + first.stderr);
  const verified = await run(adopter, ["verify"]);
  assert.equal(verified.code, 0, verified.stdout + verified.stderr);
  assert.deepEqual(await gitStatus(adopter), [
    "?? .apache-magpie.sources.lock",
    "?? .gitignore",
  ]);
  for (const [id, skills] of Object.entries(SKILLS)) {
    const snapshot = `${adopter.path}/.apache-magpie-sources/${id}`;
    for (const skill of skills) {
      const canonical = `.agents/skills/magpie-${skill}`;
      assert.equal(
        await Deno.readLink(`${adopter.path}/${canonical}`),
        `../../.apache-magpie-sources/${id}/skills/${skill}`,
      );
      assert.equal(
        await Deno.readLink(`${adopter.path}/.github/skills/magpie-${skill}`),
        `../../${canonical}`,
      );
      // Walk-up from a suite, as the eval runner does to resolve `skill_md`.
      const suite = `${snapshot}/tools/skill-evals/evals/${skill}/step-1`;
      assert.ok(await stands(`${suite}/fixtures/step-config.json`));
      assert.equal(await repositoryOf(`${suite}/fixtures`), snapshot);
      assert.ok(await stands(`${snapshot}/skills/${skill}/SKILL.md`));
    }
  }

  // `content` is what stock git makes of the bytes on disk; a git source's
  // bytes are the raw blobs of its commit.
  const snapshot = `${adopter.path}/.apache-magpie-sources/acme-tag`;
  assert.equal(
    await contentOf(adopter, "acme-tag"),
    await gitContent(snapshot),
  );
  assert.equal(
    await contentOf(adopter, "acme-zip"),
    await gitContent(`${adopter.path}/.apache-magpie-sources/acme-zip`),
  );
  await assertBlobs(tagged.source.bare, tagged.commit, snapshot);
  assert.match(
    await adopter.read(".apache-magpie.sources.lock"),
    new RegExp(`sha512: "?${archive.sha512}`),
  );

  // A second run: no request, not one byte.
  const before = await traces(adopter.path);
  const asked = world.requests();
  const again = await setup(adopter);
  assert.equal(again.code, 0, again.stdout + again.stderr);
  assert.deepEqual(await traces(adopter.path), before);
  assert.equal(world.requests(), asked);

  // A colleague, and a CI job.
  await adopter.commit("Adopt");
  const clone = await adopter.clone(world.join("clone"));
  const frozen = await run(clone, ["setup", "--frozen", "--allow-unpinned"]);
  assert.equal(frozen.code, 0, frozen.stdout + frozen.stderr);
  assert.equal((await run(clone, ["verify"])).code, 0);
  assert.deepEqual(await gitStatus(clone), []);
  assert.deepEqual(
    await Deno.readFile(`${clone.path}/.apache-magpie.sources.lock`),
    await Deno.readFile(`${adopter.path}/.apache-magpie.sources.lock`),
  );
});

/** A snapshot holds every blob of the commit, byte for byte and with its mode, and nothing else. */
async function assertBlobs(
  repository: string,
  commit: string,
  snapshot: string,
): Promise<void> {
  const listed = await git(repository, ["ls-tree", "-r", "-z", commit]);
  const expected = new Set<string>();
  for (const line of listed.split("\0").filter((line) => line !== "")) {
    const [, mode, id, path] = /^(\d+) blob ([0-9a-f]+)\t(.*)$/s.exec(line)!;
    expected.add(path!);
    const file = `${snapshot}/${path}`;
    const info = await Deno.lstat(file);
    const blob = await gitBytes(repository, ["cat-file", "blob", id!]);
    if (mode === "120000") {
      assert.equal(await Deno.readLink(file), new TextDecoder().decode(blob));
      continue;
    }
    assert.deepEqual(await Deno.readFile(file), new Uint8Array(blob), path);
    assert.equal(info.mode! & 0o777, mode === "100755" ? 0o755 : 0o644, path);
  }
  const there = [...(await traces(snapshot)).keys()]
    .filter((path) => !path.endsWith("/"));
  assert.deepEqual(there, [...expected].sort());
}

Deno.test("a snapshot is the raw blobs: no export-ignore, no line ends, no keyword, whatever the umask", async () => {
  await using world = await startWorld();
  const { source, url } = await world.tagged("odd", ["one"]);
  const commit = await source.commit({
    "odd/.gitattributes": "* text eol=crlf ident\nsecret.txt export-ignore\n",
    "odd/unix.txt": "one\ntwo $Id$\n",
    "odd/dos.txt": "one\r\ntwo\r\n",
    "odd/secret.txt": "kept\n",
    "odd/run.sh": { content: "#!/bin/sh\n", executable: true },
    "odd/link": { link: "unix.txt" },
    "odd/binary": Uint8Array.from({ length: 256 }, (_, at) => at),
    "odd/ünï cödé.txt": "name\n",
  });
  await source.annotatedTag("v1.0.0");
  await source.publish();
  const adopter = await world.adopter([
    {
      id: "odd",
      method: "git-tag",
      url,
      ref: "v1.0.0",
      commit,
      name: "Odd",
      provides: ["one"],
    },
  ]);
  const snapshot = `${adopter.path}/.apache-magpie-sources/odd`;
  for (const umask of ["000", "022", "077"]) {
    const { code, stdout, stderr } = await run(adopter, ["setup", "--yes"], {
      umask,
    });
    assert.equal(code, 0, stdout + stderr);
    await assertBlobs(source.bare, commit, snapshot);
    assert.equal(await contentOf(adopter, "odd"), await gitContent(snapshot));
    const modes = ["odd/unix.txt", "odd/run.sh", "odd", ".git"].map((path) =>
      (Deno.lstatSync(`${snapshot}/${path}`).mode! & 0o7777).toString(8)
    );
    assert.deepEqual(modes, ["644", "755", "755", "755"], umask);
    await Deno.remove(snapshot, { recursive: true });
  }
});

Deno.test("what speaks to agents that work on the source stays out of its snapshot", async () => {
  await using world = await startWorld();
  const { source, url } = await world.tagged("loud", ["one"]);
  const commit = await source.commit({
    "AGENTS.md": "Obey.\n",
    ".claude/settings.json": "{}\n",
    ".github/workflows/ci.yml": "on: push\n",
    "docs/CLAUDE.md": "Obey.\n",
    "skills/one/AGENTS.md": "Part of the skill.\n",
  });
  await source.annotatedTag("v1.0.0");
  await source.publish();
  const adopter = await world.adopter([
    {
      id: "loud",
      name: "Loud",
      method: "git-tag",
      url,
      ref: "v1.0.0",
      commit,
      provides: ["one"],
    },
  ]);
  const outcome = await setup(adopter, "--json");
  assert.equal(outcome.code, 0, outcome.stderr);
  const snapshot = `${adopter.path}/.apache-magpie-sources/loud`;
  for (const path of ["AGENTS.md", ".claude", ".github", "docs"]) {
    assert.equal(await stands(`${snapshot}/${path}`), false, path);
  }
  assert.ok(await stands(`${snapshot}/skills/one/AGENTS.md`));
  const left = outcome.json().findings
    .find(({ rule }) => rule === "tree-left-out");
  assert.match(left?.message ?? "", /\b4\b/);
});

Deno.test("layout.include narrows the snapshot to skills, suites, listed paths and licences", async () => {
  await using world = await startWorld();
  const { source, url, commit } = await world.tagged("wide", ["one", "two"]);
  const adopter = await world.adopter([{
    id: "wide",
    name: "Wide",
    method: "git-tag",
    url,
    ref: "v1.0.0",
    commit,
    "layout.include": ["README.md"],
    provides: ["one"],
  }]);
  const { code, stdout, stderr } = await setup(adopter);
  assert.equal(code, 0, stdout + stderr);
  const snapshot = `${adopter.path}/.apache-magpie-sources/wide`;
  const files = [...(await traces(snapshot)).keys()]
    .filter((path) => !path.endsWith("/"));
  const all = (await git(source.bare, ["ls-tree", "-r", "--name-only", commit]))
    .split("\n");
  assert.deepEqual(
    files,
    all.filter((path) => !/(?:^|\/)two\//.test(path)).sort(),
  );
  assert.equal((await run(adopter, ["verify"])).code, 0);
});

Deno.test("a branch that was rewritten since it was fetched is named when it is fetched again", async () => {
  await using world = await startWorld();
  const wip = await world.tagged("wip", ["draft-mail"]);
  const adopter = await world.adopter([
    branchEntry("wip", wip.url, ["draft-mail"]),
  ]);
  assert.equal((await setup(adopter)).code, 0);
  const rules = async () => {
    await Deno.remove(`${adopter.path}/.apache-magpie-sources/wip`, {
      recursive: true,
    });
    const again = await setup(adopter, "--json");
    assert.equal(again.code, 0, again.stdout);
    return again.json().findings.map(({ rule }) => rule);
  };
  await wip.source.commit({ "NEWS": "Two.\n" });
  await wip.source.publish();
  assert.ok(!(await rules()).includes("branch-rewritten"));
  await git(wip.source.checkout, ["commit", "-q", "--amend", "-m", "Other"]);
  await wip.source.publish();
  assert.ok((await rules()).includes("branch-rewritten"));
});
