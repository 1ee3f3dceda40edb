import assert from "node:assert/strict";
import { SourceError } from "../../lib/base/errors.ts";
import { findRef } from "../../lib/git/find_ref.ts";
import { openRemote } from "../../lib/git/open_remote.ts";
import { encodePacket } from "../../lib/git/pkt_line.ts";
import type { RemoteRef } from "../../lib/git/remote.ts";
import { startGitServer } from "../servers/git_server.ts";
import { git } from "../support/git.ts";
import { SampleSource } from "../support/sample_source.ts";
import { tempDir } from "../support/temp_dir.ts";
import { fetchContext } from "./fetch_context.ts";
import { ObjectBuilder } from "./object_builder.ts";
import { commitBody, joinBytes, treeBody, utf8 } from "./pack_builder.ts";

const ID = "1".repeat(40);

/** What a hostile or broken server answers, by the beginning of the request. */
interface Script {
  readonly greeting?: Uint8Array | (() => Response);
  readonly greetingV0?: Uint8Array;
  readonly refs?: Uint8Array;
  readonly pack?: Uint8Array;
  /** The answer to a fetch in protocol 0. */
  readonly packV0?: Uint8Array;
}

async function withServer(
  script: Script,
  run: (url: string, requests: readonly string[]) => Promise<void>,
): Promise<void> {
  const requests: string[] = [];
  const answer = (kind: string, bytes: Uint8Array | undefined) =>
    new Response(new Uint8Array(bytes ?? utf8("0000")), {
      headers: { "content-type": `application/x-git-upload-pack-${kind}` },
    });
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const body = await request.text();
      requests.push(body.slice(0, 60));
      if (request.method === "GET") {
        if (typeof script.greeting === "function") return script.greeting();
        const old = request.headers.get("git-protocol") === null;
        return answer(
          "advertisement",
          old && script.greetingV0 ? script.greetingV0 : script.greeting,
        );
      }
      if (body.includes("command=ls-refs")) {
        return answer("result", script.refs);
      }
      const old = !body.includes("command=");
      return answer("result", old ? script.packV0 : script.pack);
    },
  );
  try {
    await run(`http://127.0.0.1:${server.addr.port}/r.git`, requests);
  } finally {
    await server.shutdown();
  }
}

const lines = (...parts: readonly (string | Uint8Array)[]) =>
  joinBytes(
    parts.map((part) =>
      part === "flush"
        ? utf8("0000")
        : part === "delim"
        ? utf8("0001")
        : encodePacket(part)
    ),
  );

const V2 = lines(
  "# service=git-upload-pack\n",
  "flush",
  "version 2\n",
  "agent=x\n",
  "ls-refs=unborn\n",
  "fetch=shallow\n",
  "object-format=sha1\n",
  "flush",
);

const band = (number: number, data: Uint8Array) =>
  joinBytes([Uint8Array.of(number), data]);

function refused(code: string, words: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof SourceError, String(error));
    assert.equal(error.code, code);
    assert.match(error.message, words);
    // deno-lint-ignore no-control-regex -- no control character may be shown
    assert.doesNotMatch(error.message, /[\u0000-\u001f\u007f-\u009f]/);
    return true;
  };
}

/** Opens, lists one ref and downloads it. */
async function all(url: string, ref: RemoteRef = { name: "refs/x", id: ID }) {
  await using dir = await tempDir();
  const context = fetchContext(dir.path);
  const remote = await openRemote(url, context);
  await Array.fromAsync(remote.refs(["refs/"]));
  const store = await remote.download(ref);
  store.close();
  return store;
}

