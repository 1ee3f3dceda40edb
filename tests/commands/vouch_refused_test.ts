import assert from "node:assert/strict";
import type { Adopter } from "../support/adopter.ts";
import type { CliDocument } from "../support/run_cli.ts";
import { SampleSource } from "../support/sample_source.ts";
import { signTag } from "../support/sign_tag.ts";
import { sshSigner } from "../support/ssh_signer.ts";
import { zip } from "../support/zip.ts";
import { steps } from "./steps.ts";
import { traces } from "./traces.ts";
import {
  archiveEntries,
  run,
  serveArchive,
  setup,
  startWorld,
  type World,
} from "./world.ts";

/** A run that must print no entry and leave nothing behind; its last finding. */
async function refused(adopter: Adopter, code: number, ...args: string[]) {
  const before = await traces(adopter.path);
  const ran = await run(adopter, ["vouch", "--json", ...args]);
  assert.deepEqual(await traces(adopter.path), before);
  const document = ran.json<CliDocument & { entry?: string | null }>();
  assert.equal(ran.code, code, ran.stdout);
  assert.equal(document.entry ?? null, null);
  const errors = document.findings.filter(({ level }) => level === "error");
  assert.equal(errors.length, 1, ran.stdout);
  return errors[0]!;
}

/** A source of those files with a tag `v1.0.0`; its url. */
async function source(
  world: World,
  name: string,
  files: Record<string, string>,
): Promise<string> {
  const made = await SampleSource.create(world.root, name);
  await made.commit(files);
  await made.annotatedTag("v1.0.0");
  await made.publish();
  return `${world.git.url}/${name}.git`;
}

