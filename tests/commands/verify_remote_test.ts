import assert from "node:assert/strict";
import { permissionFlags } from "../../lib/cli/permissions.ts";
import type { Adopter } from "../support/adopter.ts";
import { git } from "../support/git.ts";
import type { CliDocument } from "../support/run_cli.ts";
import { traces } from "./traces.ts";
import {
  archiveEntries,
  branchEntry,
  run,
  serveArchive,
  setup,
  startWorld,
  zipEntry,
} from "./world.ts";
import { zip } from "../support/zip.ts";

const NETWORK = { permissions: permissionFlags("network") };

type Document = CliDocument & {
  readonly sources: readonly { readonly id: string; readonly newer?: string }[];
};

async function remote(adopter: Adopter, ...args: readonly string[]) {
  const before = await traces(adopter.path);
  const words = args.length === 0 ? ["verify", "--remote"] : args;
  const { code, stdout, stderr, json } = await run(
    adopter,
    [...words, "--json"],
    NETWORK,
  );
  assert.deepEqual(await traces(adopter.path), before, "it writes nothing");
  const document = json<Document>();
  return {
    code,
    document,
    said: document.findings.filter(({ rule }) => rule !== "branch-not-pinned"),
    all: stdout + stderr,
  };
}

/** Level, rule and source of each finding; all point at the trust list and have a fix. */
function summary(said: CliDocument["findings"]): string[] {
  for (const finding of said) {
    assert.equal(finding.path, "skill-sources.md", JSON.stringify(finding));
    assert.ok(finding.line! > 1);
    if (finding.rule !== "redirected") assert.ok(finding.fix, finding.rule);
    assert.doesNotMatch(finding.message, /\n/);
  }
  return said.map(({ level, rule, source }) => `${level} ${rule} ${source}`)
    .sort();
}

