import assert from "node:assert/strict";
import fc from "fast-check";
import { type Ancestry, ancestry, relate } from "../../lib/git/ancestry.ts";
import type { CommitGraph } from "../../lib/git/commit_graph.ts";
import { commitParents } from "../../lib/git/commit_parents.ts";
import { openRemote } from "../../lib/git/open_remote.ts";
import { encodePacket } from "../../lib/git/pkt_line.ts";
import type { Remote } from "../../lib/git/remote.ts";
import { startGitServer } from "../servers/git_server.ts";
import { git } from "../support/git.ts";
import { tempDir } from "../support/temp_dir.ts";
import { withSshd } from "../support/with_sshd.ts";
import { fetchContext } from "./fetch_context.ts";
import {
  buildPack,
  commitBody,
  idOf,
  joinBytes,
  type PackedObject,
  utf8,
} from "./pack_builder.ts";

/**
 * A repository of these commits, each on a branch of its own name:
 *
 *     root ── a ── b ── c ── merge      lone (another root)
 *       └──── side ──────────┘ └─ tip
 *       └──── fork
 */
async function history(folder: string, format = "sha1") {
  const path = `${folder}/r.git`;
  await git(folder, [
    "init",
    "-q",
    "--bare",
    `--object-format=${format}`,
    path,
  ]);
  const blob = await git(path, ["hash-object", "-w", "--stdin"], {
    input: "x".repeat(20_000),
  });
  const tree = await git(path, ["mktree"], {
    input: `100644 blob ${blob}\tf\n`,
  });
  const ids = new Map<string, string>();
  const commit = async (name: string, ...parents: readonly string[]) => {
    const flags = parents.flatMap((parent) => ["-p", ids.get(parent)!]);
    const id = await git(path, ["commit-tree", tree, "-m", name, ...flags]);
    await git(path, ["update-ref", `refs/heads/${name}`, id]);
    ids.set(name, id);
  };
  await commit("root");
  await commit("a", "root");
  await commit("b", "a");
  await commit("c", "b");
  await commit("side", "root");
  await commit("merge", "c", "side");
  await commit("tip", "merge");
  await commit("fork", "root");
  await commit("lone");
  return { path, id: (name: string) => ids.get(name)! };
}

/** From the older to the newer one. */
const EXPECTED: readonly (readonly [string, string, Ancestry])[] = [
  ["a", "a", "same"],
  ["root", "tip", "descendant"],
  ["a", "b", "descendant"],
  ["side", "tip", "descendant"],
  ["tip", "a", "ancestor"],
  ["c", "fork", "unrelated"],
  ["fork", "tip", "unrelated"],
  ["lone", "tip", "unrelated"],
];

async function holds(
  url: string,
  id: (name: string) => string,
): Promise<void> {
  await using dir = await tempDir();
  const context = fetchContext(dir.path);
  for (const [older, newer, expected] of EXPECTED) {
    const pair = { older: id(older), newer: id(newer) };
    const found = await ancestry(url, pair, context);
    assert.equal(found, expected, `${older} → ${newer}`);
  }
  const remote = await openRemote(url, context);
  const counts: readonly (readonly [string, string, number])[] = [
    ["a", "c", 2],
    ["root", "tip", 6],
    // What came with the merge is new too, what it forked from is not.
    ["c", "tip", 3],
  ];
  for (const [older, newer, commits] of counts) {
    const relation = await relate(remote, {
      older: id(older),
      newer: id(newer),
    });
    assert.deepEqual(relation, { descends: true, precedes: false, commits });
  }
  assert.deepEqual([...Deno.readDirSync(dir.path)], []);
}

for (
  const [format, protocol, filter] of [
    ["sha1", "v2", "true"],
    ["sha1", "v2", "false"],
    ["sha1", "v0", "true"],
    ["sha256", "v2", "true"],
    ["sha256", "v0", "false"],
  ] as const
) {
  Deno.test(`${format} commits over protocol ${protocol}, filters ${filter}`, async () => {
    await using dir = await tempDir();
    const { path, id } = await history(dir.path, format);
    await git(path, ["config", "uploadpack.allowFilter", filter]);
    const server = await startGitServer(dir.path, { protocol });
    try {
      await holds(`${server.url}/r.git`, id);
    } finally {
      await server.close();
    }
  });
}

for (const format of ["sha1", "sha256"]) {
  Deno.test(`${format} commits of a repository on this disk`, async () => {
    await using dir = await tempDir();
    const { path, id } = await history(dir.path, format);
    await holds(`file://${path}`, id);
    await git(path, ["gc", "-q"]);
    await holds(`file://${path}`, id);
  });
}

