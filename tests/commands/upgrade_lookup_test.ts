import assert from "node:assert/strict";
import type { Adopter, Descriptor } from "../support/adopter.ts";
import { git } from "../support/git.ts";
import { armoredSignature, pgpKey, pgpSign } from "../support/pgp.ts";
import type { CliDocument, CliRun } from "../support/run_cli.ts";
import { runInside } from "../support/run_inside.ts";
import { zip } from "../support/zip.ts";
import { blockOf, LIST } from "./estate.ts";
import { traces } from "./traces.ts";
import {
  archiveEntries,
  branchEntry,
  copyOf,
  serveArchive,
  startWorld,
  type World,
  zipEntry,
} from "./world.ts";

const SKILLS = ["read-mail"];

const inside = ({ path }: Adopter, ...args: string[]) =>
  runInside(args, { cwd: path });

/** Installs `descriptors` and commits what came of it. */
async function adopted(
  world: World,
  ...descriptors: Descriptor[]
): Promise<Adopter> {
  const adopter = await world.adopter(descriptors);
  const { code, stdout, stderr } = await inside(adopter, "setup", "--yes");
  assert.equal(code, 0, stdout + stderr);
  await adopter.commit("Adopt");
  return adopter;
}

function rules(run: CliRun, level: CliDocument["findings"][number]["level"]) {
  return run.json().findings.filter((each) => each.level === level)
    .map(({ rule }) => rule);
}

/** The run changes nothing: not a byte, not a time. */
async function unchanged(
  adopter: Adopter,
  ...args: string[]
): Promise<CliRun> {
  const before = await traces(adopter.path);
  const run = await inside(adopter, ...args);
  assert.deepEqual(await traces(adopter.path), before);
  return run;
}

/** Nobody can say what is newer: a note among others, an error for whoever asked for it. */
async function unlisted(adopter: Adopter): Promise<void> {
  const latest = ["upgrade", "--yes", "--write", "--latest", "--json"];
  const all = await unchanged(adopter, ...latest);
  assert.equal(all.code, 0, all.stdout);
  assert.deepEqual(rules(all, "note"), ["releases-unlisted"]);
  const one = await unchanged(adopter, ...latest, "acme");
  assert.equal(one.code, 1, one.stdout);
  assert.deepEqual(rules(one, "error"), ["releases-unlisted"]);
  assert.match(one.stdout, /--to acme=<ref>/);
}