Deno.test("verify --remote", async (t) => {
  await using world = await startWorld();
  const acme = await world.tagged("acme", ["read-mail"]);
  const wip = await world.tagged("wip", ["draft-mail"]);
  const archive = await world.archive(
    "x-1.0.0.zip",
    archiveEntries("x-1.0.0", ["send-mail"]),
  );
  const adopter = await world.adopter([
    acme.entry,
    branchEntry("wip", wip.url, ["draft-mail"]),
    zipEntry("x", archive, ["send-mail"]),
  ]);
  const done = await setup(adopter);
  assert.equal(done.code, 0, done.stdout + done.stderr);
  await adopter.commit("Adopt");

  await t.step("where nothing has moved, nothing is said", async () => {
    const { code, said, all } = await remote(adopter);
    assert.deepEqual(said, [], all);
    assert.equal(code, 0);
  });

  await t.step("without --remote nobody is asked", async () => {
    const asked = world.requests();
    assert.equal((await run(adopter, ["verify"])).code, 0);
    assert.equal((await run(adopter, ["status"])).code, 0);
    assert.equal(world.requests(), asked);
  });

  await t.step(
    "a newer release and a branch that moved are notes",
    async () => {
      await acme.source.commit({ "x": "1\n" });
      await acme.source.annotatedTag("v1.2.0");
      await acme.source.annotatedTag("v1.10.0-rc.1");
      await acme.source.annotatedTag("v2.0.0");
      await acme.source.publish();
      await wip.source.commit({ "x": "1\n" });
      await wip.source.commit({ "x": "2\n" });
      await wip.source.publish();
      const { code, said, document, all } = await remote(adopter);
      assert.equal(code, 0, all);
      assert.deepEqual(summary(said), [
        "note branch-moved wip",
        "note outdated acme",
        "note outdated acme",
      ]);
      const words = said.map(({ message, fix }) => `${message}; ${fix}`).join();
      assert.match(
        words,
        /v1\.2\.0 is out; skill-sources upgrade acme --latest --write/,
      );
      assert.match(words, /v2\.0\.0 is out; .*--allow-major/);
      assert.doesNotMatch(words, /rc\.1/);
      assert.match(words, /moved on .* by 2 commits/);
      assert.deepEqual(
        document.sources.map(({ id, newer }) => [id, newer]),
        [["acme", "v1.2.0"], ["wip", undefined], ["x", undefined]],
      );
    },
  );

  await t.step(
    "status --outdated shows the release, and asks for no archive",
    async () => {
      const asked = world.files.requests.length;
      const { code, document, said } = await remote(
        adopter,
        "status",
        "--outdated",
      );
      assert.equal(code, 0);
      assert.equal(document.sources[0]?.newer, "v1.2.0");
      assert.ok(said.some(({ rule }) => rule === "branch-moved"));
      assert.equal(world.files.requests.length, asked);
      const text = await run(adopter, ["status", "--outdated"], NETWORK);
      assert.match(
        text.stdout,
        /^acme +v1\.0\.0 +\w+ +ok +v1\.2\.0 +read-mail$/m,
      );
    },
  );

  await t.step("a repository that moved is a warning", async () => {
    const old = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      (request) => {
        const { pathname, search } = new URL(request.url);
        const path = pathname.replace("/old", "/acme.git");
        return Response.redirect(world.git.url + path + search, 308);
      },
    );
    try {
      const url = `http://127.0.0.1:${old.addr.port}/old`;
      const moved = await world.adopter([{ ...acme.entry, url }]);
      const { said } = await remote(moved);
      const { message } = said.find(({ rule }) => rule === "redirected")!;
      assert.ok(message.includes(acme.url), message);
    } finally {
      await old.shutdown();
    }
  });

  await t.step("a moved tag is an error, and names both commits", async () => {
    await git(acme.source.checkout, ["tag", "-f", "v1.0.0", "HEAD"]);
    await acme.source.publish();
    const { code, said } = await remote(adopter);
    assert.equal(code, 1);
    assert.ok(summary(said).includes("error tag-moved acme"));
    const { message, fix } = said.find(({ rule }) => rule === "tag-moved")!;
    assert.ok(message.includes(acme.commit));
    assert.ok(message.includes(await acme.source.revision("HEAD")));
    assert.match(fix!, /upgrade acme --to acme=v1\.0\.0/);
  });

  await t.step(
    "a tag that is gone is an error, a wrong entry is another",
    async () => {
      await git(acme.source.checkout, ["tag", "-d", "v1.0.0"]);
      await acme.source.publish();
      const { code, said } = await remote(adopter);
      assert.equal(code, 1);
      assert.ok(summary(said).includes("error tag-gone acme"));
      assert.ok(summary(said).includes("note outdated acme"));
      const fresh = await world.adopter([{ ...acme.entry, ref: "v1.0.9" }]);
      const found = await remote(fresh, "verify", "--remote");
      assert.ok(
        found.said.some(({ rule }) => rule === "ref-missing"),
        found.all,
      );
    },
  );

  await t.step("a branch that was rewritten is a warning", async () => {
    await git(wip.source.checkout, ["checkout", "-q", "--orphan", "other"]);
    await wip.source.commit({ "y": "evil\n" });
    await git(wip.source.checkout, ["branch", "-M", "main"]);
    await wip.source.publish();
    const { said } = await remote(adopter, "verify", "--remote", "wip");
    assert.deepEqual(summary(said), ["warning branch-rewritten wip"]);
    const strict = await run(
      adopter,
      ["verify", "wip", "--remote", "--strict"],
      NETWORK,
    );
    assert.equal(strict.code, 1);
  });

  await t.step(
    "an archive with other bytes is an error, be it one or not",
    async () => {
      const other = zip(archiveEntries("x-1.0.0", ["send-mail", "evil"]));
      await serveArchive(world.root, world.files, "x-1.0.0.zip", other);
      const changed = await remote(adopter, "verify", "--remote", "x");
      assert.equal(changed.code, 1);
      assert.deepEqual(summary(changed.said), ["error archive-changed x"]);
      assert.ok(changed.said[0]!.message.includes(archive.sha512));
      await Deno.writeTextFile(`${world.root}/x-1.0.0.zip`, "<html>Gone\n");
      const page = await remote(adopter, "verify", "--remote", "x");
      assert.deepEqual(summary(page.said), ["error archive-changed x"]);
      assert.match(page.said[0]!.message, /no archive/);
      await Deno.remove(`${world.root}/x-1.0.0.zip`);
      const gone = await remote(adopter, "verify", "--remote", "x");
      assert.deepEqual(summary(gone.said), ["error not-found x"]);
    },
  );

  await t.step(
    "a source that cannot be asked keeps no other from it",
    async () => {
      await Deno.rename(wip.source.bare, world.join("away.git"));
      const { code, said } = await remote(adopter);
      assert.equal(code, 1);
      const found = summary(said);
      assert.ok(found.includes("error not-found wip"), found.join());
      assert.ok(found.includes("error not-found x"));
      assert.ok(found.includes("error tag-gone acme"));
    },
  );

  await t.step(
    "without git a source over ssh is one finding, the others are asked",
    async () => {
      const url = "ssh://git@127.0.0.1:1/team/far.git";
      const far = await world.adopter([
        { ...acme.entry, id: "far", url },
        { ...acme.entry, ref: "v1.2.0" },
      ]);
      const { code, said } = await remote(far);
      assert.equal(code, 1);
      const found = said.map(({ rule, source }) => `${rule} ${source}`);
      assert.ok(found.includes("permission-missing far"), found.join());
      assert.ok(found.includes("tag-moved acme"), found.join());
      const { fix } = said.find(({ rule }) => rule === "permission-missing")!;
      assert.equal(fix, "SKILL_SOURCES_SSH=1 skill-sources verify --remote");
    },
  );

  await t.step("without the network it says so in one sentence", async () => {
    const asked = world.requests();
    for (
      const args of [
        ["verify", "--remote"],
        ["status", "--outdated"],
      ]
    ) {
      const { code, json } = await run(adopter, [...args, "--json"]);
      assert.equal(code, 1);
      const [finding] = json().findings;
      assert.equal(finding?.rule, "permission-missing");
      assert.match(finding.message, /network/);
      assert.equal(finding.fix, `skill-sources ${args.join(" ")}`);
    }
    assert.equal(world.requests(), asked);
  });
});
