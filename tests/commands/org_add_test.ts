import assert from "node:assert/strict";
import type { CliDocument } from "../support/run_cli.ts";
import { runInside } from "../support/run_inside.ts";
import { git } from "../support/git.ts";
import { traces } from "./traces.ts";
import { run, startWorld } from "./world.ts";

const LIST = "organizations/acme/skill-sources.md";

Deno.test("org add", async (t) => {
  await using world = await startWorld();
  const mail = await world.tagged("mail", ["read-mail", "send-mail"]);
  const notes = await world.tagged("notes", ["take-notes"]);
  const repository = await world.adopter(undefined);
  const add = (...args: string[]) => run(repository, ["org", "add", ...args]);

  await t.step("prints the entry and writes nothing", async () => {
    const before = await traces(repository.path);
    const { code, stdout, stderr } = await add(mail.url, "--org", "acme");
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^- id: mail\n/);
    assert.match(stdout, /\n {2}organization: acme\n/);
    assert.match(stdout, new RegExp(`commit: ${mail.commit}`));
    assert.match(stderr, /read-mail +Sample skill/);
    assert.deepEqual(await traces(repository.path), before);
  });

  await t.step(
    "without an organization it asks for one, before any request",
    async () => {
      const before = world.requests();
      const { code, stderr } = await add(mail.url);
      assert.equal(code, 2);
      assert.match(stderr, /name one with --org/);
      const id = await add("mail", "--org", "acme");
      assert.equal(id.code, 2);
      assert.match(id.stderr, /takes a url, not an id/);
      const path = await add(mail.url, "--org", "../acme");
      assert.equal(path.code, 2);
      assert.equal(world.requests(), before);
    },
  );

  await t.step("--write needs consent, and begins the list", async () => {
    const before = world.requests();
    const asked = await add(mail.url, "--org", "acme", "--write");
    assert.equal(asked.code, 2);
    assert.match(asked.stderr, /consent-needed/);
    assert.equal(world.requests(), before);
    const { code, json } = await add(
      mail.url,
      "--org",
      "acme",
      "--write",
      "--yes",
      "--json",
    );
    const document = json<
      CliDocument & { readonly list: string; readonly written: boolean }
    >();
    assert.equal(code, 0);
    assert.equal(document.schema, "skill-sources/org-add@1");
    assert.equal(document.list, LIST);
    assert.equal(document.written, true);
    assert.match(await repository.read(LIST), /^# Curated skill sources\n/);
    assert.equal(
      await git(repository.path, ["status", "--porcelain", "-uall"]),
      `?? ${LIST}`,
    );
  });

  await t.step(
    "a second entry goes behind the first, whose bytes stay",
    async () => {
      const before = await repository.read(LIST);
      const { code } = await add(notes.url, "--write", "--yes");
      assert.equal(code, 0);
      assert.ok((await repository.read(LIST)).startsWith(before));
      const { code: sound, stdout } = await run(repository, ["org", "check"]);
      assert.equal(sound, 0, stdout);
      assert.match(stdout, /2 sources of 1 organization checked/);
    },
  );

  await t.step(
    "an id that is listed is refused before any request",
    async () => {
      const before = world.requests();
      const kept = await repository.read(LIST);
      const { code, stderr } = await add(notes.url, "--write", "--yes");
      assert.equal(code, 2);
      const line = kept.split("\n").indexOf("- id: notes") + 1;
      assert.ok(line > 1);
      assert.ok(stderr.includes(`${LIST}:${line}:`), stderr);
      assert.match(stderr, /listed already; edit its `ref` and `commit` there/);
      assert.equal(world.requests(), before);
      assert.equal(await repository.read(LIST), kept);
    },
  );

  await t.step(
    "without --write an id that is listed gets its new entry, which owes the old one nothing",
    async () => {
      const kept = await repository.read(LIST);
      const narrowed = kept.replace(
        /(- id: notes\n(?:.*\n)*? {2}layout:\n)/,
        "$1    include: [gone]\n",
      );
      assert.notEqual(narrowed, kept);
      await repository.write({ [LIST]: narrowed });
      await notes.source.annotatedTag("v2.0.0");
      await notes.source.publish();
      const { code, json } = await add(
        notes.url,
        "--ref",
        "v2.0.0",
        "--json",
      );
      const { entry, layout, findings } = json<
        CliDocument & {
          readonly entry: string;
          readonly layout: Record<string, unknown>;
        }
      >();
      assert.equal(code, 0);
      assert.match(entry, /^- id: notes\n(?:.*\n)* {2}ref: v2\.0\.0\n/);
      assert.deepEqual(findings, []);
      assert.equal(layout.include, undefined);
      assert.equal(await repository.read(LIST), narrowed);
      await repository.write({ [LIST]: kept });
    },
  );

  await t.step("whoever is asked reads what was found first", async () => {
    const kept = await repository.read(LIST);
    const args = ["org", "add", mail.url, "--id", "mails", "--write"];
    const { code, stderr } = await runInside(args, {
      cwd: repository.path,
      answers: ["y", "n"],
    });
    assert.equal(code, 1);
    assert.match(
      stderr,
      /mail\.git` to look at it\? \[y\/N\] (?:.*\n)+.*\[near-name\]\n(?:.*\n)*1 warning about it\. Add mails to organizations\/acme\/skill-sources\.md\? /,
    );
    assert.equal(await repository.read(LIST), kept);
  });
});
