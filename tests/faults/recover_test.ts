import assert from "node:assert/strict";
import { fingerprint } from "../../lib/store/atomic_write.ts";
import { copyOf } from "../commands/world.ts";
import { type FaultWorld, faultWorld } from "./fault_world.ts";
import { finalState, snapshotDigest } from "./final_state.ts";
import { runHere } from "./run_here.ts";
import { heal, journalled, type Trial, trialOf } from "./trial.ts";
import { textOf, violations } from "./violations.ts";

const STATE = ".apache-magpie-sources/.state";

Deno.test("what a killed run left is finished only as far as it can be vouched for", async (t) => {
  await using world = await faultWorld(["first", "restore"]);
  const trial = await trialOf(world, "restore");
  const begun = await journalled(trial);
  const first = await trialOf(world, "first");
  let count = 0;
  const test = (
    name: string,
    act: (adopter: Awaited<ReturnType<FaultWorld["copy"]>>) => Promise<void>,
  ) =>
    t.step(name, async () => {
      const adopter = await copyOf(begun, `${begun.path}-${++count}`);
      await act(adopter);
    });

  await test("a journal is finished without asking any server", async ({ path }) => {
    const before = world.world.requests();
    assert.deepEqual(await heal(path, trial), []);
    assert.equal(world.world.requests(), before);
  });

  await t.step(
    "what was to be pinned for the first time is fetched again",
    async () => {
      const { path } = await journalled(first);
      await mended(path, first, "nothing vouches for it");
    },
  );

  await test("a power cut truncated a staged file", async ({ path }) => {
    await truncateStaged(path, "skills/alpha-one/SKILL.md");
    await mended(path, trial, "damaged");
  });

  await test("a power cut emptied every staged file", async ({ path }) => {
    for (const name of ["SKILL.md", "references/notes.md"]) {
      await truncateStaged(path, `skills/alpha-one/${name}`);
      await truncateStaged(path, `skills/alpha-three/${name}`);
    }
    await mended(path, trial, "damaged");
  });

  await test("a power cut truncated what was moved into place already", async ({ path }) => {
    const staging = await stagingOf(path);
    const snapshot = `${path}/.apache-magpie-sources/alpha`;
    await Deno.remove(snapshot, { recursive: true });
    await Deno.rename(`${staging}/alpha`, snapshot);
    await Deno.truncate(`${snapshot}/skills/alpha-one/SKILL.md`, 3);
    await mended(path, trial, "damaged");
  });

  await test("somebody removed the staging", async ({ path }) => {
    await Deno.remove(await stagingOf(path), { recursive: true });
    await mended(path, trial, "gone");
  });

  await test("a power cut truncated the journal", async ({ path }) => {
    await Deno.truncate(`${path}/${STATE}/journal.json`, 300);
    await mended(path, trial, "cannot be read");
  });

  await test("a journal of another version", async ({ path }) => {
    await forge(path, [], 2);
    await mended(path, trial, "cannot be read");
  });

  await test("a forged journal names a file of the user's", async ({ path }) => {
    for (
      const step of [
        { step: "unlink", path: "run.sh", text: "x" },
        { step: "link", path: ".agents/skills/own", text: "../../docs" },
        { step: "link", path: ".agents/skills/magpie-x", text: "../../docs" },
        {
          step: "link",
          path: "docs/magpie-x",
          text: "../../.apache-magpie-sources/a/x",
        },
        {
          step: "unlink",
          path: ".agents/skills/guide",
          text: "../../docs",
          tidy: true,
        },
        { step: "write", file: "run.sh", over: null, bytes: "" },
        { step: "retire", id: "../docs" },
      ]
    ) {
      await forge(path, [step]);
      assert.deepEqual(await violations(path, trial.expected), []);
      const said = await runHere(path, "setup");
      assert.equal(said[0]?.rule, "interrupted-run", JSON.stringify(step));
      assert.equal(said[0]?.level, "warning", JSON.stringify(step));
      assert.deepEqual(await finalState(path), trial.finalState);
    }
  });

  await test("a forged journal places bytes of its own under the name of a source", async ({ path }) => {
    await Deno.writeTextFile(
      `${await stagingOf(path)}/alpha/skills/alpha-one/SKILL.md`,
      "---\nname: alpha-one\ndescription: Evil.\n---\n",
    );
    await mended(path, trial, "damaged");
  });

  await test("a forged journal makes edited bytes the locked ones", async ({ path }) => {
    const snapshot = `${path}/.apache-magpie-sources/beta`;
    await Deno.writeTextFile(
      `${snapshot}/skills/beta-one/SKILL.md`,
      "---\nname: beta-one\ndescription: Evil.\n---\n",
    );
    const evil = snapshotDigest(path, "beta");
    for (
      const file of [
        ".apache-magpie.sources.lock",
        ".apache-magpie.sources.local.lock",
      ]
    ) {
      const text = await Deno.readTextFile(`${path}/${file}`);
      const block = text.indexOf("- id: beta");
      const forged = text.slice(0, block) +
        text.slice(block).replace(/content: .*/, `content: "${evil}"`);
      assert.notEqual(forged, text);
      await forge(path, [writeStep(file, text, forged)]);
      await mended(path, trial, "nothing vouches for it");
    }
  });

  await test("a forged journal takes the lock away, or the user's ignore rules", async ({ path }) => {
    const lock = ".apache-magpie.sources.lock";
    const before = await Deno.readTextFile(`${path}/${lock}`);
    for (const [file, text] of [[lock, null], [lock, "[]\n"]] as const) {
      await forge(path, [writeStep(file, before, text)]);
      const said = await runHere(path, "setup");
      assert.equal(said[0]?.rule, "interrupted-run");
      assert.deepEqual(await finalState(path), trial.finalState);
    }
    const ignore = await Deno.readTextFile(`${path}/.gitignore`);
    await forge(path, [writeStep(".gitignore", ignore, "*\n")]);
    await runHere(path, "setup");
    assert.deepEqual(await finalState(path), trial.finalState);
  });

  await t.step("the user edited .gitignore meanwhile", async () => {
    const { path } = await journalled(first);
    const edited = "node_modules/\n*.log\ndist/\n";
    await Deno.writeTextFile(`${path}/.gitignore`, edited);
    const said = await runHere(path, "setup");
    assert.equal(said[0]?.rule, "interrupted-run");
    assert.deepEqual(said.filter(({ level }) => level === "error"), []);
    const text = await textOf(`${path}/.gitignore`);
    assert.ok(text!.startsWith(edited));
    assert.match(text!, /^\/\.apache-magpie-sources$/m);
    const others = (lines: readonly string[]) =>
      lines.filter((line) => !line.startsWith(".gitignore "));
    assert.deepEqual(others(await finalState(path)), others(first.finalState));
  });

  await t.step("the committed lock was changed meanwhile", async () => {
    const { path } = await journalled(first);
    const lock = `${path}/.apache-magpie.sources.lock`;
    await Deno.writeTextFile(lock, "[]\n");
    const said = await runHere(path, "setup");
    assert.equal(said[0]?.rule, "interrupted-run");
    assert.deepEqual(await finalState(path), first.finalState);
  });

  await test("the user put a folder at a link's place", async ({ path }) => {
    const place = ".agents/skills/magpie-alpha-three";
    await Deno.mkdir(`${path}/${place}`, { recursive: true });
    await Deno.writeTextFile(`${path}/${place}/SKILL.md`, "MINE\n");
    const said = await runHere(path, "setup");
    assert.equal(said[0]?.rule, "interrupted-run");
    assert.equal(said[0]?.path, place);
    assert.ok(
      said.some(({ rule, level, path }) =>
        rule === "name-collision" && level === "error" && path === place
      ),
      JSON.stringify(said),
    );
    assert.equal(await textOf(`${path}/${place}/SKILL.md`), "MINE\n");
    assert.equal(await textOf(`${path}/${STATE}/journal.json`), undefined);
    await Deno.lstat(`${path}/.agents/skills/magpie-beta-one`);
    await Deno.remove(`${path}/${place}`, { recursive: true });
    assert.deepEqual(await heal(path, trial), []);
  });
});

