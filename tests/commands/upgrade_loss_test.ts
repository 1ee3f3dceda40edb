import assert from "node:assert/strict";
import {
  type Adopter,
  type Descriptor,
  trustList,
} from "../support/adopter.ts";
import type { CliRun } from "../support/run_cli.ts";
import { runInside } from "../support/run_inside.ts";
import type { SampleSource } from "../support/sample_source.ts";
import { git } from "../support/git.ts";
import { zip } from "../support/zip.ts";
import { blockOf, estateOf, linksOf, linksTo, LIST } from "./estate.ts";
import { stands } from "./traces.ts";
import {
  archiveEntries,
  copyOf,
  serveArchive,
  startWorld,
  type TaggedSource,
  type World,
  zipEntry,
} from "./world.ts";

const inside = ({ path }: Adopter, ...args: string[]) =>
  runInside(args, { cwd: path });

function errors(run: CliRun): string[] {
  return run.json().findings.filter(({ level }) => level === "error")
    .map(({ rule, skill }) => skill === undefined ? rule : `${rule} ${skill}`)
    .sort();
}

const skill = (name: string) =>
  `---\nname: ${name}\ndescription: A skill.\n---\n# It\n\n## Step 1: read\n`;

/** A source and another one, both installed by family, and both with a second release. */
async function family(world: World) {
  const acme = await world.tagged("acme", ["read-mail", "read-news"]);
  const other = await world.tagged("other", ["draft-mail"]);
  const otherNext = await next(
    other,
    (source) => source.commit({ "NEWS": "Two.\n" }),
  );
  const listed = { ...acme.entry, provides: ["read-*"] };
  const adopter = await world.adopter([listed, other.entry], {
    "skills/own/SKILL.md": skill("own"),
    ".agents/skills/magpie-read-own/SKILL.md": skill("mine"),
  });
  const { code, stdout, stderr } = await inside(adopter, "setup", "--yes");
  assert.equal(code, 0, stdout + stderr);
  await adopter.commit("Adopt");
  return { acme, adopter, listed, other, otherNext };
}

/** The entry of a second release that `change` makes. */
async function next(
  { source, entry }: TaggedSource,
  change: (source: SampleSource) => Promise<string>,
  ref = "v1.1.0",
): Promise<Descriptor> {
  const commit = await change(source);
  await source.annotatedTag(ref);
  await source.publish();
  return { ...entry, ref, commit };
}

Deno.test("a move that would lose a linked skill by a fault is not made; the others are", async (t) => {
  await using world = await startWorld();
  const { acme, adopter, listed, otherNext } = await family(world);
  const mail = "skills/read-mail/SKILL.md";
  const faults: Readonly<
    Record<
      string,
      { files?: Record<string, string>; provides?: string[]; lost: string[] }
    >
  > = {
    "a SKILL.md without a name or description": {
      files: { [mail]: "# Read\n" },
      lost: ["skill-lost read-mail", "skill-unreadable read-mail"],
    },
    "a SKILL.md that is no text": {
      files: { [mail]: `${skill("read-mail")}\0` },
      lost: ["skill-lost read-mail", "skill-unreadable read-mail"],
    },
    "a declared name that is a path": {
      files: { [mail]: skill("../own") },
      lost: ["skill-lost read-mail", "skill-name read-mail"],
    },
    "a declared name that a skill of the adopter's has": {
      files: { [mail]: skill("own") },
      lost: ["skill-lost read-mail", "skill-name read-mail"],
    },
    "two that declare one name": {
      files: { [mail]: skill("read-news") },
      lost: ["skill-lost read-mail", "skill-name read-mail"],
    },
    "a skill that provides names and the release lacks": {
      provides: ["read-mail", "read-news", "read-logs"],
      files: { "NEWS": "Two.\n" },
      lost: ["provides-unfulfilled read-logs", "skill-lost"],
    },
  };
  let count = 0;
  for (const [name, { files = {}, provides, lost }] of Object.entries(faults)) {
    await t.step(name, async () => {
      await git(acme.source.checkout, ["reset", "-q", "--hard", "v1.0.0"]);
      const ref = `v1.${++count}.0`;
      const moved = await next(acme, (source) => source.commit(files), ref);
      const here = await copyOf(adopter, world.join(`lost-${count}`));
      const entry = { ...listed, ...moved, provides: provides ?? ["read-*"] };
      await here.write({ [LIST]: trustList([entry, otherNext]) });
      const before = await estateOf(here, "acme");
      const run = await inside(here, "upgrade", "--yes", "--json");
      assert.equal(run.code, 1, run.stdout);
      assert.deepEqual(errors(run), lost);
      assert.deepEqual(await estateOf(here, "acme"), before);
      assert.equal((await blockOf(here, "other")).commit, otherNext.commit);
      const written = await inside(
        here,
        ...["upgrade", "--yes", "--write", "--to", `acme=${ref}`],
      );
      assert.equal(written.code, 1);
      assert.deepEqual(await estateOf(here, "acme"), before);
    });
  }
});