for (const format of ["sha1", "sha256"]) {
  for (const protocol of ["v2", "v0"] as const) {
    Deno.test(`a ${format} commit comes without its history over protocol ${protocol}`, async () => {
      await using dir = await tempDir();
      const source = dir.join("s.git");
      await git(dir.path, ["init", "-q", `--object-format=${format}`, source]);
      await git(source, ["commit", "-q", "--allow-empty", "-m", "one"]);
      const before = await git(source, ["rev-parse", "HEAD"]);
      await Deno.writeTextFile(`${source}/f`, "x");
      await git(source, ["add", "f"]);
      await git(source, ["commit", "-q", "-m", "two"]);
      await git(source, ["tag", "-a", "-m", "t", "v1"]);
      const commit = await git(source, ["rev-parse", "HEAD"]);
      const server = await startGitServer(dir.path, { protocol });
      try {
        const context = fetchContext(dir.path);
        const url = `${server.url}/s.git`;
        const remote = await openRemote(url, context);
        assert.equal(remote.format, format);
        const ref = await findRef(remote, url, "tag", "v1");
        assert.equal(ref.peeled, commit);
        const store = await remote.download(ref);
        assert.equal(store.info(commit)?.type, "commit");
        assert.equal(store.info(before), undefined);
        assert.ok(context.received() > 0);
        store.close();
      } finally {
        await server.close();
      }
    });
  }
}

Deno.test("a fetch over protocol 2 takes three requests, and only of the ref", async () => {
  await using dir = await tempDir();
  const source = await SampleSource.create(dir.path, "a", ["acme-scan"]);
  await source.lightweightTag("v1");
  await source.publish();
  const server = await startGitServer(dir.path);
  try {
    const url = `${server.url}/a.git`;
    const remote = await openRemote(url, fetchContext(dir.path));
    const ref = await findRef(remote, url, "tag", "v1");
    (await remote.download(ref)).close();
    assert.deepEqual(server.requests.map(({ method }) => method), [
      "GET",
      "POST",
      "POST",
    ]);
  } finally {
    await server.close();
  }
});

Deno.test("a server that answers a fetch with nothing is asked in protocol 0", async () => {
  const objects = new ObjectBuilder();
  const commit = objects.add("commit", commitBody(ID));
  const greetingV0 = lines(
    "# service=git-upload-pack\n",
    "flush",
    `${commit} refs/tags/v1\0side-band-64k shallow ofs-delta\n`,
    "flush",
  );
  const ref = { name: "refs/tags/v1", id: commit };
  const script = { greeting: V2, greetingV0, pack: utf8("0000") };
  const packV0 = lines(
    `shallow ${commit}\n`,
    "flush",
    "NAK\n",
    band(1, objects.pack()),
    "flush",
  );
  await withServer({ ...script, packV0 }, async (url, requests) => {
    assert.ok((await all(url, ref)).info(commit));
    assert.match(requests.at(-1)!, new RegExp(`^....want ${commit} side-band`));
  });
  await withServer({ ...script, packV0: utf8("0000") }, async (url) => {
    await assert.rejects(
      all(url, ref),
      refused("git-damaged", /before its pack/),
    );
  });
  await withServer({ ...script, packV0: lines("what\n") }, async (url) => {
    await assert.rejects(all(url, ref), refused("git-protocol", /form/));
  });
  await withServer({ greeting: V2, pack: utf8("0000") }, async (url) => {
    await assert.rejects(all(url, ref), refused("git-protocol", /no pack/));
  });
  // What stands behind the answer's end is no part of it.
  const late = lines("flush", "packfile\n", band(1, objects.pack()), "flush");
  await withServer({ greeting: V2, pack: late }, async (url) => {
    await assert.rejects(all(url, ref), refused("git-protocol", /no pack/));
  });
});

Deno.test("a url with a query, which a repository's has not, is not asked", async () => {
  await withServer({ greeting: V2 }, async (url, requests) => {
    await assert.rejects(all(`${url}?a=b`), { code: "url-refused" });
    assert.deepEqual(requests, []);
  });
});

Deno.test("a web page is called a web page", async () => {
  await withServer({
    greeting: () =>
      new Response("<html>", {
        headers: { "content-type": "text/html; charset=utf-8" },
      }),
  }, async (url) => {
    await assert.rejects(all(url), refused("git-protocol", /web page/));
  });
});

Deno.test("a server that only serves files is named", async () => {
  await withServer({
    greeting: () =>
      new Response(`${ID}\trefs/heads/main\n`, {
        headers: { "content-type": "text/plain" },
      }),
  }, async (url) => {
    await assert.rejects(all(url), refused("git-protocol", /dumb/));
  });
});