/** The next run says why it gives the journal up, and reaches the same end by itself. */
async function mended(
  path: string,
  trial: Trial,
  reason: string,
): Promise<void> {
  const [first, ...others] = await runHere(path, "setup");
  assert.equal(first?.rule, "interrupted-run");
  assert.equal(first?.level, "warning");
  assert.ok(first?.message.includes(reason), first?.message);
  assert.deepEqual(others.filter(({ level }) => level === "error"), []);
  assert.deepEqual(await violations(path, trial.expected), []);
  assert.deepEqual(await finalState(path), trial.finalState);
}

async function truncateStaged(path: string, file: string): Promise<void> {
  await Deno.truncate(`${await stagingOf(path)}/alpha/${file}`, 0);
}

async function stagingOf(path: string): Promise<string> {
  for await (const { name } of Deno.readDir(`${path}/${STATE}`)) {
    if (name.startsWith("staging-")) return `${path}/${STATE}/${name}`;
  }
  throw new Error("there is no staging");
}

async function forge(
  path: string,
  steps: readonly unknown[],
  version = 1,
): Promise<void> {
  await Deno.writeTextFile(
    `${path}/${STATE}/journal.json`,
    JSON.stringify({ version, steps }),
  );
}

function writeStep(file: string, before: string, after: string | null) {
  return {
    step: "write",
    file,
    over: fingerprint(new TextEncoder().encode(before)),
    bytes: after && new TextEncoder().encode(after).toBase64(),
  };
}