Deno.test("upgrade --to and --latest: tags", async (t) => {
  await using world = await startWorld();
  const acme = await world.tagged("acme", SKILLS);
  const { source } = acme;
  const release = async (ref: string, branch = "main") => {
    await git(source.checkout, ["checkout", "-q", "-B", branch]);
    const commit = await source.commit({ "NEWS": `${ref}\n` }, ref);
    await source.annotatedTag(ref);
    return commit;
  };
  await release("v1.1.0-rc.1");
  const newest = await release("v1.1.0");
  await release("v1.2.0-rc.1");
  const candidate = await release("v1.2.0-rc.2");
  const major = await release("v2.0.0");
  await release("1.9.0");
  await release("docs-v1.9.0");
  await source.publish();
  const adopter = await adopted(world, acme.entry);
  let count = 0;
  const copy = () => copyOf(adopter, world.join(`copy-${++count}`));
  const list = await adopter.read(LIST);
  const withPin = (ref: string, commit: string) =>
    list.replace("v1.0.0", ref).replace(acme.commit, commit);

  await t.step(
    "without --write the newest is shown, and what the list would say",
    async () => {
      const run = await unchanged(adopter, "upgrade", "--yes", "--latest");
      assert.equal(run.code, 0, run.stderr);
      assert.match(run.stdout, /v1\.0\.0 \([0-9a-f]{12}\) → v1\.1\.0/);
      assert.match(run.stdout, /preview$/m);
      assert.match(
        run.stdout,
        new RegExp(`would say:\n  ref: v1\\.1\\.0\n  commit: ${newest}\n`),
      );
      assert.match(run.stderr, /note: .*v2\.0\.0, a new major version/);
      const json = await unchanged(
        adopter,
        ...["upgrade", "--yes", "--latest", "--json"],
      );
      const document = json.json<
        { changed: boolean; sources: { outcome: string; review: unknown }[] }
      >();
      assert.equal(document.changed, false);
      assert.equal(document.sources[0]?.outcome, "preview");
      assert.notEqual(document.sources[0]?.review, undefined);
    },
  );

  const rows: readonly [string, readonly string[], string, string][] = [
    ["the newest of its major version", ["--latest"], "v1.1.0", newest],
    [
      "a new major version",
      ["--latest", "--allow-major"],
      "v2.0.0",
      major,
    ],
    ["any ref by name", ["--to", "acme=v1.2.0-rc.2"], "v1.2.0-rc.2", candidate],
  ];
  for (const [name, args, ref, commit] of rows) {
    await t.step(`with --write: ${name}`, async () => {
      const here = await copy();
      const run = await inside(here, "upgrade", "--yes", "--write", ...args);
      assert.equal(run.code, 0, run.stdout + run.stderr);
      assert.equal(await here.read(LIST), withPin(ref, commit));
      assert.equal((await blockOf(here, "acme")).commit, commit);
      assert.equal((await inside(here, "verify")).code, 0);
    });
  }

  await t.step("a pre-release is followed by pre-releases", async () => {
    const here = await copy();
    const pinned = ["upgrade", "--yes", "--write", "--to", "acme=v1.1.0-rc.1"];
    assert.equal((await inside(here, ...pinned)).code, 0);
    const run = await inside(here, "upgrade", "--yes", "--write", "--latest");
    assert.equal(run.code, 0, run.stderr);
    assert.equal(await here.read(LIST), withPin("v1.2.0-rc.2", candidate));
  });

  await t.step("nothing newer: nothing to do", async () => {
    const here = await copy();
    const latest = ["upgrade", "--yes", "--write", "--latest"];
    assert.equal((await inside(here, ...latest)).code, 0);
    const again = await unchanged(here, ...latest, "--json");
    assert.equal(again.code, 0, again.stdout);
    assert.deepEqual(
      again.json<{ sources: { outcome: string }[] }>().sources
        .map(({ outcome }) => outcome),
      ["unchanged"],
    );
  });

  await t.step("refs that do not exist, or are none", async () => {
    for (
      const [ref, rule] of [
        ["v1.0.1", "ref-missing"],
        ["main", "ref-missing"],
        ["../v1.1.0", "value-invalid"],
        ["-x", "value-invalid"],
      ] as const
    ) {
      const args = [
        "upgrade",
        "--yes",
        "--write",
        "--json",
        `--to=acme=${ref}`,
      ];
      const run = await unchanged(adopter, ...args);
      assert.equal(run.code, 1, run.stdout);
      assert.deepEqual(rules(run, "error"), [rule], ref);
    }
  });

  await t.step(
    "a ref that is no version has nothing newer, and says so",
    async () => {
      await git(source.checkout, ["tag", "stable", acme.commit]);
      await source.publish();
      const here = await adopted(world, { ...acme.entry, ref: "stable" });
      await unlisted(here);
    },
  );

  await t.step(
    "a twin of the newest at another commit: neither is taken",
    async () => {
      await release("v1.1.0+twin", "evil");
      await source.publish();
      const args = ["upgrade", "--yes", "--latest", "--write", "--json"];
      const run = await unchanged(adopter, ...args);
      assert.equal(run.code, 1);
      assert.deepEqual(rules(run, "error"), ["releases-ambiguous"]);
    },
  );
});