Deno.test("a source that offers nothing to vouch for is refused with what to do", async (t) => {
  await using world = await startWorld();
  await steps(t, {
    async "no release: the branches are named, none is guessed"() {
      await SampleSource.create(world.root, "untagged", ["read"]);
      const adopter = await world.adopter(undefined);
      const url = `${world.git.url}/untagged.git`;
      const finding = await refused(adopter, 1, url);
      assert.equal(finding.rule, "ref-missing");
      assert.match(finding.message, /branches "main"/);
      assert.equal(finding.fix, "--method git-branch --ref main");
      const branch = await refused(adopter, 1, url, "--method", "git-branch");
      assert.equal(branch.rule, "ref-missing");
    },
    async "only pre-releases"() {
      const made = await SampleSource.create(world.root, "early", ["read"]);
      await made.lightweightTag("v1.0.0-rc1");
      await made.publish();
      const adopter = await world.adopter(undefined);
      const finding = await refused(adopter, 1, `${world.git.url}/early.git`);
      assert.equal(finding.rule, "ref-missing");
      assert.match(
        finding.message,
        /none of them is a release.*"v1\.0\.0-rc1"/,
      );
    },
    async "an empty repository"() {
      await SampleSource.create(world.root, "empty");
      const adopter = await world.adopter(undefined);
      const finding = await refused(adopter, 1, `${world.git.url}/empty.git`);
      assert.equal(finding.rule, "repository-empty");
    },
    async "a repository that is private or not there"() {
      const adopter = await world.adopter(undefined);
      const finding = await refused(adopter, 1, `${world.git.url}/gone.git`);
      assert.equal(finding.rule, "not-found");
      assert.match(finding.message, /private/);
    },
    async "a ref that is not there"() {
      const { url } = await world.tagged("tagged", ["read"]);
      const adopter = await world.adopter(undefined);
      const finding = await refused(adopter, 1, url, "--ref", "v1.0.1");
      assert.equal(finding.rule, "ref-missing");
      assert.match(finding.message, /"v1\.0\.0"/);
    },
    async "no skill anywhere, or none that can be installed"() {
      const adopter = await world.adopter(undefined);
      const nothing = await source(world, "nothing", { "README.md": "x\n" });
      const near = await source(world, "near", { "skills/a/Skill.md": "x\n" });
      const top = await source(world, "top", {
        "SKILL.md": "---\nname: a\n---\n",
      });
      const named = await source(world, "named", {
        "skills/A_B/SKILL.md": "---\nname: a\n---\n",
      });
      const broken = await source(world, "broken", {
        "skills/a/SKILL.md": "no frontmatter\n",
      });
      const said = async (url: string) =>
        (await refused(adopter, 1, url)).message;
      assert.match(await said(nothing), /no folder with a SKILL\.md anywhere/);
      assert.match(
        await said(near),
        /skills\/a\/Skill\.md, which must be named exactly/,
      );
      assert.match(await said(top), /at the very top/);
      assert.match(await said(named), /\(A_B\) are not lower-case words/);
      assert.match(await said(broken), /no provided skill can be used/);
    },
    async "a skill of the repository's own name alone"() {
      const { url } = await world.tagged("own", ["read"]);
      const adopter = await world.adopter(undefined, {
        "skills/read/SKILL.md": "---\nname: read\n---\n",
      });
      const finding = await refused(adopter, 1, url);
      assert.equal(finding.rule, "provides-unfulfilled");
      assert.match(finding.message, /a skill read of its own/);
    },
    async "names that are never materialised"() {
      const { url } = await serveArchive(
        world.root,
        world.files,
        "evil-1.0.0.zip",
        zip([...archiveEntries("evil-1.0.0", ["read"]), {
          name: "../canary",
          content: "x",
        }]),
      );
      const adopter = await world.adopter(undefined);
      const finding = await refused(adopter, 1, url);
      assert.equal(finding.rule, "name-refused");
    },
    async "an archive without a checksum, or with another"() {
      const { url } = await world.archive(
        "sum-1.0.0.zip",
        archiveEntries("s", ["read"]),
      );
      const adopter = await world.adopter(undefined);
      const side = `${world.root}/sum-1.0.0.zip.sha512`;
      await Deno.writeTextFile(side, `${"0".repeat(128)}  sum-1.0.0.zip\n`);
      assert.equal((await refused(adopter, 1, url)).rule, "checksum-mismatch");
      await Deno.remove(side);
      assert.equal((await refused(adopter, 1, url)).rule, "checksum-missing");
    },
    async "a page where an archive was expected"() {
      await Deno.writeTextFile(
        `${world.root}/page-1.0.0.zip`,
        "<!doctype html><html>",
      );
      const adopter = await world.adopter(undefined);
      const finding = await refused(
        adopter,
        1,
        `${world.files.url}/page-1.0.0.zip`,
      );
      assert.equal(finding.rule, "archive-invalid");
    },
    async "a tag that was signed under another name proposes no signer"() {
      const made = await SampleSource.create(world.root, "renamed", ["read"]);
      await signTag(made, "v1.0.0", await sshSigner());
      const tag = await made.revision("refs/tags/v1.0.0");
      await Deno.writeTextFile(
        `${made.checkout}/.git/refs/tags/v2.0.0`,
        `${tag}\n`,
      );
      await made.publish();
      const adopter = await world.adopter(undefined);
      const { stdout, stderr, code } = await run(adopter, [
        "vouch",
        `${world.git.url}/renamed.git`,
      ]);
      assert.equal(code, 0, stderr);
      assert.match(stdout, /ref: v2\.0\.0/);
      assert.doesNotMatch(stdout, /signed_by/);
      assert.match(stderr, /was made for the tag "v1\.0\.0" \[signature-bad\]/);
    },
  });
});

Deno.test("a command line that cannot hold is refused before any request", async (t) => {
  await using world = await startWorld();
  // Nothing listens there: a request would end in another rule.
  const url = "http://127.0.0.1:1/acme.git";
  const adopter = await world.adopter(
    "```yaml\n- id: acme\n  name: A\n  method: git-branch\n  url: https://a.example/x\n  ref: main\n  provides: [{skill: a}]\n```\n",
  );
  const cases: Record<string, [string[], string]> = {
    "a web page": [["https://github.com/o/r/tree/main/skills"], "usage"],
    "no url": [["acme/skills"], "usage"],
    "plain http": [["http://a.example/x"], "url-refused"],
    "an id that stands there": [[url], "id-duplicate"],
    "an id nobody lists": [["acne"], "source-unknown"],
    "an organization nobody knows": [[
      url,
      "--id",
      "b",
      "--organization",
      "acme",
    ], "organization-unknown"],
    "an id that breaks its grammar": [[url, "--id", "A_B"], "usage"],
    "a ref that is none": [[url, "--id", "b", "--ref", "a..b"], "usage"],
    "an archive without a version": [["http://127.0.0.1:1/x.zip"], "usage"],
    "a method that does not fit": [
      [url, "--id", "b", "--method", "svn-zip"],
      "url-refused",
    ],
    "keys outside of the repository": [
      [url, "--id", "b", "--keys", "../KEYS"],
      "usage",
    ],
    "a skills root that climbs": [
      [url, "--id", "b", "--skills-root", "../x"],
      "usage",
    ],
    "a signer's short id": [
      [url, "--id", "b", "--signed-by", "DEADBEEF"],
      "usage",
    ],
  };
  await steps(
    t,
    Object.fromEntries(
      Object.entries(cases).map(([name, [args, rule]]) => [name, async () => {
        const ran = await run(adopter, ["vouch", "--json", ...args]);
        assert.equal(ran.code, 2, ran.stdout);
        assert.deepEqual(
          ran.json().findings.map((each) => each.rule),
          [rule],
          ran.stdout,
        );
      }]),
    ),
  );
});