Deno.test("an answer that hides escape sequences in its type is shown escaped", async () => {
  await withServer({
    greeting: () =>
      new Response("", { headers: { "content-type": "x/\u009b2J" } }),
  }, async (url) => {
    await assert.rejects(all(url), refused("git-protocol", /content type/));
  });
});

for (const status of [401, 403, 404, 500]) {
  Deno.test(`the status ${status} is no repository`, async () => {
    await withServer(
      { greeting: () => new Response("no", { status }) },
      async (url) => {
        await assert.rejects(
          all(url),
          status === 500
            ? refused("http-failed", /500/)
            : refused("not-found", /private/),
        );
      },
    );
  });
}

const greetings: readonly (readonly [string, Uint8Array, RegExp])[] = [
  ["is empty", new Uint8Array(0), /cut off/],
  ["ends early", V2.slice(0, -4), /cut off/],
  ["goes on", joinBytes([V2, V2]), /goes on/],
  [
    "offers no fetch",
    lines("version 2\n", "ls-refs\n", "flush"),
    /not offer/,
  ],
  [
    "has an unknown object format",
    lines(
      "version 2\n",
      "ls-refs\n",
      "fetch\n",
      "object-format=sha3\n",
      "flush",
    ),
    /object format/,
  ],
  ["is nonsense", lines("hello\n", "flush"), /malformed/],
  [
    "has no flush behind its service",
    lines("# service=git-upload-pack\n", "version 2\n", "fetch\n", "flush"),
    /greeting is malformed/,
  ],
  [
    "ends inside an old list of refs",
    lines(`${ID} refs/x\0side-band-64k\n`),
    /list of refs is cut off/,
  ],
  [
    "is of a git that cannot tell its packs from its words",
    lines(`${ID} refs/x\0ofs-delta\n`, "flush"),
    /git is too old/,
  ],
  [
    "is an error",
    lines("ERR access denied\u001b[31m\n"),
    /access denied\\u\{1b\}/,
  ],
];
for (const [what, greeting, words] of greetings) {
  Deno.test(`refused: a greeting that ${what}`, async () => {
    await withServer({ greeting }, async (url) => {
      await assert.rejects(all(url), refused("git-protocol", words));
    });
  });
}

const refLists: readonly (readonly [string, Uint8Array, string, RegExp])[] = [
  ["is cut off", lines(`${ID} refs/tags/x\n`), "git-protocol", /cut off/],
  ["goes on", lines("flush", "flush"), "git-protocol", /more follows/],
  [
    "has a short id",
    lines("123 refs/tags/x\n", "flush"),
    "git-protocol",
    /malf/,
  ],
  ["has no name", lines(`${ID}\n`, "flush"), "git-protocol", /malformed/],
  [
    "peels to nonsense",
    lines(`${ID} refs/tags/x peeled:zz\n`, "flush"),
    "git-protocol",
    /malformed/,
  ],
  ["is an error", lines("ERR no\n"), "git-protocol", /says "no"/],
  ["is no packet", utf8("zzzz"), "git-damaged", /hex/],
];
for (const [what, refs, code, words] of refLists) {
  Deno.test(`refused: a list of refs that ${what}`, async () => {
    await withServer({ greeting: V2, refs }, async (url) => {
      await assert.rejects(all(url), refused(code, words));
    });
  });
}

Deno.test("refs that were not asked for are dropped", async () => {
  const refs = lines(`${ID} HEAD\n`, `${ID} refs/heads/x\n`, "flush");
  await withServer({ greeting: V2, refs }, async (url) => {
    const remote = await openRemote(url, fetchContext("/nonexistent"));
    const found = await Array.fromAsync(remote.refs(["refs/tags/"]));
    assert.deepEqual(found, []);
  });
});