Deno.test("upgrade --to and --latest: archives", async (t) => {
  await using world = await startWorld();
  const key = await pgpKey();
  const release = async (version: string) => {
    const bytes = zip([
      ...archiveEntries(`acme-${version}`, SKILLS),
      { name: `acme-${version}/NEWS`, content: `${version}\n` },
    ]);
    await Deno.mkdir(`${world.root}/${version}`, { recursive: true });
    const name = `${version}/acme-${version}.zip`;
    const archive = await serveArchive(world.root, world.files, name, bytes);
    const signature = armoredSignature(await pgpSign(key, bytes));
    await Deno.writeTextFile(`${world.root}/${name}.asc`, signature);
    return archive;
  };
  const first = await release("1.0.0");
  const second = await release("1.1.0");
  const side = `${world.root}/1.1.0/acme-1.1.0.zip.sha512`;
  const published = await Deno.readTextFile(side);
  const entry = zipEntry("acme", first, SKILLS);
  const adopter = await adopted(world, entry);
  const list = await adopter.read(LIST);
  const next = list.replaceAll("1.0.0", "1.1.0")
    .replace(first.sha512, second.sha512);
  const to = ["upgrade", "--yes", "--to", "acme=1.1.0"];

  await t.step(
    "the ref is replaced wherever it stands in the url",
    async () => {
      const here = await copyOf(adopter, world.join("moved"));
      const run = await inside(here, ...to, "--write");
      assert.equal(run.code, 0, run.stdout + run.stderr);
      assert.equal(await here.read(LIST), next);
      const { url, ref, sha512 } = await blockOf(here, "acme");
      assert.deepEqual([url, ref, sha512], [
        second.url,
        "1.1.0",
        second.sha512,
      ]);
      assert.equal((await inside(here, "verify")).code, 0);
    },
  );

  await t.step("--latest says that the method has no list", async () => {
    await unlisted(adopter);
  });

  await t.step(
    "a checksum that is absent, or says something else, is never written down",
    async () => {
      await Deno.remove(side);
      const preview = await unchanged(adopter, ...to, "--json");
      assert.equal(preview.code, 0, preview.stdout);
      assert.deepEqual(rules(preview, "warning"), ["checksum-missing"]);
      const write = await unchanged(adopter, ...to, "--write", "--json");
      assert.equal(write.code, 1);
      assert.deepEqual(rules(write, "error"), ["checksum-missing"]);
      await Deno.writeTextFile(
        side,
        published.replace(/^./, (digit) => digit === "0" ? "1" : "0"),
      );
      const lie = await unchanged(adopter, ...to, "--write", "--json");
      assert.equal(lie.code, 1);
      assert.deepEqual(rules(lie, "error"), ["checksum-mismatch"]);
    },
  );

  await t.step(
    "a signature that is demanded and good stands in for the checksum",
    async () => {
      await Deno.remove(side);
      const here = await world.adopter([{ ...entry, keys: "KEYS" }], {
        "KEYS": key.armored,
      });
      assert.equal((await inside(here, "setup", "--yes")).code, 0);
      const run = await inside(here, ...to, "--write");
      assert.equal(run.code, 0, run.stdout + run.stderr);
      const block = await blockOf(here, "acme");
      assert.equal(block.sha512, second.sha512);
      assert.equal(block.signer, key.fingerprint);
      await Deno.writeTextFile(side, published);
    },
  );

  await t.step("a url without its ref in it cannot be followed", async () => {
    await Deno.mkdir(`${world.root}/current`);
    const bytes = await Deno.readFile(`${world.root}/1.0.0/acme-1.0.0.zip`);
    const archive = await serveArchive(
      ...[world.root, world.files, "current/acme.zip", bytes] as const,
    );
    const here = await adopted(world, zipEntry("acme", archive, SKILLS));
    const run = await unchanged(here, ...to, "--write", "--json");
    assert.equal(run.code, 1);
    assert.deepEqual(rules(run, "error"), ["value-invalid"]);
  });
});