Deno.test("what is no loss: a skill that a release dropped, a new one whose place is taken", async (t) => {
  await using world = await startWorld();
  const { acme, adopter, listed, otherNext } = await family(world);
  await t.step("dropped: shown, and its links go", async () => {
    const moved = await next(acme, async (source) => {
      const folder = `${source.checkout}/skills/read-news`;
      await Deno.remove(folder, { recursive: true });
      return await source.commit({});
    });
    const here = await copyOf(adopter, world.join("dropped"));
    await here.write({
      [LIST]: trustList([{ ...listed, ...moved, provides: ["read-*"] }]),
    });
    const run = await inside(here, "upgrade", "--yes", "acme");
    assert.equal(run.code, 0, run.stdout + run.stderr);
    assert.match(run.stdout, /removed +read-news/);
    const links = (await linksOf(here))
      .filter((link) => link.includes("read-") && !link.includes("own"));
    assert.deepEqual(links, linksTo("acme", ["read-mail"]));
    assert.ok(
      await stands(
        `${here.path}/.apache-magpie-sources/.state/replaced`,
      ),
    );
  });
  await t.step("taken: named, left alone, and the rest moves", async () => {
    const moved = await next(
      acme,
      (source) =>
        source.commit({ "skills/read-own/SKILL.md": skill("read-own") }),
      "v1.2.0",
    );
    const here = await copyOf(adopter, world.join("taken"));
    await here.write({
      [LIST]: trustList([
        { ...listed, ...moved, provides: ["read-*"] },
        otherNext,
      ]),
    });
    const run = await inside(here, "upgrade", "--yes", "--json");
    assert.equal(run.code, 1);
    assert.deepEqual(errors(run), ["name-collision read-own"]);
    assert.equal((await blockOf(here, "acme")).commit, moved.commit);
    const own = ".agents/skills/magpie-read-own/SKILL.md";
    assert.equal(await here.read(own), skill("mine"));
  });
});

interface ReviewJson {
  readonly patch: string;
  readonly patch_omitted: readonly string[];
  readonly files: Readonly<Record<string, readonly unknown[]>>;
}

/** How many files were added, changed and removed. */
function counts(review: ReviewJson | undefined) {
  return ["added", "changed", "removed"].map((kind) =>
    review?.files[kind]?.length
  );
}

Deno.test("a review compares with the locked pin, whatever lies here, and says when it cannot", async (t) => {
  await using world = await startWorld();
  const acme = await world.tagged("acme", ["read-mail"]);
  const first = await serveArchive(
    world.root,
    world.files,
    "dist-1.0.0.zip",
    zip(archiveEntries("dist-1.0.0", ["read-news"])),
  );
  const dist = zipEntry("dist", first, ["read-news"]);
  const adopter = await world.adopter([acme.entry, dist]);
  assert.equal((await inside(adopter, "setup", "--yes")).code, 0);
  await adopter.commit("Adopt");
  const moved = await next(
    acme,
    (source) =>
      source.commit({
        "NEWS": "Two.\n",
        "skills/read-mail/references/notes.md": "Second edition.\n",
      }),
  );
  const second = await serveArchive(
    world.root,
    world.files,
    "dist-1.1.0.zip",
    zip([
      ...archiveEntries("dist-1.1.0", ["read-news"]),
      { name: "dist-1.1.0/NEWS", content: "Two.\n" },
    ]),
  );
  const distNext = { ...dist, ...second, ref: "1.1.0" };
  await adopter.write({ [LIST]: trustList([moved, distNext]) });

  const states: Readonly<Record<string, (folder: string) => Promise<void>>> = {
    "missing": (folder) => Deno.remove(folder, { recursive: true }),
    "edited": async (folder) => {
      const path = `${folder}/skills/read-mail/references/notes.md`;
      await Deno.writeTextFile(path, "edited\n", { append: true })
        .catch(() => {});
      await Deno.writeTextFile(`${folder}/NEWS`, "mine\n");
    },
  };
  for (const [name, prepare] of Object.entries(states)) {
    await t.step(`a snapshot that is ${name}`, async () => {
      const here = await copyOf(adopter, world.join(name));
      for (const id of ["acme", "dist"]) {
        await prepare(`${here.path}/.apache-magpie-sources/${id}`);
      }
      const run = await inside(here, "upgrade", "--yes", "--json");
      assert.equal(run.code, 0, run.stdout);
      const [first, second] = run.json<{ sources: { review: ReviewJson }[] }>()
        .sources.map(({ review }) => review);
      assert.deepEqual(counts(first), [1, 1, 0]);
      assert.deepEqual(counts(second), [1, 0, 0]);
      // What somebody wrote here is no side of the comparison.
      assert.match(
        first!.patch,
        /^-Notes of read-mail\.\n\+Second edition\.$/m,
      );
      assert.deepEqual(first!.patch_omitted, []);
      assert.equal(
        await here.read(".apache-magpie-sources/acme/NEWS"),
        "Two.\n",
      );
      assert.equal((await inside(here, "verify")).code, 0);
    });
  }

  await t.step("a locked pin that nobody has any more", async () => {
    const here = await copyOf(adopter, world.join("gone"));
    const folder = `${here.path}/.apache-magpie-sources/dist`;
    await Deno.remove(folder, { recursive: true });
    world.files.faults.set("/dist-1.0.0.zip", { kind: "status", status: 404 });
    const run = await inside(here, "upgrade", "--yes", "--json", "dist");
    const { findings, sources } = run.json<
      {
        findings: { rule: string; level: string; message: string }[];
        sources: { review: { files: { unchanged: number } } }[];
      }
    >();
    assert.equal(run.code, 0, run.stdout);
    const [warning] = findings.filter(({ level }) => level === "warning");
    assert.equal(warning?.rule, "review-incomplete");
    assert.match(warning?.message ?? "", /everything as new/);
    assert.equal(sources[0]?.review.files.unchanged, 0);
    const strict = await copyOf(adopter, world.join("gone-strict"));
    await Deno.remove(
      `${strict.path}/.apache-magpie-sources/dist`,
      { recursive: true },
    );
    const refused = await inside(strict, "diff", "dist", "--strict");
    assert.equal(refused.code, 1);
    world.files.faults.delete("/dist-1.0.0.zip");
  });
});
