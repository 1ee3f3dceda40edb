import assert from "node:assert/strict";
import { permissionFlags } from "../../lib/cli/permissions.ts";
import { type Descriptor, trustList } from "../support/adopter.ts";
import { armoredSignature, pgpKey, pgpSign, SIGNED } from "../support/pgp.ts";
import type { CliDocument } from "../support/run_cli.ts";
import { zip } from "../support/zip.ts";
import { traces } from "./traces.ts";
import {
  archiveEntries,
  branchEntry,
  run,
  serveArchive,
  startWorld,
  tagEntry,
  zipEntry,
} from "./world.ts";

const LIST = "organizations/acme/skill-sources.md";
const NETWORK = { permissions: permissionFlags("network") };
const COMMIT = "c".repeat(40);

type Document = CliDocument & {
  readonly organizations: readonly {
    readonly name: string;
    readonly files: readonly string[];
    readonly sources: readonly {
      readonly id: string;
      readonly sound: boolean;
      readonly commit?: string;
      readonly newer?: string;
    }[];
  }[];
};

function said({ findings }: CliDocument): string[] {
  return findings.map(({ level, rule, source }) =>
    `${level} ${rule} ${source}`
  );
}

Deno.test("org check, without the network", async (t) => {
  await using world = await startWorld();
  const check = async (
    files: Record<string, string>,
    ...args: readonly string[]
  ) => {
    const repository = await world.adopter(undefined, files);
    const before = await traces(repository.path);
    const done = await run(repository, ["org", "check", ...args, "--json"]);
    assert.deepEqual(
      await traces(repository.path),
      before,
      "it writes nothing",
    );
    assert.equal(world.requests(), 0);
    return { code: done.code, document: done.json<Document>() };
  };
  const good = tagEntry("good", "https://example.org/g.git", COMMIT, ["x"]);

  await t.step(
    "a job in the wrong folder, without any organization, does not stay green",
    async () => {
      const rows = [{}, {
        "organizations/_template/skill-sources.md": trustList([good]),
      }, { "skill-sources.md": trustList([good]) }];
      for (const files of rows) {
        const { code, document } = await check(files);
        assert.equal(code, 2);
        const [{ rule, message } = assert.fail(), ...more] = document.findings;
        assert.deepEqual([rule, more], ["organization-unknown", []]);
        for (
          const home of ["", ".apache-magpie/", ".apache-magpie-overrides/"]
        ) {
          assert.ok(message.includes(` ${home}organizations/`), message);
        }
      }
    },
  );

  await t.step("a bad entry keeps no other from being looked at", async () => {
    const { code, document } = await check({
      [LIST]: trustList([
        good,
        {
          ...tagEntry("bad", "https://user:pw@example.org/b.git", "abc", ["x"]),
          comit: COMMIT,
        },
        {
          id: "unpinned",
          name: "U",
          method: "git-tag",
          url: "https://example.org/u.git",
          provides: ["x"],
        },
        { id: "bare", name: "B", provides: ["x"] },
        {
          id: "half",
          name: "H",
          method: "git-tag",
          url: "https://example.org/h.git",
          commit: COMMIT,
          provides: ["x"],
        },
        { ...good, id: "twin", organization: "nobody" },
      ]),
    });
    assert.equal(code, 1);
    assert.deepEqual(said(document), [
      "warning key-unknown bad",
      "error url-refused bad",
      "error value-invalid bad",
      "error descriptor-incomplete bare",
      "error pin-missing half",
      "error organization-unknown twin",
      "warning source-repeated twin",
    ]);
    assert.deepEqual(
      document.organizations[0]?.sources.map(({ id, sound }) => [id, sound]),
      [
        ["good", true],
        ["bad", false],
        ["unpinned", true],
        ["bare", false],
        ["half", false],
        ["twin", false],
      ],
    );
    assert.ok(
      document.findings.every(({ path, line }) => path === LIST && line),
    );
    assert.ok(!JSON.stringify(document).includes("user:pw"));
  });

  await t.step(
    "an organization without a list warns, and fails when it is named",
    async () => {
      const files = {
        [LIST]: trustList([good]),
        "organizations/empty/README.md": "# Nothing\n",
        "organizations/_template/skill-sources.md": "```yaml\n- id: [\n```\n",
      };
      const { code, document } = await check(files);
      assert.equal(code, 0);
      assert.deepEqual(said(document), [
        "warning organization-list-missing undefined",
      ]);
      assert.deepEqual(document.organizations.map(({ name }) => name), [
        "acme",
        "empty",
      ]);
      assert.equal((await check(files, "empty")).code, 1);
      assert.equal((await check(files, "acme")).document.findings.length, 0);
      assert.equal((await check(files, "acm")).code, 2);
    },
  );

  await t.step(
    "a folder that no entry can name is no organization to add to",
    async () => {
      const { code, document } = await check({
        [LIST]: trustList([good]),
        "organizations/-x/README.md": "# Nothing\n",
        "organizations/a b/README.md": "# Nothing\n",
      });
      assert.equal(code, 0);
      assert.deepEqual(
        document.findings.map(({ rule, level, path, fix }) =>
          `${level} ${rule} ${path} ${fix}`
        ),
        [
          "warning value-invalid organizations/-x undefined",
          "warning value-invalid organizations/a b undefined",
        ],
      );
    },
  );

  await t.step(
    "a list that cannot be read at all hides no other organization's",
    async () => {
      const { code, document } = await check({
        [LIST]: trustList([good, good]),
        "organizations/zoo/skill-sources.md": trustList([{
          ...good,
          method: "git",
        }]),
      });
      assert.equal(code, 1);
      assert.deepEqual(said(document).sort(), [
        "error id-duplicate undefined",
        "error value-invalid good",
      ]);
    },
  );

  await t.step(
    "the first of the three homes counts, another that differs warns",
    async () => {
      const { code, document } = await check({
        [LIST]: trustList([good]),
        [`.apache-magpie-overrides/${LIST}`]: trustList([
          { ...good, ref: "v2.0.0" },
          { ...good, id: "more", url: "https://example.org/m.git" },
        ]),
      });
      assert.equal(code, 0);
      assert.deepEqual(said(document), ["warning layer-disagrees good"]);
      assert.deepEqual(
        document.organizations[0]?.sources.map(({ id }) => id),
        ["good", "more"],
      );
    },
  );

  await t.step("findings come in the formats of CI", async () => {
    const repository = await world.adopter(undefined, {
      [LIST]: trustList([{ id: "bare", name: "B", provides: ["x"] }]),
    });
    const { stdout } = await run(repository, [
      "org",
      "check",
      "--format",
      "github",
    ]);
    assert.match(stdout, new RegExp(`^::error file=${LIST},line=4`));
  });
});