Deno.test("upgrade moves a branch to its tip, and over a rewritten history only when told so", async (t) => {
  await using world = await startWorld();
  const { source, url } = await world.tagged("acme", SKILLS);
  const adopter = await adopted(world, branchEntry("acme", url, SKILLS));
  const upgrade = ["upgrade", "--yes"];
  const news = () => adopter.read(".apache-magpie-sources/acme/NEWS");
  const lock = await adopter.read(".apache-magpie.sources.lock");

  await t.step("the tip did not move", async () => {
    const run = await unchanged(adopter, ...upgrade, "--json");
    assert.equal(run.code, 0, run.stdout);
    assert.deepEqual(rules(run, "note"), ["branch-not-pinned"]);
  });
  await t.step("the tip went on", async () => {
    await source.commit({ "NEWS": "Two.\n" });
    await source.publish();
    const shown = await unchanged(adopter, ...upgrade, "--latest");
    assert.equal(shown.code, 0, shown.stderr);
    assert.match(shown.stdout, /preview$/m);
    const run = await inside(adopter, ...upgrade);
    assert.equal(run.code, 0, run.stdout + run.stderr);
    assert.match(run.stdout, /A .* NEWS$/m);
    assert.equal(await news(), "Two.\n");
    // A branch has no anchor: the committed lock has nothing to say of it.
    assert.equal(await adopter.read(".apache-magpie.sources.lock"), lock);
  });
  await t.step("the history was rewritten", async () => {
    await git(source.checkout, ["reset", "-q", "--hard", "HEAD~1"]);
    await source.commit({ "NEWS": "Another two.\n" });
    await source.publish();
    const run = await unchanged(adopter, ...upgrade, "--json");
    assert.equal(run.code, 1);
    assert.deepEqual(rules(run, "error"), ["history-changed"]);
    assert.equal(await news(), "Two.\n");
    const told = await inside(adopter, ...upgrade, "--allow-history-change");
    assert.equal(told.code, 0, told.stdout + told.stderr);
    assert.equal(await news(), "Another two.\n");
  });
  await t.step("the tip went back", async () => {
    await git(source.checkout, ["reset", "-q", "--hard", "HEAD~1"]);
    await source.publish();
    const run = await unchanged(adopter, ...upgrade, "--json");
    assert.deepEqual(rules(run, "error"), ["pin-older"]);
  });
  await t.step("to another branch", async () => {
    await git(source.checkout, ["checkout", "-q", "-B", "next"]);
    await source.commit({ "NEWS": "Next.\n" });
    await source.publish();
    const list = await adopter.read(LIST);
    const run = await inside(
      adopter,
      ...[...upgrade, "--to", "acme=next", "--write"],
      "--allow-history-change",
    );
    assert.equal(run.code, 0, run.stdout + run.stderr);
    assert.equal(await news(), "Next.\n");
    assert.equal(
      await adopter.read(LIST),
      list.replace("ref: main", "ref: next"),
    );
  });
});

Deno.test("upgrade asks every source, also where nothing changed here, and keeps what is installed", async (t) => {
  await using world = await startWorld();
  const acme = await world.tagged("acme", SKILLS);
  const dist = await serveArchive(
    ...[world.root, world.files, "dist-1.0.0.zip"] as const,
    zip(archiveEntries("dist-1.0.0", ["read-news"])),
  );
  const adopter = await adopted(
    ...[world, acme.entry, zipEntry("dist", dist, ["read-news"])] as const,
  );
  const asks = async (...expected: string[]) => {
    const run = await unchanged(adopter, "upgrade", "--yes", "--json");
    assert.equal(run.code, expected.length === 0 ? 0 : 1, run.stdout);
    assert.deepEqual(rules(run, "error"), expected);
    return run;
  };
  await t.step("all is as it was", async () => {
    const asked = world.requests();
    await asks();
    assert.ok(world.requests() > asked);
  });
  await t.step("the tag was moved", async () => {
    await acme.source.commit({ "NEWS": "Another one.\n" });
    await acme.source.annotatedTag("v1.0.0");
    await acme.source.publish();
    const run = await asks("tag-moved");
    assert.deepEqual(
      run.json<{ sources: { id: string; outcome: string }[] }>().sources
        .map(({ id, outcome }) => `${id} ${outcome}`),
      ["acme failed", "dist unchanged"],
    );
  });
  await t.step("the tag is gone, and the archive is another", async () => {
    await git(acme.source.checkout, ["tag", "-d", "v1.0.0"]);
    await acme.source.publish();
    await Deno.writeFile(
      `${world.root}/dist-1.0.0.zip`,
      zip(archiveEntries("dist-1.0.0", ["read-more"])),
    );
    await asks("tag-gone", "archive-changed");
  });
  assert.equal((await inside(adopter, "verify")).code, 0);
});
