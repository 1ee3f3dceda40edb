import assert from "node:assert/strict";
import {
  type Adopter,
  type Descriptor,
  trustList,
} from "../support/adopter.ts";
import { runInside } from "../support/run_inside.ts";
import { zip } from "../support/zip.ts";
import { blockOf, estateOf, LIST, LOCK } from "./estate.ts";
import { stands } from "./traces.ts";
import {
  archiveEntries,
  serveArchive,
  startWorld,
  type World,
  zipEntry,
} from "./world.ts";

const inside = ({ path }: Adopter, ...args: string[]) =>
  runInside(args, { cwd: path });

interface Entry {
  readonly url: string;
  readonly commit: string;
}

/** A source with a second release, and an adopter whose `list` has the first. */
async function twoReleases(world: World, list?: (entry: Entry) => string) {
  const acme = await world.tagged("acme", ["read-mail"]);
  const commit = await acme.source.commit({ "NEWS": "Two.\n" });
  await acme.source.annotatedTag("v1.1.0");
  await acme.source.publish();
  const adopter = await world.adopter(list?.(acme) ?? [acme.entry]);
  const { code, stdout, stderr } = await inside(adopter, "setup", "--yes");
  assert.equal(code, 0, stdout + stderr);
  await adopter.commit("Adopt");
  return { acme, adopter, commit };
}

const WRITE = ["upgrade", "--yes", "--to", "acme=v1.1.0", "--write"];

/** Trust lists as people write them, each with what must not be touched around the pin. */
const LISTS: Readonly<Record<string, (entry: Entry) => string>> = {
  "comments wherever they may stand": ({ url, commit }) =>
    [
      "<!-- v1.0.0 was reviewed by two of us -->",
      "# Sources",
      "",
      "We pin v1.0.0 of acme:",
      "",
      "````yml  # not the last one",
      "# before",
      "-   # an item",
      "    id:    acme   # v1.0.0",
      "    name:  Acme",
      `    url:   ${url}   # the official one`,
      "    method:  git-tag",
      "    provides:",
      "      - skill: read-mail   # only this one",
      "",
      "    ref:   'v1.0.0'   # was v0.9",
      `    commit:     "${commit}" # ${commit}`,
      "    x-note: v1.0.0",
      "# behind",
      "````",
      "",
      "```yaml",
      "example: v1.0.0",
      "```",
      "",
    ].join("\n"),
  "CRLF, a byte order mark and no last line end": ({ url, commit }) =>
    "\ufeff" + [
      "# Sources",
      "",
      "~~~yaml",
      "- id: acme",
      "  name: Acme",
      "  method: git-tag",
      `  url: ${url}`,
      "  ref: v1.0.0",
      `  commit: ${commit.toUpperCase()}`,
      "  provides: [{skill: read-mail}]",
      "~~~",
    ].join("\r\n"),
};