const packs: readonly (readonly [string, Uint8Array, string, RegExp])[] = [
  [
    "names another reason in band 3",
    lines("packfile\n", band(2, utf8("x")), band(3, utf8("out of\u0007luck"))),
    "git-protocol",
    /out of\\u\{7\}luck/,
  ],
  [
    "says that the commit is not its own",
    lines("ERR upload-pack: not our ref 11\n"),
    "commit-unknown",
    /not our ref/,
  ],
  [
    "stops inside the pack",
    lines("packfile\n", band(1, utf8("PACK"))),
    "git-damaged",
    /cut off/,
  ],
  [
    "ends without saying so",
    lines("packfile\n", band(1, new ObjectBuilder().pack())),
    "git-damaged",
    /the pack is cut off\.$/,
  ],
  [
    "has an empty pack",
    lines("packfile\n", "flush"),
    "git-damaged",
    /cut off/,
  ],
  [
    "uses an unknown band",
    lines("packfile\n", band(4, utf8("x")), "flush"),
    "git-damaged",
    /side band/,
  ],
  [
    "goes on behind its pack",
    lines("packfile\n", "flush", band(1, utf8("x"))),
    "git-damaged",
    /goes on/,
  ],
  [
    "has an unknown section",
    lines("surprise\n", "delim", "packfile\n"),
    "git-protocol",
    /form/,
  ],
];
for (const [what, pack, code, words] of packs) {
  Deno.test(`refused: an answer that ${what}`, async () => {
    await withServer({ greeting: V2, pack }, async (url) => {
      await assert.rejects(all(url), refused(code, words));
    });
  });
}

Deno.test("a redirect moves every later request", async () => {
  await using dir = await tempDir();
  const source = await SampleSource.create(dir.path, "new", ["acme-scan"]);
  await source.lightweightTag("v1");
  await source.publish();
  const server = await startGitServer(dir.path);
  const old = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => {
      const { search } = new URL(request.url);
      return Response.redirect(`${server.url}/new.git/info/refs${search}`, 301);
    },
  );
  try {
    const url = `http://127.0.0.1:${old.addr.port}/old`;
    const context = fetchContext(dir.path);
    const credentials: boolean[] = [];
    const remote = await openRemote(url, {
      ...context,
      http: {
        request(url, request) {
          credentials.push(request.anonymous !== true);
          return context.http.request(url, request);
        },
      },
    });
    assert.equal(remote.redirectedTo, `${server.url}/new.git`);
    const ref = await findRef(remote, url, "tag", "v1");
    (await remote.download(ref)).close();
    // The user's token for the new host is not for whoever redirects there.
    assert.deepEqual(credentials, [true, false, false]);
  } finally {
    await old.shutdown();
    await server.close();
  }
});

Deno.test("a redirect to another path than the one asked for is no repository", async () => {
  const page = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => {
      const { pathname, origin } = new URL(request.url);
      return pathname === "/login"
        ? new Response("x", {
          headers: {
            "content-type": "application/x-git-upload-pack-advertisement",
          },
        })
        : Response.redirect(`${origin}/login`, 302);
    },
  );
  try {
    const url = `http://127.0.0.1:${page.addr.port}/r`;
    await assert.rejects(all(url), refused("git-protocol", /redirects/));
  } finally {
    await page.shutdown();
  }
});

for (const protocol of ["v2", "v0"] as const) {
  Deno.test(`an empty repository over ${protocol} has no refs`, async () => {
    await using dir = await tempDir();
    await git(dir.path, ["init", "-q", "--bare", "e.git"]);
    const server = await startGitServer(dir.path, { protocol });
    try {
      const url = `${server.url}/e.git`;
      const remote = await openRemote(url, fetchContext(dir.path));
      await assert.rejects(
        findRef(remote, url, "branch", "main"),
        refused("repository-empty", /empty/),
      );
    } finally {
      await server.close();
    }
  });
}

Deno.test("a tree is complete only when the pack says so", async () => {
  const objects = new ObjectBuilder();
  const blob = objects.add("blob", utf8("x"));
  const tree = objects.add("tree", treeBody([["100644", "x", blob]]));
  const commit = objects.add("commit", commitBody(tree));
  const pack = lines(
    "shallow-info\n",
    `shallow ${commit}\n`,
    "delim",
    "packfile\n",
    band(2, utf8("progress\r")),
    band(1, objects.pack(blob)),
    "flush",
  );
  await withServer({ greeting: V2, pack }, async (url) => {
    const store = await all(url, { name: "refs/tags/v1", id: commit });
    assert.ok(store.info(commit));
    assert.equal(store.info(blob), undefined);
  });
});