withSshd("commits over ssh", async (server, temp) => {
  const { path, id } = await history(temp.path);
  await git(path, ["config", "uploadpack.allowFilter", "true"]);
  await using dir = await tempDir();
  const { env } = server;
  const context = {
    ...fetchContext(dir.path),
    env: (name: string) => env[name],
  };
  const remote = await openRemote(`${server.url}${path}`, context);
  const at = (older: string, newer: string) =>
    relate(remote, { older: id(older), newer: id(newer) });
  const found = { descends: true, precedes: false, commits: 3 };
  assert.deepEqual(await at("c", "tip"), found);
  const apart = { descends: false, precedes: false };
  assert.deepEqual(await at("fork", "c"), apart);
  const unknown = remote.history("a".repeat(40));
  await assert.rejects(unknown, { code: "commit-unknown" });
  assert.deepEqual([...Deno.readDirSync(dir.path)], []);
});

Deno.test("with a filter no file is sent", async () => {
  await using dir = await tempDir();
  const { path, id } = await history(dir.path);
  const server = await startGitServer(dir.path);
  try {
    const received = async (filter: string) => {
      await git(path, ["config", "uploadpack.allowFilter", filter]);
      const context = fetchContext(dir.path);
      const remote = await openRemote(`${server.url}/r.git`, context);
      const graph = await remote.history(id("tip"), id("c"));
      assert.deepEqual(
        [...graph.keys()].sort(),
        [id("tip"), id("merge"), id("side")].sort(),
      );
      return context.received();
    };
    assert.ok(await received("true") < 1000);
  } finally {
    await server.close();
  }
});

Deno.test("a commit that is gone from the server is no ancestor, and the rest stays open", async () => {
  await using dir = await tempDir();
  const { id } = await history(dir.path);
  const server = await startGitServer(dir.path);
  try {
    const url = `${server.url}/r.git`;
    const context = fetchContext(dir.path);
    const pair = { older: "a".repeat(40), newer: id("tip") };
    assert.equal(await ancestry(url, pair, context), "unknown");
    const remote = await openRemote(url, context);
    assert.deepEqual(await relate(remote, pair), {
      descends: false,
      precedes: undefined,
    });
  } finally {
    await server.close();
  }
});

Deno.test("a shallow repository cannot say what lies below it", async () => {
  await using dir = await tempDir();
  const { path, id } = await history(dir.path);
  await git(dir.path, [
    ...["clone", "-q", "--bare", "--depth=2", "--branch=tip"],
    ...[`file://${path}`, "shallow.git"],
  ]);
  const server = await startGitServer(dir.path);
  try {
    for (const base of [server.url, `file://${dir.path}`]) {
      const url = `${base}/shallow.git`;
      const context = fetchContext(dir.path);
      const at = (older: string) =>
        ancestry(url, { older: id(older), newer: id("tip") }, context);
      assert.equal(await at("merge"), "descendant");
      assert.equal(await at("a"), "unknown");
    }
  } finally {
    await server.close();
  }
});

const data = (...lines: readonly string[]) =>
  joinBytes(lines.map((line) => encodePacket(line)));
const FLUSH = utf8("0000");

/** A server that answers every request for a pack with `pack`, whatever is asked. */
async function lying(
  pack: readonly PackedObject[] | undefined,
  run: (url: string) => Promise<void>,
): Promise<void> {
  const answer = (kind: string, ...parts: readonly Uint8Array[]) =>
    new Response(new Uint8Array(joinBytes(parts)), {
      headers: { "content-type": `application/x-git-upload-pack-${kind}` },
    });
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      await request.body?.cancel();
      if (request.method === "GET") {
        return answer(
          "advertisement",
          data("version 2\n", "ls-refs\n", "fetch=filter\n"),
          FLUSH,
        );
      }
      if (pack === undefined) return answer("result", FLUSH);
      const band = joinBytes([Uint8Array.of(1), buildPack(pack)]);
      return answer(
        "result",
        data("packfile\n"),
        encodePacket(band),
        FLUSH,
      );
    },
  );
  try {
    await run(`http://127.0.0.1:${server.addr.port}/r.git`);
  } finally {
    await server.shutdown();
  }
}

const TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
const child = (...parents: readonly string[]) => {
  const text = new TextDecoder().decode(commitBody(TREE));
  const lines = parents.map((parent) => `parent ${parent}\n`).join("");
  const body = utf8(text.replace(/(?<=^tree \w+\n)/, lines));
  return {
    object: { type: "commit", body } as const,
    id: idOf("commit", body),
  };
};