Deno.test("upgrade --write changes exactly the scalars of the pin", async (t) => {
  for (const [name, list] of Object.entries(LISTS)) {
    await t.step(name, async () => {
      await using world = await startWorld();
      const { acme, adopter, commit } = await twoReleases(world, list);
      const before = await adopter.read(LIST);
      const run = await inside(adopter, ...WRITE);
      assert.equal(run.code, 0, run.stdout + run.stderr);
      const expected = before
        .replace(/(\n +ref: +'?)v1\.0\.0/, "$1v1.1.0")
        .replace(
          new RegExp(`(\n +commit: +"?)${acme.commit}`, "i"),
          `$1${commit}`,
        );
      assert.equal(await adopter.read(LIST), expected);
      assert.notEqual(expected, before);
      assert.equal((await inside(adopter, "verify")).code, 0);
      await adopter.commit("Move");
      const again = await inside(adopter, "setup", "--frozen");
      assert.equal(again.code, 0, again.stdout + again.stderr);
    });
  }
});

Deno.test("a file that somebody edits while the question stands is left as it is, and nothing moves", async (t) => {
  for (const file of [LIST, LOCK, ".gitignore"]) {
    await t.step(file, async () => {
      await using world = await startWorld();
      const { adopter, commit } = await twoReleases(world);
      const path = `${adopter.path}/${file}`;
      const before = await estateOf(adopter, "acme");
      const mine = `${await adopter.read(file)}# mine\n`;
      if (file === ".gitignore") await Deno.remove(path);
      const edit = async () => {
        await Deno.writeTextFile(path, mine);
        return "y";
      };
      const [list, lock] = [await adopter.read(LIST), await adopter.read(LOCK)];
      const run = await runInside(
        WRITE.filter((arg) => arg !== "--yes"),
        { cwd: adopter.path, answers: ["y", edit] },
      );
      assert.equal(run.code, 1, run.stdout + run.stderr);
      assert.match(run.stderr, /was changed meanwhile/);
      assert.equal(await adopter.read(file), mine);
      if (file !== LIST) assert.equal(await adopter.read(LIST), list);
      if (file !== LOCK) assert.equal(await adopter.read(LOCK), lock);
      assert.deepEqual(await estateOf(adopter, "acme"), before);
      const state = `${adopter.path}/.apache-magpie-sources/.state`;
      assert.equal(await stands(`${state}/journal.json`), false);
      const again = await inside(adopter, ...WRITE);
      assert.equal(again.code, 0, again.stdout + again.stderr);
      assert.equal((await blockOf(adopter, "acme")).commit, commit);
      if (file === LIST) {
        assert.ok((await adopter.read(LIST)).endsWith("# mine\n"));
      }
    });
  }
});

Deno.test("an entry that an organization describes is given what is its own: the pin", async (t) => {
  await using world = await startWorld();
  const project = {
    ".apache-magpie-overrides/project.md": "# Project\n\norganization: ORG\n",
  };
  const home = "organizations/ORG/skill-sources.md";
  const curated = (pin: Descriptor, described: Descriptor) =>
    world.adopter([pin], { ...project, [home]: trustList([described]) });
  const written = async (adopter: Adopter, to: string) => {
    const setup = await inside(adopter, "setup", "--yes");
    assert.equal(setup.code, 0, setup.stdout + setup.stderr);
    const files = await adopter.read(home);
    const run = await inside(
      adopter,
      ...["upgrade", "--yes", "--write", "--to", to],
    );
    assert.equal(run.code, 0, run.stdout + run.stderr);
    assert.equal(await adopter.read(home), files);
    assert.equal((await inside(adopter, "verify")).code, 0);
    return await adopter.read(LIST);
  };

  await t.step("a tag: ref and commit, no url", async () => {
    const acme = await world.tagged("acme", ["read-mail"]);
    const { commit: _, ref: __, ...described } = acme.entry;
    const commit = await acme.source.commit({ "NEWS": "Two.\n" });
    await acme.source.annotatedTag("v1.1.0");
    await acme.source.publish();
    const pin = (ref: string, commit: string) => ({ id: "acme", ref, commit });
    const adopter = await curated(pin("v1.0.0", acme.commit), described);
    assert.equal(
      await written(adopter, "acme=v1.1.0"),
      trustList([pin("v1.1.0", commit)]),
    );
  });

  await t.step(
    "an archive: the url too, as the organization's names the old one",
    async () => {
      const release = (version: string) =>
        serveArchive(
          world.root,
          world.files,
          `dist-${version}.zip`,
          zip(archiveEntries(`dist-${version}`, ["read-news"])),
        );
      const [first, second] = [await release("1.0.0"), await release("1.1.0")];
      const { sha512, ref, ...described } = zipEntry("dist", first, [
        "read-news",
      ]);
      const pin = { id: "dist", ref: ref!, sha512: sha512! };
      const adopter = await curated(pin, described);
      assert.equal(
        await written(adopter, "dist=1.1.0"),
        trustList([{
          id: "dist",
          url: second.url,
          ref: "1.1.0",
          sha512: second.sha512,
        }]),
      );
    },
  );
});