const ORGANIZATION = "organizations/acme/skill-sources.md";

Deno.test("a source that an organization lists gets the short form, with the adopter's own pin", async (t) => {
  await using world = await startWorld();
  const { url, commit, source } = await world.tagged("tools", [
    "read",
    "write",
  ]);
  await source.commit({ "new.md": "New.\n" });
  const newer = await source.revision("HEAD");
  await source.annotatedTag("v1.1.0");
  await source.publish();
  const archive = await world.archive(
    "zipped-1.0.0.zip",
    archiveEntries("z", ["read"]),
  );
  const later = await world.archive(
    "zipped-1.1.0.zip",
    archiveEntries("z", ["read", "write"]),
  );
  const list = (more: string) =>
    `\`\`\`yaml
- id: tools
  name: Tools
  method: git-tag
  url: ${url}
  ${more}
  provides:
    - skill: read
- id: zipped
  name: Zipped
  method: svn-zip
  url: ${archive.url}
  ref: 1.0.0
  provides:
    - skill: read
\`\`\`
`;
  const adopterOf = (more: string) =>
    world.adopter(undefined, { [ORGANIZATION]: list(more) });
  const installs = async (adopter: Adopter, ...args: string[]) => {
    const { code, stdout, stderr } = await run(adopter, [
      "vouch",
      ...args,
      "--write",
      "--yes",
    ]);
    assert.equal(code, 0, stderr);
    const installed = await setup(adopter, "--json");
    assert.equal(installed.code, 0, installed.stdout);
    return stdout;
  };
  await steps(t, {
    async "the ref that the organization proposes"() {
      const stdout = await installs(await adopterOf("ref: v1.0.0"), "tools");
      assert.match(
        stdout,
        new RegExp(
          `^- id: tools\n  organization: acme\n  ref: v1\\.0\\.0\n  commit: ${commit}\n$`,
        ),
      );
    },
    async "the newest release where it proposes none"() {
      const stdout = await installs(await adopterOf("maintainer: A"), "tools");
      assert.match(
        stdout,
        new RegExp(`ref: v1\\.1\\.0\n  commit: ${newer}\n$`),
      );
    },
    async "another ref"() {
      const stdout = await installs(
        await adopterOf("ref: v1.0.0"),
        "tools",
        "--ref",
        "v1.1.0",
      );
      assert.match(
        stdout,
        new RegExp(`ref: v1\\.1\\.0\n  commit: ${newer}\n$`),
      );
    },
    async "an archive of another version: its url too"() {
      const stdout = await installs(
        await adopterOf("ref: v1.0.0"),
        "zipped",
        "--ref",
        "1.1.0",
      );
      assert.match(
        stdout,
        new RegExp(
          `organization: acme\n  url: ${later.url}\n  ref: 1\\.1\\.0\n  sha512: ${later.sha512}\n$`,
        ),
      );
    },
    async "an anchor of the organization's that the source disagrees with"() {
      const adopter = await adopterOf(`ref: v1.0.0\n  commit: ${newer}`);
      const finding = await refused(adopter, 1, "tools");
      assert.equal(finding.rule, "tag-moved");
      assert.match(
        finding.message,
        new RegExp(`${ORGANIZATION}:7:11: .*${commit}`),
      );
    },
    async "an id that is nearly right, and options that are not the adopter's to give"() {
      const adopter = await adopterOf("ref: v1.0.0");
      const near = await refused(adopter, 2, "tolls");
      assert.match(near.message, /did you mean tools\?/);
      const given = await refused(adopter, 2, "tools", "--skills-root", "x");
      assert.match(given.message, /give the url instead/);
    },
    async "a skill that the source does not have"() {
      const adopter = await world.adopter(undefined, {
        [ORGANIZATION]: list("ref: v1.0.0").replace(
          "skill: read",
          "skill: read\n    - skill: gone",
        ),
      });
      const finding = await refused(adopter, 1, "tools", "--write", "--yes");
      assert.equal(finding.rule, "provides-unfulfilled");
    },
  });
});
