import assert from "node:assert/strict";
import { scanMarkdown } from "../../lib/trust/markdown.ts";
import { type Descriptor, makeAdopter, trustList } from "../support/adopter.ts";
import type { CliDocument } from "../support/run_cli.ts";
import { tempDir } from "../support/temp_dir.ts";
import { traces } from "./traces.ts";
import { run } from "./world.ts";

const REGISTRY = "docs/skill-sources/registry.md";
const BEGIN = "<!-- skill-sources:org-curated:begin -->";
const END = "<!-- skill-sources:org-curated:end -->";

const ENTRY: Descriptor = {
  id: "acme-skills",
  name: "Acme",
  maintainer: "'A <b>| [x](y) @team'",
  method: "git-tag",
  url: "https://example.org/acme/skills.git",
  provides: ["read-mail", "draft-*"],
};

Deno.test("registry render and check", async (t) => {
  await using temp = await tempDir();
  const files = {
    "organizations/acme/skill-sources.md": trustList([ENTRY, {
      ...ENTRY,
      id: "above",
      url: "ssh://git@example.org/a.git",
    }]),
    "organizations/zoo/skill-sources.md": "# Nothing yet\n",
    "organizations/_template/skill-sources.md": "# A form\n",
  };
  const repository = await makeAdopter(temp.join("org"), undefined, files);
  const render = () => run(repository, ["registry", "render", "--yes"]);
  const check = () => run(repository, ["registry", "check", "--json"]);

  await t.step(
    "without a file it is stale, and render begins one",
    async () => {
      assert.equal((await check()).code, 1);
      const asked = await run(repository, ["registry", "render"]);
      assert.equal(asked.code, 2);
      assert.match(asked.stderr, /consent-needed/);
      const { code, stderr } = await render();
      assert.equal(code, 0, stderr);
      assert.equal((await check()).code, 0);
      const text = await repository.read(REGISTRY);
      assert.ok(
        text.includes([
          BEGIN,
          "",
          "| Organization | Curated sources | File |",
          "|---|---|---|",
          "| acme | `above`: `ssh://git@example.org/a.git` (`read-mail`, `draft-*`)<br>" +
          "`acme-skills`: [`example.org/acme/skills`](<https://example.org/acme/skills.git>) (`read-mail`, `draft-*`)" +
          " | [`organizations/acme/skill-sources.md`](<../../organizations/acme/skill-sources.md>) |",
          "| zoo | *(none listed yet)* | [`organizations/zoo/skill-sources.md`](<../../organizations/zoo/skill-sources.md>) |",
          "",
          END,
        ].join("\n")),
        text,
      );
      await requireNoSnapshots(repository.path);
    },
  );

  await t.step("a second render changes nothing", async () => {
    const before = await traces(repository.path);
    const { code, stdout } = await render();
    assert.equal(code, 0);
    assert.equal(stdout, "Nothing changed.\n");
    assert.deepEqual(await traces(repository.path), before);
  });

  await t.step("bytes outside the markers stay, line ends too", async () => {
    const around = "\ufeff# Ours\r\n\r\n```text\r\n" + BEGIN + "\r\n```\r\n";
    const after = "\r\nThe end, without a line feed";
    await repository.write({
      [REGISTRY]: `${around}${BEGIN}\r\nold\r\n${END}${after}`,
    });
    const stale = await check();
    const { findings } = stale.json<CliDocument>();
    assert.equal(stale.code, 1);
    assert.deepEqual(
      findings.map(({ rule, line, path }) => `${rule} ${path} ${line}`),
      [`registry-stale ${REGISTRY} 7`],
    );
    assert.equal((await render()).code, 0);
    const bytes = await Deno.readFile(`${repository.path}/${REGISTRY}`);
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    assert.ok(text.startsWith(`${around}${BEGIN}\r\n\r\n| Organization`));
    assert.ok(text.endsWith(`|\r\n\r\n${END}${after}`));
    assert.ok(!/[^\r]\n/.test(text));
    assert.equal((await check()).code, 0);
  });

  await t.step(
    "the community's table comes from the descriptors in the file",
    async () => {
      const block = trustList([{ ...ENTRY, id: "outside" }], "# Registry");
      await repository.write({
        [REGISTRY]: `${block}\n${BEGIN}\n${END}\n\n${
          BEGIN.replace("org-curated", "community")
        }\n${END.replace("org-curated", "community")}\n`,
      });
      assert.equal((await render()).code, 0);
      const text = await repository.read(REGISTRY);
      const row = text.split("\n").find((line) =>
        line.startsWith("| `outside`")
      );
      assert.equal(
        row,
        "| `outside` | independent | A \\<b\\>\\| \\[x\\](y) &#64;team | " +
          "[`example.org/acme/skills`](<https://example.org/acme/skills.git>) | `read-mail`, `draft-*` |",
      );
      assert.equal((await check()).code, 0);
      assert.equal(scanMarkdown(text).fences.length, 1);
    },
  );

  await t.step(
    "without descriptors the community's table is left alone",
    async () => {
      const kept = `${
        BEGIN.replace("org-curated", "community")
      }\n| by hand |\n${END.replace("org-curated", "community")}\n`;
      await repository.write({ [REGISTRY]: `${BEGIN}\n${END}\n${kept}` });
      assert.equal((await render()).code, 0);
      assert.ok((await repository.read(REGISTRY)).endsWith(kept));
    },
  );

  await t.step(
    "a descriptor between the markers is not replaced by its own row",
    async () => {
      const block = trustList([{ ...ENTRY, id: "outside" }], "# Registry");
      const [begin, end] = [BEGIN, END].map((line) =>
        line.replace("org-curated", "community")
      );
      const text = `${BEGIN}\n${END}\n\n${begin}\n\n${block}\n${end}\n`;
      await repository.write({ [REGISTRY]: text });
      for (const { code, stderr } of [await render(), await check()]) {
        assert.equal(code, 2);
        assert.match(stderr, /of outside stands between the markers|^$/);
      }
      assert.equal(await repository.read(REGISTRY), text);
    },
  );

  await t.step(
    "a descriptor with a fault is told, and not shown without what is wrong",
    async () => {
      const block = trustList([
        { ...ENTRY, id: "outside", url: "https://u:secret@example.org/x" },
      ], "# Registry");
      const markers = `${BEGIN}\n${END}\n`;
      const text = `${block}\n${markers}\n${
        markers.replaceAll("org-curated", "community")
      }`;
      await repository.write({ [REGISTRY]: text });
      const { code, stderr } = await render();
      assert.equal(code, 1);
      assert.match(stderr, /outside[^]*holds a password.*\[url-refused\]/);
      assert.doesNotMatch(stderr, /secret/);
      assert.equal(await repository.read(REGISTRY), text);
      assert.equal((await check()).code, 1);
    },
  );

  for (
    const [what, text, says] of [
      ["no markers", "# Ours\n", /does not say where the table/],
      [
        "markers in a code block",
        `# Ours\n\n    ${BEGIN}\n    ${END}\n`,
        /does not say where the table/,
      ],
      ["one marker", `${BEGIN}\n`, /needs .*:end --> after it/],
      ["markers in the wrong order", `${END}\n${BEGIN}\n`, /after it/],
      ["a marker twice", `${BEGIN}\n${END}\n${BEGIN}\n`, /stands twice/],
    ] as const
  ) {
    await t.step(`${what}: nothing is written`, async () => {
      await repository.write({ [REGISTRY]: text });
      const { code, stderr } = await render();
      assert.equal(code, 2);
      assert.match(stderr, says);
      assert.equal(await repository.read(REGISTRY), text);
    });
  }

  await t.step(
    "tables that nobody could read again are not written",
    async () => {
      await repository.write({
        [REGISTRY]: `${BEGIN}\n${END}\n`,
        "organizations/big/skill-sources.md": trustList(
          Array.from({ length: 130 }, (_, at) => ({
            ...ENTRY,
            id: `s-${at}`,
            url: `https://example.org/${"a".repeat(1000)}/${at}.git`,
          })),
        ),
      });
      const { code, stderr } = await render();
      assert.equal(code, 2);
      assert.match(stderr, /would have \d+ bytes with its tables/);
      assert.equal(await repository.read(REGISTRY), `${BEGIN}\n${END}\n`);
      await Deno.remove(`${repository.path}/organizations/big`, {
        recursive: true,
      });
    },
  );

  await t.step(
    "a list with a fault is never rendered without its entry",
    async () => {
      await repository.write({
        [REGISTRY]: `${BEGIN}\n${END}\n`,
        "organizations/zoo/skill-sources.md": trustList([{
          id: "bad",
          method: "git-tag",
          url: "http://example.org/x.git",
          provides: ["x"],
        }]),
      });
      const { code, stderr } = await render();
      assert.equal(code, 1);
      assert.match(stderr, /plain http/);
      assert.equal(await repository.read(REGISTRY), `${BEGIN}\n${END}\n`);
      assert.equal((await check()).code, 1);
    },
  );

  await t.step(
    "a registry behind a link is neither read nor written",
    async () => {
      await repository.write(files);
      await Deno.remove(`${repository.path}/docs`, { recursive: true });
      await Deno.mkdir(temp.join("elsewhere"));
      await Deno.symlink(temp.join("elsewhere"), `${repository.path}/docs`);
      const { code } = await render();
      assert.equal(code, 2);
      assert.deepEqual([...Deno.readDirSync(temp.join("elsewhere"))], []);
    },
  );
});

/** A repository that curates gets no folder of snapshots. */
async function requireNoSnapshots(path: string): Promise<void> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(path)) names.push(name);
  assert.ok(!names.includes(".apache-magpie-sources"));
}
