import assert from "node:assert/strict";
import { pathsBelow } from "../commands/traces.ts";
import { run, setup, startWorld, zipEntry } from "../commands/world.ts";
import type { ZipEntry } from "../support/zip.ts";
import { about, assertNothingOf, CANARY, skillMd } from "./cases.ts";

const SKILL: ZipEntry = {
  name: "x/skills/read-mail/SKILL.md",
  content: skillMd("read-mail"),
};
const IN = "x/skills/read-mail/";
const evil = (name: string | Uint8Array): ZipEntry => ({
  name,
  content: "EVIL\n",
});

/** Archives to refuse, by the attack; `OUTSIDE` stands for a folder of canaries. */
const ATTACKS: Record<string, readonly ZipEntry[]> = {
  "zip-slip-up": [evil("../canary.txt")],
  "zip-slip-on-the-way": [evil("x/../../canary.txt")],
  "zip-slip-absolute": [evil("OUTSIDE/canary.txt")],
  "zip-slip-backslash": [evil("..\\canary.txt")],
  "zip-slip-backslash-inside": [evil("x\\..\\..\\canary.txt")],
  "zip-slip-drive": [evil("C:\\canary.txt")],
  "zip-slip-bare-drive": [evil("C:canary.txt")],
  "zip-slip-unc": [evil("\\\\host\\share\\c")],
  "zip-slip-sibling": [evil("../acmeEvil/keep.txt")],
  "zip-slip-trailing": [evil("x/..")],
  "zip-slip-blanks": [evil("x/.. /.. /canary.txt")],
  "zip-slip-nul": [evil("x/a\0/../../canary.txt")],
  "zip-slip-double-slash": [evil("//canary.txt")],
  "a-bidi-name": [evil("x/\u202ecanary.txt")],
  "an-empty-name": [evil("")],
  "a-slash": [evil("/")],
  "late": [
    ...Array.from({ length: 50 }, (_, at) => ({
      name: `${IN}f${at}.md`,
      content: "f\n",
    })),
    evil("../canary.txt"),
  ],
  "write-through-a-folder-link": [
    { name: `${IN}d`, link: "OUTSIDE" },
    evil(`${IN}d/config`),
  ],
  "write-through-a-relative-link": [
    { name: `${IN}d`, link: "../../../../../outside" },
    evil(`${IN}d/config`),
  ],
  "write-through-a-file-link": [
    { name: `${IN}c`, link: "OUTSIDE/config" },
    evil(`${IN}c`),
  ],
  "write-through-a-dangling-link": [
    { name: `${IN}c`, link: "OUTSIDE/new" },
    evil(`${IN}c`),
  ],
  "write-through-two-links": [
    { name: `${IN}a`, link: "b" },
    { name: `${IN}b`, link: "OUTSIDE" },
    evil(`${IN}a/config`),
  ],
  "write-through-links-to-parents": [
    { name: `${IN}p`, link: ".." },
    { name: `${IN}p/q`, link: ".." },
    evil(`${IN}p/q/../../../../outside/config`),
  ],
  "a-folder-then-a-link": [
    { name: `${IN}d/`, mode: 0o40755 },
    { name: `${IN}d`, link: "OUTSIDE" },
    evil(`${IN}d/config`),
  ],
  "a-link-out": [{ name: `${IN}l`, link: "../../../../outside/config" }],
  "an-absolute-link": [{ name: `${IN}l`, link: "/etc/passwd" }],
  "a-backslash-link": [{ name: `${IN}l`, link: "..\\..\\..\\outside" }],
  "an-endless-link": [{ name: `${IN}l`, link: "a".repeat(70_000) }],
  "a-link-hidden-by-dos": [
    { name: `${IN}w`, content: "OUTSIDE", mode: 0o120777, madeBy: 0 },
    evil(`${IN}w/config`),
  ],
  "a-fifo": [{ name: `${IN}dev`, mode: 0o010644 }],
  "a-character-device": [{ name: `${IN}dev`, mode: 0o020666 }],
  "a-block-device": [{ name: `${IN}dev`, mode: 0o060666 }],
  "a-socket": [{ name: `${IN}dev`, mode: 0o140755 }],
  "an-encrypted-entry": [{ name: `${IN}e.md`, claims: { flags: 0x801 } }],
  "bzip2": [{ name: `${IN}e.md`, content: "BZh9", claims: { method: 12 } }],
  "deflate64": [{ name: `${IN}e.md`, content: "x", claims: { method: 9 } }],
  "a-lying-size": [
    { name: "x/z.bin", content: new Uint8Array(1 << 20), claims: { size: 10 } },
  ],
  "a-bomb": [
    { name: `${IN}z.bin`, content: new Uint8Array(40 * 2 ** 20) },
  ],
  "a-deep-path": [evil(`x/${"d/".repeat(3000)}f`)],
  "a-long-name": [evil(`x/${"n".repeat(300)}.md`)],
};

