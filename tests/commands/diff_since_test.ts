import assert from "node:assert/strict";
import { adopterAt, trustList } from "../support/adopter.ts";
import { runInside } from "../support/run_inside.ts";
import { pathsBelow, traces } from "./traces.ts";
import { branchEntry, run, setup, startWorld, tagEntry } from "./world.ts";

const LOCK = ".apache-magpie.sources.lock";

interface Reviewed {
  readonly since: { readonly revision: string; readonly commit: string };
  readonly reviews: readonly {
    readonly id: string;
    readonly pin: { readonly from: { ref: string } | null };
    readonly patch: string;
    readonly skills: { readonly added: readonly string[] };
  }[];
}

Deno.test("diff --since reviews what a branch changes of trust", async (t) => {
  await using world = await startWorld();
  const acme = await world.tagged("acme", ["read-mail"]);
  const other = await world.tagged("other", ["write-mail"]);
  const origin = await world.adopter([acme.entry, other.entry]);
  assert.equal((await setup(origin)).code, 0);
  const base = await origin.commit("Adopt");
  await acme.source.commit({ "skills/read-mail/new.md": "New words.\n" });
  await acme.source.annotatedTag("v1.1.0");
  await acme.source.publish();
  const newer = {
    ...tagEntry("acme", acme.url, await acme.source.revision("HEAD"), [
      "read-mail",
    ]),
    ref: "v1.1.0",
  };
  let count = 0;
  /** A clone in which a branch has changed `files`; the folder for temporary files stays empty. */
  const branch = async (files: Record<string, string | { link: string }>) => {
    const clone = await origin.clone(world.join(`clone-${++count}`));
    await clone.write(files);
    await clone.commit("A branch");
    const temporary = world.join(`temp-${count}`);
    await Deno.mkdir(temporary);
    return async (...args: string[]) => {
      const before = await traces(clone.path);
      const done = await run(clone, ["diff", "--since", base, ...args], {
        env: { TMPDIR: temporary },
      });
      assert.deepEqual(await traces(clone.path), before);
      assert.deepEqual(await pathsBelow(temporary), []);
      return done;
    };
  };

  await t.step("a pin that moves, against the lock of then", async () => {
    const moved = origin.clone(world.join("moved"));
    await (await moved).write({
      "skill-sources.md": trustList([newer, other.entry]),
    });
    assert.equal((await run(await moved, ["upgrade", "--yes"])).code, 0);
    const diff = await branch({
      "skill-sources.md": trustList([newer, other.entry]),
      [LOCK]: await (await moved).read(LOCK),
    });
    const done = await diff("--json");
    assert.equal(done.code, 0, done.stdout);
    const { since, reviews } = done.json<Reviewed>();
    assert.deepEqual(since, { revision: base, commit: base });
    assert.deepEqual(reviews.map(({ id }) => id), ["acme"]);
    assert.equal(reviews[0]!.pin.from?.ref, "v1.0.0");
    assert.match(reviews[0]!.patch, /^\+New words\.$/m);
    assert.ok(
      done.json().findings.some(({ rule, source }) =>
        rule === "trust-changed" && source === "acme"
      ),
    );
    const text = await diff("--format", "md");
    assert.match(
      text.stdout,
      /^## What this changes of trust\n\n- \*\*warning trust-changed\*\*: `acme has another ref[^]*### Review of `acme`[^]*\+New words\./,
    );
  });

  await t.step("a source that is new is shown as a whole", async () => {
    const diff = await branch({
      "skill-sources.md": trustList([
        acme.entry,
        other.entry,
        { ...other.entry, id: "fresh" },
      ]),
    });
    const { reviews } = (await diff("--json")).json<Reviewed>();
    assert.deepEqual(
      reviews.map(({ id, pin, skills }) => [id, pin.from, skills.added]),
      [["fresh", null, ["write-mail"]]],
    );
  });

  await t.step("one that cannot be fetched hides no other", async () => {
    const gone = { ...other.entry, ref: "v9.9.9" };
    const diff = await branch({ "skill-sources.md": trustList([gone, newer]) });
    const done = await diff("--json");
    assert.equal(done.code, 1);
    assert.deepEqual(
      done.json<Reviewed>().reviews.map(({ id }) => id),
      ["acme"],
    );
    const errors = done.json().findings
      .filter(({ level }) => level === "error");
    assert.deepEqual(errors.map(({ source }) => source), ["other"]);
    const one = await diff("acme", "--json");
    assert.equal(one.code, 0, one.stdout);
    assert.ok(one.json().findings.every(({ source }) => source !== "other"));
  });

  await t.step(
    "a weaker lock is an error, though no source changed",
    async () => {
      const weaker = (await origin.read(LOCK)).replace(
        /^ {2}content:.*\n/m,
        "",
      );
      const done = await (await branch({ [LOCK]: weaker }))("--format", "md");
      assert.equal(done.code, 1);
      assert.match(done.stdout, /^- \*\*error lock-weakened\*\*: /m);
      assert.doesNotMatch(done.stdout, /Review of/);
    },
  );

  await t.step("nothing of trust changes: no server is asked", async () => {
    const diff = await branch({ "README.md": "# Another text\n" });
    const asked = world.requests();
    const done = await diff();
    assert.equal(done.code, 0, done.stderr);
    assert.equal(done.stdout, "Nothing of what is trusted changes.\n");
    assert.equal(world.requests(), asked);
  });

  await t.step(
    "a new url of this machine or a private network is not read out",
    async () => {
      const before = world.requests();
      const inner = [
        `file://${world.root}/acme.git`,
        `http://127.0.0.1:${world.files.port}/acme.git`,
        "https://10.0.0.5/acme.git",
        "ssh://git@localhost/acme.git",
        "git@192.168.1.9:acme.git",
      ];
      const diff = await branch({
        "skill-sources.md": trustList([
          acme.entry,
          other.entry,
          ...inner.map((url, at) => branchEntry(`inner-${at}`, url, ["a"])),
        ]),
      });
      const done = await diff("--json");
      assert.equal(done.code, 0, done.stdout);
      assert.deepEqual(done.json<Reviewed>().reviews, []);
      assert.equal(
        done.json().findings.filter(({ rule }) => rule === "review-incomplete")
          .length,
        inner.length,
      );
      assert.equal(world.requests(), before);
    },
  );

  await t.step("keys of an inner url are not read out either", async () => {
    const before = world.requests();
    const keys = `http://127.0.0.1:${world.files.port}/KEYS`;
    const diff = await branch({
      "skill-sources.md": trustList([{ ...acme.entry, keys }, other.entry]),
    });
    const done = await diff("--json");
    assert.deepEqual(done.json<Reviewed>().reviews, []);
    assert.equal(world.requests(), before);
  });

  await t.step("a checkout that nobody set up sees the same", async () => {
    const here = adopterAt(origin.path);
    await here.write({ "skill-sources.md": trustList([newer, other.entry]) });
    const set = await runInside(["diff", "--since", base, "--format", "md"], {
      cwd: here.path,
    });
    const diff = await branch({
      "skill-sources.md": trustList([newer, other.entry]),
    });
    assert.equal((await diff("--format", "md")).stdout, set.stdout);
  });
});