Deno.test("org check --remote", async (t) => {
  await using world = await startWorld();
  const mail = await world.tagged("mail", ["read-mail"]);
  const moved = await world.tagged("moved", ["x"]);
  const lost = await world.tagged("lost", ["x"]);
  const thin = await world.tagged("thin", ["x", "y"]);
  const wip = await world.tagged("wip", ["x"]);
  const archive = await world.archive(
    "a-1.0.0.zip",
    archiveEntries("a-1.0.0", ["send-mail"]),
  );
  const other = await world.archive(
    "b-1.0.0.zip",
    archiveEntries("b-1.0.0", ["x"]),
  );
  const expired = await pgpKey({ expires: 60 * 60 * 24 * 100 });
  const signed = zip(archiveEntries("c-1.0.0", ["x"]));
  const third = await serveArchive(
    world.root,
    world.files,
    "c-1.0.0.zip",
    signed,
  );
  await Deno.writeTextFile(
    `${world.root}/c-1.0.0.zip.asc`,
    armoredSignature(await pgpSign(expired, signed, { date: SIGNED })),
  );
  await Deno.writeTextFile(`${world.root}/KEYS`, expired.armored);
  const entries: Descriptor[] = [
    mail.entry,
    moved.entry,
    lost.entry,
    { ...thin.entry, provides: ["x", "z", "none-*"] },
    branchEntry("wip", wip.url, ["x"]),
    zipEntry("a", archive, ["send-mail"]),
    zipEntry("b", other, ["x"]),
    {
      ...zipEntry("c", third, ["x"]),
      keys: `${world.files.url}/KEYS`,
      signed_by: [expired.fingerprint],
    },
    { ...mail.entry, id: "gone", url: `${world.git.url}/gone.git` },
    {
      id: "loose",
      name: "L",
      method: "git-tag",
      url: mail.url,
      provides: ["x"],
      "layout.skills_root": "other",
    },
  ];
  await mail.source.commit({ "more.md": "more\n" });
  await mail.source.annotatedTag("v1.1.0");
  await mail.source.publish();
  await moved.source.commit({ "evil.md": "evil\n" });
  await moved.source.annotatedTag("v1.0.0");
  await moved.source.publish();
  await Deno.remove(lost.source.bare, { recursive: true });
  const again = await world.tagged("again", ["x"]);
  await Deno.rename(again.source.bare, lost.source.bare);
  await new Deno.Command("git", {
    args: ["-C", lost.source.bare, "tag", "-d", "v1.0.0"],
  }).output();
  await serveArchive(
    world.root,
    world.files,
    "b-1.0.0.zip",
    zip(archiveEntries("b-1.0.0", ["x", "evil"])),
  );
  const repository = await world.adopter(undefined, {
    [LIST]: trustList(entries),
  });
  const ask = async (...args: readonly string[]) => {
    const before = await traces(repository.path);
    const done = await run(
      repository,
      ["org", "check", "--remote", ...args],
      NETWORK,
    );
    assert.deepEqual(
      await traces(repository.path),
      before,
      "it writes nothing",
    );
    return done;
  };

  await t.step(
    "says what changed at the sources, in the order of the list",
    async () => {
      const { code, json, stderr } = await ask("--json");
      assert.equal(code, 1, stderr);
      const document = json<Document>();
      assert.deepEqual(said(document), [
        "note outdated mail",
        "error tag-moved moved",
        "error tag-gone lost",
        "error provides-unfulfilled thin",
        "error provides-unfulfilled thin",
        "error archive-changed b",
        "note signature-made-before-expiry c",
        "warning signer-unusable c",
        "error not-found gone",
      ]);
      for (const { path, line, fix } of document.findings) {
        assert.equal(path, LIST);
        assert.ok(line! > 3);
        assert.doesNotMatch(fix ?? "", /skill-sources (?:upgrade|verify)/);
        assert.doesNotMatch(fix ?? "", /trust list/);
      }
      const [mailFound] = document.findings;
      assert.match(
        mailFound!.fix ?? "",
        /^edit the pin of mail at organizations\/acme\/skill-sources\.md:\d+; skill-sources org add .*mail\.git --id mail --ref v1\.1\.0 --org acme prints/,
      );
      assert.equal(document.organizations[0]?.sources[0]?.newer, "v1.1.0");
    },
  );

  await t.step("two runs say the same", async () => {
    const [one, two] = [await ask("--json"), await ask("--json")];
    assert.equal(one.stdout, two.stdout);
  });

  await t.step("a repository that moved is a warning", async () => {
    const old = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      (request) => {
        const { pathname, search } = new URL(request.url);
        const path = pathname.replace("/old", "/mail.git");
        return Response.redirect(world.git.url + path + search, 308);
      },
    );
    try {
      const url = `http://127.0.0.1:${old.addr.port}/old`;
      await repository.write({
        [LIST]: trustList([{ ...mail.entry, url }]),
      });
      const { code, json } = await ask("--json");
      assert.equal(code, 0);
      assert.deepEqual(said(json()), [
        "warning redirected mail",
        "note outdated mail",
      ]);
    } finally {
      await old.shutdown();
    }
  });

  await t.step("without --remote nobody is asked", async () => {
    const before = world.requests();
    assert.equal((await run(repository, ["org", "check"])).code, 0);
    assert.equal(world.requests(), before);
  });
});