Deno.test("hostile archives write nothing outside, and nothing inside either", async (t) => {
  await using world = await startWorld();
  const outside = world.join("outside");
  await Deno.mkdir(outside);
  for (const name of ["canary.txt", "config"]) {
    await Deno.writeTextFile(`${outside}/${name}`, CANARY);
  }
  const placed = <T>(value: T): T =>
    (typeof value === "string"
      ? value.replaceAll("OUTSIDE", outside)
      : value) as T;
  const entries = [];
  for (const [id, attack] of Object.entries(ATTACKS)) {
    const archive = await world.archive(`${id}.zip`, [
      SKILL,
      ...attack.map((entry) => ({
        ...entry,
        name: placed(entry.name),
        ...(entry.link === undefined ? {} : { link: placed(entry.link) }),
        ...(entry.content === undefined
          ? {}
          : { content: placed(entry.content) }),
      })),
    ]);
    entries.push(zipEntry(id, archive, ["read-mail"]));
  }
  const adopter = await world.adopter(entries);
  const outcome = await setup(adopter, "--json");
  assert.equal(outcome.code, 1, outcome.stdout + outcome.stderr);
  // deno-lint-ignore no-control-regex -- what must not reach a terminal
  const raw = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]/;
  assert.doesNotMatch(outcome.stdout + outcome.stderr, raw);
  for (const id of Object.keys(ATTACKS)) {
    await t.step(id, async () => {
      const errors = about(outcome, id)
        .filter(({ level }) => level === "error");
      assert.equal(errors.length, 1, JSON.stringify(errors));
      assert.match(
        errors[0]!.rule,
        /^(?:archive-invalid|name-refused|limit-exceeded)$/,
      );
      await assertNothingOf(adopter, id, ["read-mail"]);
    });
  }
  assert.deepEqual(await pathsBelow(outside), ["canary.txt", "config"]);
  for (const name of ["canary.txt", "config"]) {
    assert.equal(await Deno.readTextFile(`${outside}/${name}`), CANARY);
  }
  const state = await pathsBelow(`${adopter.path}/.apache-magpie-sources`);
  assert.deepEqual(
    state.filter((path) => !path.endsWith("/")).sort(),
    [".gitignore", ".state/run.lock"],
  );
});

Deno.test("odd archives that hold no attack are installed", async () => {
  await using world = await startWorld();
  const archive = await world.archive("odd.zip", [
    SKILL,
    { name: `${IN}t.md`, content: "t\n" },
    { name: `${IN}l1`, link: "t.md" },
    { name: `${IN}l2`, link: "l1" },
    { name: `${IN}dangling`, link: "gone.md" },
    { name: `${IN}run.sh`, content: "#!/bin/sh\n", mode: 0o100755 },
    { name: `${IN}suid.sh`, content: "#!/bin/sh\n", mode: 0o104755 },
    { name: `${IN}open.md`, content: "x\n", mode: 0o100666 },
    { name: `${IN}none.md`, content: "x\n", mode: 0o100000 },
    { name: `${IN}sticky/`, mode: 0o41777 },
    { name: `${IN}sticky/in.md`, content: "x\n", mode: 0o100600 },
    { name: `${IN}inner.zip`, content: "PK\x03\x04 no more" },
    { name: "x/\uff0e\uff0e/\uff0e\uff0e/wide.txt", content: "x\n" },
  ]);
  const adopter = await world.adopter([
    zipEntry("odd", archive, ["read-mail"]),
  ]);
  // The modes on disk are the source's, whatever this process would make.
  const outcome = await run(adopter, ["setup", "--yes", "--json"], {
    umask: "077",
  });
  assert.equal(outcome.code, 0, outcome.stdout + outcome.stderr);
  const warned = about(outcome, "odd")
    .filter(({ level }) => level === "warning")
    .map(({ message }) => message).join("\n");
  assert.match(warned, /l2/);
  assert.match(warned, /dangling/);
  assert.match(warned, /NFKC/);
  const snapshot = `${adopter.path}/.apache-magpie-sources/odd`;
  const mode = async (path: string) =>
    ((await Deno.lstat(`${snapshot}/skills/read-mail/${path}`)).mode! & 0o7777)
      .toString(8);
  for (const path of ["run.sh", "suid.sh", "sticky"]) {
    assert.equal(await mode(path), "755", path);
  }
  for (const path of ["SKILL.md", "open.md", "none.md", "sticky/in.md"]) {
    assert.equal(await mode(path), "644", path);
  }
  assert.equal(await Deno.readLink(`${snapshot}/skills/read-mail/l2`), "l1");
});
