import assert from "node:assert/strict";
import { SampleSource } from "../support/sample_source.ts";
import { git } from "../support/git.ts";
import { startGitServer } from "../servers/git_server.ts";
import type { CliDocument } from "../support/run_cli.ts";
import { type Descriptor, trustList } from "../support/adopter.ts";
import { writeFiles } from "../support/write_files.ts";
import { traces } from "./traces.ts";
import { run, startWorld, tagEntry, type World } from "./world.ts";

const A = "a".repeat(40);
const B = "b".repeat(40);
const LOCK = ".apache-magpie.sources.lock";

type Document = CliDocument & {
  readonly organization: string;
  readonly summary: {
    readonly adopters: number;
    readonly read: number;
    readonly states: Record<string, number>;
    readonly locks: Record<string, number>;
  };
  readonly adopters: readonly {
    readonly url: string;
    readonly commit: string | null;
    readonly sources: readonly {
      readonly id: string;
      readonly ref?: string;
      readonly state: string;
      readonly lock: string;
    }[];
    readonly faults: readonly {
      readonly cause: string;
      readonly message: string;
    }[];
  }[];
};

function lockOf(entries: readonly Descriptor[]): string {
  return entries.map(({ id, method, url, ref, commit }) =>
    [
      `- id: ${id}`,
      `  method: ${method}`,
      `  url: ${url}`,
      `  ref: ${ref}`,
      ...(commit === undefined ? [] : [`  commit: "${commit}"`]),
      "",
    ].join("\n")
  ).join("");
}

/** An adopter elsewhere, with files and a size that nobody should fetch. */
async function adopterOf(
  world: World,
  name: string,
  files: Record<string, string>,
): Promise<string> {
  const source = await SampleSource.create(world.root, name);
  const bulk = Array.from(
    { length: 4000 },
    (_, index) => `${index}:${Math.sin(index)}`,
  ).join("\n");
  await source.commit({ "README.md": "# x\n", "src/bulk.txt": bulk, ...files });
  await source.publish();
  return `${world.git.url}/${name}.git`;
}