Deno.test("a server's word makes no commit a descendant", async () => {
  await using dir = await tempDir();
  const context = fetchContext(dir.path);
  const older = child().id;
  const evil = child(child(child().id).id);
  // A commit of the server's that descends from the locked one, sent for another.
  const forged = child(older);
  const newer = evil.id;
  for (
    const pack of [
      [],
      [forged.object],
      [forged.object, child().object],
      [{ type: "blob", body: utf8(`parent ${older}\n`) } as const],
      undefined,
    ]
  ) {
    await lying(pack, async (url) => {
      const found = await ancestry(url, { older, newer }, context);
      assert.equal(found, "unknown");
    });
  }
});

Deno.test("a server that hides the commits between hides them for nothing", async () => {
  await using dir = await tempDir();
  const context = fetchContext(dir.path);
  const older = child();
  const between = child(older.id);
  const newer = child(between.id);
  const pair = { older: older.id, newer: newer.id };
  await lying([newer.object], async (url) => {
    assert.equal(await ancestry(url, pair, context), "unknown");
  });
  // Nor does it pass off a part of both histories as the whole.
  await lying([newer.object, older.object], async (url) => {
    assert.equal(await ancestry(url, pair, context), "unknown");
  });
  await lying(
    [newer.object, older.object, between.object],
    async (url) => {
      assert.equal(await ancestry(url, pair, context), "descendant");
    },
  );
});

Deno.test("only the head of a commit names parents", () => {
  const parent = "ab".repeat(20);
  const text = (head: string) =>
    utf8(`tree ${TREE}\n${head}author A <a> 1 +0000\n\nparent ${parent}\n`);
  const parents = (head: string) => commitParents(text(head), "sha1");
  assert.deepEqual(parents(""), []);
  assert.deepEqual(parents(`parent ${parent}\n`.repeat(2)), [parent, parent]);
  assert.deepEqual(parents(`parent ${parent.toUpperCase()}\n`), []);
  assert.deepEqual(parents(`x\nparent ${parent}\n`), []);
  assert.throws(() => commitParents(utf8("parent"), "sha1"), {
    code: "git-damaged",
  });
});

Deno.test("the parents are those that were written", () => {
  const hex = (digits: number) =>
    fc.stringMatching(new RegExp(`^[0-9a-f]{${digits}}$`));
  for (const [format, digits] of [["sha1", 40], ["sha256", 64]] as const) {
    fc.assert(fc.property(
      hex(digits),
      fc.array(hex(digits), { maxLength: 20 }),
      fc.string(),
      (tree, parents, rest) => {
        const lines = parents.map((parent) => `parent ${parent}\n`).join("");
        const body = utf8(`tree ${tree}\n${lines}author ${rest}`);
        assert.deepEqual(commitParents(body, format), parents);
      },
    ));
  }
});

/** Any graph without cycles: commit `i` has parents among those before it. */
const anyGraph = fc.array(
  fc.array(fc.nat(), { maxLength: 3 }),
  { minLength: 1, maxLength: 12 },
).map((rows): CommitGraph =>
  new Map(rows.map((parents, id) => [
    `${id}`,
    id === 0 ? [] : [...new Set(parents.map((each) => `${each % id}`))],
  ]))
);

function leadsTo(graph: CommitGraph, from: string, goal: string): boolean {
  return from === goal ||
    graph.get(from)!.some((parent) => leadsTo(graph, parent, goal));
}

Deno.test("whatever a repository leaves out, what is said is true", async () => {
  await fc.assert(fc.asyncProperty(
    anyGraph,
    fc.nat(),
    fc.nat(),
    fc.infiniteStream(fc.boolean()),
    async (graph, one, other, coins) => {
      const [older, newer] = [one, other].map((n) => `${n % graph.size}`);
      if (older === newer) return;
      // Not even the same commits every time.
      const history = () =>
        Promise.resolve(
          new Map([...graph].filter(() => coins.next().value === true)),
        );
      const remote = { history } as unknown as Remote;
      const pair = { older: older!, newer: newer! };
      const { descends, precedes } = await relate(remote, pair);
      const [forth, back] = [
        leadsTo(graph, newer!, older!),
        leadsTo(graph, older!, newer!),
      ];
      if (descends !== undefined) assert.equal(descends, forth);
      if (precedes !== undefined) assert.equal(precedes, back);
      const whole = { history: () => Promise.resolve(graph) };
      const told = await relate(whole as unknown as Remote, pair);
      assert.equal(told.descends, forth);
      assert.equal(told.precedes, back);
    },
  ));
});
