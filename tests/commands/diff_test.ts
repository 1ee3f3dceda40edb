import assert from "node:assert/strict";
import type { Adopter, Descriptor } from "../support/adopter.ts";
import { adopterAt, trustList } from "../support/adopter.ts";
import { git } from "../support/git.ts";
import { runInside } from "../support/run_inside.ts";
import { sampleSkill } from "../support/sample_source.ts";
import { gitContent } from "../tree/git_content.ts";
import { LIST } from "./estate.ts";
import { pathsBelow, traces } from "./traces.ts";
import { branchEntry, copyOf, run, startWorld, type World } from "./world.ts";

const inside = ({ path }: Adopter, ...args: string[]) =>
  runInside(args, { cwd: path });

/** What of `diff --json` is looked at here. */
interface DiffJson {
  readonly id: string;
  readonly patch: string;
  readonly patch_omitted: readonly string[];
  readonly content: { readonly from: string; readonly to: string };
  readonly pin: { readonly from: unknown };
  readonly skills: { readonly added: readonly string[] };
  readonly files: Readonly<Record<string, readonly { path: string }[]>>;
}

/** A source with three releases that differ in every way that files can. */
async function releases(world: World) {
  const acme = await world.tagged("acme", ["read-mail", "read-news"]);
  const { source } = acme;
  const folder = `${source.checkout}/skills/read-mail`;
  const bytes = Uint8Array.from({ length: 300 }, (_, at) => at % 256);
  const second = await source.commit({
    ...sampleSkill("read-logs"),
    "skills/read-mail/run.sh": { content: "#!/bin/sh\n", executable: true },
    "skills/read-mail/data.bin": bytes,
    "skills/read-mail/latin1.txt": Uint8Array.of(0x63, 0xe9, 0x0a),
    "skills/read-mail/crlf.md": "One.\r\nTwo.\r\n",
    "skills/read-mail/link": { link: "SKILL.md" },
    "skills/read-mail/odd name\u00e4.md": "No last line end",
    "skills/read-mail/tool": "text\n",
    "skills/read-mail/was": "a file\n",
  });
  await source.annotatedTag("v1.1.0");
  for (const name of ["link", "was"]) await Deno.remove(`${folder}/${name}`);
  await Deno.remove(`${source.checkout}/skills/read-logs`, { recursive: true });
  const third = await source.commit({
    "skills/read-mail/run.sh": "#!/bin/sh\n",
    "skills/read-mail/data.bin": bytes.map((byte) => byte ^ 1),
    "skills/read-mail/latin1.txt": "now UTF-8\n",
    "skills/read-mail/crlf.md": "One.\nTwo.\r\n",
    "skills/read-mail/link": "no link any more\n",
    "skills/read-mail/odd name\u00e4.md": "One now\n",
    "skills/read-mail/tool": { content: "text\n", executable: true },
    "skills/read-mail/was/a-folder.md": "in a folder\n",
    "skills/read-mail/empty": "",
  });
  await source.annotatedTag("v1.2.0");
  await source.publish();
  const at = (ref: string, commit: string): Descriptor => ({
    ...acme.entry,
    ref,
    commit,
    provides: ["read-*"],
  });
  return {
    source,
    url: acme.url,
    first: at("v1.0.0", acme.commit),
    second: at("v1.1.0", second),
    third: at("v1.2.0", third),
  };
}

Deno.test("diff: what git makes of its patch is the other tree, to the byte, by the recipe of its page", async (t) => {
  await using world = await startWorld();
  const { first, second } = await releases(world);
  const adopter = await world.adopter([first]);
  assert.equal((await inside(adopter, "setup", "--yes")).code, 0);
  const snapshot = `${adopter.path}/.apache-magpie-sources/acme`;
  const installed = await gitContent(snapshot);
  const pairs = [
    ["v1.0.0", "v1.1.0"],
    ["v1.1.0", "v1.2.0"],
    ["v1.2.0", "v1.0.0"],
  ] as const;
  for (const [from, to] of pairs) {
    await t.step(`${from} to ${to}`, async () => {
      const here = await copyOf(adopter, world.join(`${from}-${to}`));
      if (from !== "v1.0.0") {
        const move = ["upgrade", "--yes", "--write", "--to", `acme=${from}`];
        const moved = await inside(here, ...move);
        assert.equal(moved.code, 0, moved.stdout + moved.stderr);
      }
      const before = await traces(here.path);
      const diff = await inside(here, "diff", "acme", "--to", to, "--json");
      assert.equal(diff.code, 0, diff.stdout);
      assert.deepEqual(await traces(here.path), before);
      const { patch, patch_omitted, content } = diff.json<DiffJson>();
      assert.deepEqual(patch_omitted, []);
      const folder = `${here.path}/.apache-magpie-sources/acme`;
      assert.equal(content.from, await gitContent(folder));
      if (to === "v1.0.0") assert.equal(content.to, installed);
      const applied = world.join(`applied-${from}-${to}`);
      await copyOf(adopterAt(folder), applied);
      await git(applied, ["apply", "-"], { input: patch });
      assert.equal(await gitContent(applied), content.to);
    });
  }

  await t.step(
    "a fresh clone sees the same review and is left as it was",
    async () => {
      await adopter.write({ [LIST]: trustList([second]) });
      await adopter.commit("Wish");
      const clone = await adopter.clone(world.join("clone"));
      const before = await traces(clone.path);
      const [here, there] = [
        await inside(adopter, "diff", "acme", "--json"),
        await inside(clone, "diff", "acme", "--json"),
      ];
      assert.equal(there.code, 0, there.stdout);
      assert.deepEqual(
        { ...there.json<DiffJson>(), findings: [] },
        { ...here.json<DiffJson>(), findings: [] },
      );
      assert.deepEqual(await traces(clone.path), before);
    },
  );
});