Deno.test("org adopters", async (t) => {
  await using world = await startWorld();
  const at = (id: string) => `${world.git.url}/${id}.git`;
  const entry = (id: string, ref: string, commit: string): Descriptor => ({
    ...tagEntry(id, at(id), commit, ["x"]),
    ref,
  });
  const curated = trustList([
    entry("acme", "v1.2.0", A),
    entry("tool", "v2.0.0", A),
  ]);
  const org = await world.adopter(undefined, {
    "organizations/acme/skill-sources.md": curated,
  });
  const lists = (
    trusted: readonly Descriptor[],
    locked: readonly Descriptor[],
  ) => ({ "skill-sources.md": trustList(trusted), [LOCK]: lockOf(locked) });

  const current = [entry("acme", "v1.2.0", A)];
  const good = await adopterOf(world, "good", lists(current, current));
  const old = [entry("acme", "v1.1.9", B), entry("tool", "v2.1.0", B)];
  const behind = await adopterOf(world, "behind", lists(old, old));
  const odd = [
    entry("acme", "v1.2.0", B),
    { ...entry("tool", "v2.0.0", A), url: at("elsewhere") },
    entry("own", "v1", B),
  ];
  const strange = await adopterOf(world, "strange", lists(odd, odd));
  const half = await adopterOf(
    world,
    "half",
    lists([entry("acme", "v1.2.0", A), entry("new", "v1", A)], [
      entry("acme", "v1.1.0", B),
      entry("gone", "v1", A),
    ]),
  );
  const broken = await adopterOf(world, "broken", {
    "skill-sources.md": trustList(current),
    [LOCK]: "<<<<<<< ours\n",
  });
  const noLock = await adopterOf(world, "no-lock", {
    "skill-sources.md": trustList(current),
  });
  const foreign = await adopterOf(world, "foreign", {});
  await SampleSource.create(world.root, "empty");
  const empty = at("empty");
  const gone = at("gone");

  const ask = async (
    lines: readonly string[],
    ...args: readonly string[]
  ) => {
    await org.write({ "repositories.txt": lines.join("\r\n") });
    const before = await traces(org.path);
    const done = await run(org, [
      "org",
      "adopters",
      "repositories.txt",
      ...args,
    ]);
    assert.deepEqual(await traces(org.path), before, "it writes nothing");
    return done;
  };
  const all = [
    "# adopters",
    "",
    good,
    behind,
    strange,
    half,
    broken,
    noLock,
    foreign,
    empty,
    gone,
  ];

  await t.step("says who pins what, and why some cannot be read", async () => {
    const { code, json, stderr } = await ask(all, "--json");
    assert.equal(code, 0, stderr);
    const { adopters, summary, organization, findings } = json<Document>();
    assert.equal(organization, "acme");
    const found = adopters.map(({ url, sources, faults }) => [
      url.slice(world.git.url.length + 1),
      ...sources.map(({ id, state, lock }) => `${id} ${state} ${lock}`),
      ...faults.map(({ cause }) => cause),
    ]);
    assert.deepEqual(found, [
      ["good.git", "acme current locked"],
      ["behind.git", "acme behind locked", "tool ahead locked"],
      [
        "strange.git",
        "acme differs locked",
        "own uncurated locked",
        "tool elsewhere locked",
      ],
      [
        "half.git",
        "acme behind changed",
        "gone uncurated no-trust-entry",
        "new uncurated no-lock-entry",
      ],
      ["broken.git", "acme current no-lock-entry", "lock-unreadable"],
      ["no-lock.git", "acme current no-lock-entry", "no-lock"],
      ["foreign.git", "no-lock"],
      ["empty.git", "empty"],
      ["gone.git", "not-found"],
    ]);
    for (const { message } of findings) {
      assert.ok(message.split(world.git.url).length <= 2, message);
    }
    assert.equal(adopters[0]?.commit?.length, 40);
    assert.equal(summary.read, 4);
    assert.equal(summary.states.behind, 2);
    assert.deepEqual(
      findings.map(({ rule, line }) => `${rule} ${line}`),
      [
        "curated-anchor-differs 5",
        "url-changed 5",
        "adopter-unreadable 7",
        "adopter-unreadable 8",
        "adopter-unreadable 9",
        "adopter-unreadable 10",
        "adopter-unreadable 11",
      ],
    );
  });

  await t.step(
    "what an adopter calls otherwise is named as the organization does, too",
    async () => {
      const renamed = [{ ...entry("acme", "v1.2.0", B), id: "mine" }];
      const files = lists(renamed, renamed);
      const { json } = await ask(
        [await adopterOf(world, "renamed", files)],
        "--json",
      );
      const { adopters, findings } = json<Document>();
      assert.equal(adopters[0]?.sources[0]?.state, "differs");
      assert.match(
        findings[0]!.message,
        /v1\.2\.0 of mine, which the organization lists as acme, to another anchor/,
      );
    },
  );

  await t.step("reads two files of each, in four requests", async () => {
    const before = world.git.requests.length;
    const { code } = await ask([good]);
    assert.equal(code, 0);
    const asked = world.git.requests.slice(before);
    assert.equal(asked.length, 4);
    assert.ok(asked.every(({ path }) => path.startsWith("/good.git/")));
  });

  await t.step("the table and the CSV say the same", async () => {
    const text = await ask(all);
    assert.match(text.stdout, /^ADOPTER +SOURCE +REF +ANCHOR +STATE +LOCK/);
    assert.match(text.stdout, /acme +v1\.1\.9 +bbbbbbbbbbbb +behind +locked/);
    assert.match(text.stdout, /4 of 9 adopters read, 11 pins: 3 current/);
    const { stdout } = await ask(all, "--format", "csv");
    const [head, first] = stdout.split("\n");
    assert.equal(head, "adopter,id,method,url,ref,anchor,state,lock,cause");
    assert.equal(
      first,
      `${good},acme,git-tag,${at("acme")},v1.2.0,${A},current,locked,`,
    );
    assert.match(stdout, /gone\.git,,,,,,,,not-found\n$/);
  });

  await t.step("a bad line keeps no other from being read", async () => {
    const { code, json } = await ask(
      ["http://example.org/x.git", good, good, "https://u:p@example.org/x"],
      "--json",
    );
    assert.equal(code, 1);
    const { adopters, findings } = json<Document>();
    assert.equal(adopters.length, 1);
    assert.deepEqual(
      findings.map(({ level, rule, line }) => `${level} ${rule} ${line}`),
      [
        "error url-refused 1",
        "warning adopter-list-invalid 3",
        "error url-refused 4",
      ],
    );
    assert.ok(!JSON.stringify(findings).includes("u:p"));
  });

  await t.step(
    "a repository on disk, and a server without filters",
    async () => {
      await git(`${world.root}/behind.git`, [
        "config",
        "uploadpack.allowFilter",
        "false",
      ]);
      const v0 = await startGitServer(world.root, { protocol: "v0" });
      try {
        const { code, json } = await ask([
          `file://${world.root}/good.git`,
          behind,
          `${v0.url}/good.git`,
          `file://${world.root}/none`,
        ], "--json");
        assert.equal(code, 0);
        assert.deepEqual(
          json<Document>().adopters.map(({ sources }) => sources.length),
          [1, 2, 1, 0],
        );
        assert.match(
          json().findings.at(-1)!.message,
          /^file:\S+\/none is no git repository/,
        );
      } finally {
        await v0.close();
      }
    },
  );

  await t.step("a lock behind a link is not followed", async () => {
    const source = await SampleSource.create(world.root, "linked");
    await writeFiles(source.checkout, { "real.lock": lockOf(current) });
    await Deno.symlink("real.lock", `${source.checkout}/${LOCK}`);
    await source.commit({ "skill-sources.md": trustList(current) });
    await source.publish();
    const { json } = await ask([at("linked")], "--json");
    const [fault, ...others] = json<Document>().adopters[0]?.faults ?? [];
    assert.equal(others.length, 0);
    assert.equal(fault?.cause, "lock-unreadable");
    assert.match(fault.message, /is no regular file/);
  });

  await t.step(
    "without a file, a list or an organization it is exit 2",
    async () => {
      const none = await run(org, ["org", "adopters", "nowhere.txt"]);
      assert.equal(none.code, 2);
      assert.match(none.stderr, /nowhere\.txt cannot be read/);
      const other = await ask([good], "--org", "acmee");
      assert.equal(other.code, 2);
      assert.match(other.stderr, /did you mean `acme`/);
      const bare = await world.adopter(undefined);
      const alone = await run(bare, [
        "org",
        "adopters",
        `${org.path}/repositories.txt`,
      ]);
      assert.equal(alone.code, 2);
      assert.match(alone.stderr, /no organization here/);
    },
  );
});