Deno.test("diff leaves nothing behind, neither in the adopter nor in the temp folder", async (t) => {
  await using world = await startWorld();
  const { first, source } = await releases(world);
  const adopter = await world.adopter([first]);
  const temporary = world.join("temp");
  await Deno.mkdir(temporary);
  const before = await traces(adopter.path);
  const diff = async (...args: string[]) => {
    const env = { TMPDIR: temporary };
    const done = await run(adopter, ["diff", "acme", ...args], { env });
    assert.deepEqual(await pathsBelow(temporary), []);
    assert.deepEqual(await traces(adopter.path), before);
    return done;
  };
  await t.step("two refs of a source that was never installed", async () => {
    const two = await diff("--from", "v1.0.0", "--to", "v1.1.0");
    assert.equal(two.code, 0, two.stdout + two.stderr);
    assert.match(two.stdout, /v1\.0\.0 \([0-9a-f]{12}\) → v1\.1\.0/);
    assert.match(two.stdout, /added +read-logs/);
    const same = await diff("--from", "v1.1.0", "--to", "v1.1.0", "--json");
    assert.equal(same.code, 0);
    assert.equal(same.json<DiffJson>().patch, "");
  });
  await t.step("all of a source that was never locked is new", async () => {
    const first = await diff("--to", "v1.1.0", "--json");
    assert.equal(first.code, 0, first.stdout);
    const { pin, skills, files } = first.json<DiffJson>();
    assert.equal(pin.from, null);
    assert.ok(skills.added.includes("read-mail"));
    assert.deepEqual([files.removed, files.changed], [[], []]);
    assert.ok(
      first.json().findings.some(({ rule, level }) =>
        rule === "pin-missing" && level === "note"
      ),
    );
  });
  await t.step("a ref that is gone", async () => {
    const gone = await diff("--from", "v1.0.0", "--to", "v9.0.0", "--json");
    assert.equal(gone.code, 1);
    assert.equal(gone.json().findings[0]?.rule, "ref-missing");
  });
  await t.step("a version that is refused", async () => {
    await git(source.checkout, ["checkout", "-q", "-B", "evil"]);
    await source.commit({ "skills/read-mail/link": { link: "/etc/passwd" } })
      .catch(() => {});
    await Deno.remove(`${source.checkout}/skills/read-mail/link`);
    await source.commit({ "skills/read-mail/link": { link: "/etc/passwd" } });
    await source.annotatedTag("v1.3.0");
    await source.publish();
    const evil = await diff("--from", "v1.0.0", "--to", "v1.3.0", "--json");
    assert.equal(evil.code, 1, evil.stdout);
    assert.equal(evil.json<DiffJson>().patch, undefined);
  });
});

Deno.test("diff: the command line, and what it refuses", async () => {
  await using world = await startWorld();
  const acme = await world.tagged("acme", ["read-mail"]);
  const adopter = await world.adopter([
    acme.entry,
    { ...acme.entry, id: "broken", commit: "abc" },
    branchEntry("tip", acme.url, ["read-mail"]),
  ]);
  const asked = world.requests();
  const rows: readonly [readonly string[], number, string][] = [
    [["diff"], 2, "usage"],
    [["diff", "acme", "tip"], 2, "usage"],
    [["diff", "nobody"], 2, "usage"],
    [["diff", "acme", "--to", "v1", "--latest"], 2, "usage"],
    [["diff", "--since", "main", "--to", "v1"], 2, "usage"],
    [["diff", "--since", "main", "--latest"], 2, "usage"],
    [["diff", "--since", "nowhere"], 2, "usage"],
    [["diff", "broken"], 1, "value-invalid"],
    [["diff", "acme", "--from=-x", "--to", "v1.0.0"], 1, "value-invalid"],
  ];
  for (const [args, code, rule] of rows) {
    const done = await inside(adopter, ...args, "--json");
    assert.equal(done.code, code, `${args}: ${done.stdout}`);
    const document = done.json();
    assert.equal(document.ok, false);
    assert.equal(document.findings[0]?.rule, rule, done.stdout);
  }
  assert.equal(world.requests(), asked);
  const markdown = await inside(
    adopter,
    ...["diff", "tip", "--from", "main", "--to", "main", "--format", "md"],
  );
  assert.equal(markdown.code, 0, markdown.stderr);
  assert.match(markdown.stdout, /^### Review of `tip`\n/);
});
