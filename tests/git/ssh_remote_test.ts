import assert from "node:assert/strict";
import { SkillSourcesError } from "../../lib/base/errors.ts";
import { fetchCommit } from "../../lib/git/fetch_commit.ts";
import { findRef } from "../../lib/git/find_ref.ts";
import { openRemote } from "../../lib/git/open_remote.ts";
import type { RemoteContext } from "../../lib/git/remote.ts";
import { makeKey, type SshServer } from "../servers/ssh_server.ts";
import { git } from "../support/git.ts";
import { SampleSource } from "../support/sample_source.ts";
import { type TempDir, tempDir } from "../support/temp_dir.ts";
import { withSshd } from "../support/with_sshd.ts";
import { fetchContext } from "./fetch_context.ts";

/** A context whose scratch folder is `<temp>/scratch`, empty. */
async function sshContext(
  { env }: { readonly env: Readonly<Record<string, string>> },
  temp: TempDir,
) {
  const scratch = temp.join("scratch");
  await Deno.mkdir(scratch, { recursive: true });
  return { ...fetchContext(scratch), env: (name: string) => env[name] };
}

/** Asserts that opening `url` is refused, that the message is one clean line, and nothing is left. */
async function refused(
  url: string,
  context: RemoteContext,
  code: string,
  words: RegExp,
): Promise<void> {
  await assert.rejects(openRemote(url, context), (error) => {
    assert.ok(error instanceof SkillSourcesError, String(error));
    assert.equal(error.code, code, error.message);
    assert.match(error.message, words);
    // deno-lint-ignore no-control-regex -- no control character may be shown
    assert.doesNotMatch(error.message, /[\u0000-\u001f\u007f-\u009f]/);
    return true;
  });
  assert.deepEqual([...Deno.readDirSync(context.scratch)], []);
}

async function sample(temp: TempDir): Promise<SampleSource> {
  const source = await SampleSource.create(temp.path, "a", ["acme-scan"]);
  await source.annotatedTag("v1");
  await source.publish();
  return source;
}

/** Makes the server run `script` for whoever logs in, whatever they ask for. */
async function serveScript(server: SshServer, script: string) {
  const key = await Deno.readTextFile(server.authorizedKeys);
  const file = `${server.authorizedKeys}.sh`;
  await Deno.writeTextFile(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  await Deno.writeTextFile(server.authorizedKeys, `command="${file}" ${key}`);
}

for (const format of ["sha1", "sha256"]) {
  withSshd(
    `a ${format} tag comes over ssh without its history`,
    async (server, temp) => {
      const source = temp.join("s.git");
      await git(temp.path, ["init", "-q", `--object-format=${format}`, source]);
      await git(source, ["commit", "-q", "--allow-empty", "-m", "one"]);
      const before = await git(source, ["rev-parse", "HEAD"]);
      await Deno.writeTextFile(`${source}/f`, "x");
      await git(source, ["add", "f"]);
      await git(source, ["commit", "-q", "-m", "two"]);
      await git(source, ["tag", "-a", "-m", "t", "v1"]);
      const commit = await git(source, ["rev-parse", "HEAD"]);
      const context = await sshContext(server, temp);
      const url = `${server.url}${source}`;
      const remote = await openRemote(url, context);
      assert.equal(remote.format, format);
      const ref = await findRef(remote, url, "tag", "v1");
      assert.equal(ref.peeled, commit);
      const store = await remote.download(ref);
      assert.equal(store.info(commit)?.type, "commit");
      assert.equal(store.info(before), undefined);
      assert.ok(context.received() > 0);
      store.close();
      assert.deepEqual([...Deno.readDirSync(context.scratch)], []);
    },
  );
}

withSshd(
  "a branch comes over ssh from user@host:path",
  async (server, temp) => {
    const source = await sample(temp);
    const url = `${server.user}@${server.alias}:${source.bare}`;
    const { tree, commit } = await fetchCommit(
      { url, ref: "main" },
      "branch",
      () => {},
      await sshContext(server, temp),
    );
    assert.equal(commit, await source.revision("HEAD"));
    const paths = tree.entries.map(({ path }) =>
      new TextDecoder().decode(path)
    );
    assert.ok(paths.includes("skills/acme-scan/SKILL.md"));
    await tree.close();
  },
);

withSshd(
  "a tag that is not there is told from an empty repository",
  async (server, temp) => {
    const context = await sshContext(server, temp);
    const source = await sample(temp);
    const fetch = (url: string) =>
      fetchCommit({ url, ref: "v2" }, "tag", () => {}, context);
    await assert.rejects(
      fetch(`${server.url}${source.bare}`),
      { code: "ref-missing", message: /no tag "v2".*"v1"/ },
    );
    await git(temp.path, ["init", "-q", "--bare", "empty.git"]);
    await assert.rejects(
      fetch(`${server.url}${temp.join("empty.git")}`),
      { code: "repository-empty" },
    );
  },
);

withSshd(
  "a repository that is not there is called that",
  async (server, temp) => {
    await refused(
      `${server.user}@${server.alias}:${temp.join("none.git")}`,
      await sshContext(server, temp),
      "not-found",
      /^source-host:.*none\.git has no such repository.*does not appear to be a git repository/,
    );
  },
);

withSshd(
  "a host whose key is not known is refused and not learnt",
  async (server, temp) => {
    const source = await sample(temp);
    await Deno.writeTextFile(server.knownHosts, "");
    await refused(
      `${server.url}${source.bare}`,
      await sshContext(server, temp),
      "host-key-refused",
      /not in known_hosts/,
    );
    assert.equal(await Deno.readTextFile(server.knownHosts), "");
  },
);

withSshd(
  "a machine in the middle shows another host key",
  async (server, temp) => {
    const source = await sample(temp);
    await makeKey(temp.join("other"));
    const [type, key] = (await Deno.readTextFile(temp.join("other.pub")))
      .split(" ");
    await Deno.writeTextFile(
      server.knownHosts,
      `[127.0.0.1]:${server.port} ${type} ${key}\n`,
    );
    await refused(
      `${server.url}${source.bare}`,
      await sshContext(server, temp),
      "host-key-refused",
      /another host key than the one you know/,
    );
  },
);

withSshd(
  "a key that the server does not accept ends without a question",
  async (server, temp) => {
    const source = await sample(temp);
    await Deno.writeTextFile(server.authorizedKeys, "");
    await refused(
      `${server.url}${source.bare}`,
      await sshContext(server, temp),
      "ssh-refused",
      /does not accept your ssh key.*Permission denied \(publickey\)/,
    );
  },
);

withSshd(
  "a key with a passphrase ends without a question",
  async (server, temp) => {
    const source = await sample(temp);
    await new Deno.Command("ssh-keygen", {
      args: [
        "-q",
        "-p",
        "-P",
        "",
        "-N",
        "a passphrase",
        "-f",
        server.clientKey,
      ],
    }).output();
    await refused(
      `${server.url}${source.bare}`,
      await sshContext(server, temp),
      "ssh-refused",
      /ssh-add/,
    );
  },
);

withSshd("a port on which nobody listens", async (server, temp) => {
  await refused(
    `ssh://${server.user}@127.0.0.1:1/a.git`,
    await sshContext(server, temp),
    "ssh-failed",
    /^ssh:\/\/127\.0\.0\.1:1\/a\.git cannot be reached.*Connection refused/,
  );
});

withSshd(
  "a server that speaks escape sequences is quoted as text",
  async (server, temp) => {
    await serveScript(
      server,
      `printf '\\033]0;owned\\007\\033[2J\\342\\200\\256 go away\\n' >&2; exit 1`,
    );
    await refused(
      `${server.url}/a.git`,
      await sshContext(server, temp),
      "ssh-failed",
      /\\u\{1b\}\[2J\\u\{202e\} go away/,
    );
  },
);

withSshd("a server that is no git server", async (server, temp) => {
  await serveScript(server, "echo Welcome to this machine");
  await refused(
    `${server.url}/a.git`,
    await sshContext(server, temp),
    "ssh-failed",
    /protocol error/,
  );
});

withSshd(
  "a hostile .gitmodules is refused before anything reads it",
  async (server, temp) => {
    const source = await sample(temp);
    await source.commit({
      ".gitmodules": `[submodule "x"]\n\tpath = x\n\turl = -u./evil\n`,
    });
    await source.publish();
    const context = await sshContext(server, temp);
    await assert.rejects(
      fetchCommit(
        { url: `${server.url}${source.bare}`, ref: "main" },
        "branch",
        () => {},
        context,
      ),
      { code: "git-damaged", message: /gitmodulesUrl/ },
    );
    assert.deepEqual([...Deno.readDirSync(context.scratch)], []);
  },
);

withSshd(
  "a submodule is not followed and a filter does not run",
  async (server, temp) => {
    const source = await sample(temp);
    const canary = temp.join("canary");
    await source.commit({
      ".gitmodules":
        `[submodule "x"]\n\tpath = x\n\turl = ext::touch% ${canary}\n`,
      ".gitattributes": "* filter=run\n",
      "f": "raw\r\n",
    });
    await git(source.checkout, [
      "update-index",
      "--add",
      "--cacheinfo",
      `160000,${"1".repeat(40)},x`,
    ]);
    await git(source.checkout, ["commit", "-q", "-m", "A submodule"]);
    await source.publish();
    const { tree } = await fetchCommit(
      { url: `${server.url}${source.bare}`, ref: "main" },
      "branch",
      () => {},
      await sshContext(server, temp),
    );
    const kinds = new Map(tree.entries.map((entry) => [
      new TextDecoder().decode(entry.path),
      entry.kind,
    ]));
    assert.equal(kinds.get("x"), "submodule");
    await tree.close();
    assert.ok(!await stands(canary));
  },
);

withSshd(
  "an interrupted run ends git and leaves nothing",
  async (server, temp) => {
    await serveScript(server, `touch ${temp.join("asked")}; sleep 60`);
    const controller = new AbortController();
    const context = {
      ...await sshContext(server, temp),
      signal: controller.signal,
    };
    let over = false;
    const opening = openRemote(`${server.url}/a.git`, context)
      .finally(() => over = true);
    const interrupting = (async () => {
      while (!over && !await stands(temp.join("asked"))) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      controller.abort();
    })();
    await assert.rejects(opening, { name: "AbortError" });
    await interrupting;
    assert.deepEqual([...Deno.readDirSync(context.scratch)], []);
  },
);

async function stands(path: string): Promise<boolean> {
  return await Deno.lstat(path).then(() => true, () => false);
}

const ATTACKS = [
  "ssh://-oProxyCommand=touch$IFS@CANARY/a.git",
  "ssh://-oProxyCommand=touch@127.0.0.1/a.git",
  "ssh://%2doProxyCommand=touch/a.git",
  "ssh://127.0.0.1/-oProxyCommand=touch",
  "ssh://127.0.0.1:-oProxyCommand=x/a.git",
  "-oProxyCommand=touch@127.0.0.1:a.git",
  "git@-oProxyCommand=touch:a.git",
  "git@127.0.0.1:-upload-pack=touch",
  "git@127.0.0.1:team/--upload-pack=touch",
  "git@127.0.0.1:a.git\n--upload-pack=touch",
  "git@ext::touch:CANARY",
  "ext::touch% CANARY",
  "git@127.0.0.1:$(touch CANARY)",
];

for (const attack of ATTACKS) {
  Deno.test(`a url that is an option or a command is refused before git starts: ${JSON.stringify(attack)}`, async () => {
    await using temp = await tempDir();
    const canary = temp.join("canary");
    const url = attack.replace("CANARY", canary);
    const started = temp.join("started");
    await Deno.writeTextFile(
      temp.join("git"),
      `#!/bin/sh\n: >${started}\nexit 1\n`,
      { mode: 0o755 },
    );
    const context = await sshContext({ env: { PATH: temp.path } }, temp);
    await assert.rejects(
      openRemote(url, context),
      (error) => error instanceof SkillSourcesError,
    );
    assert.ok(!await stands(canary));
    assert.ok(!await stands(started));
  });
}

Deno.test("a url of another scheme is not handed to git as one of ssh", async () => {
  await using temp = await tempDir();
  const { openSshRemote } = await import("../../lib/git/ssh_remote.ts");
  const context = await sshContext({ env: { PATH: temp.path } }, temp);
  for (const url of ["https://example.org/a.git", "file:///a.git"]) {
    await assert.rejects(openSshRemote(url, context), { code: "url-refused" });
  }
});

Deno.test("a ref that is an option or a refspec never reaches git", async () => {
  await using temp = await tempDir();
  const { sshFetch } = await import("../../lib/git/ssh_fetch.ts");
  const context = await sshContext({ env: { PATH: temp.path } }, temp);
  for (
    const what of [
      "--upload-pack=touch",
      "refs/tags/a:refs/heads/b",
      "refs/tags/*",
      "+refs/tags/a",
      `${"a".repeat(39)}:`,
      "a".repeat(64),
    ]
  ) {
    await assert.rejects(
      sshFetch(
        "ssh://127.0.0.1/a.git",
        { what, options: [], maxBytes: 1 },
        "sha1",
        context,
      ),
      { code: "git-damaged" },
    );
  }
});
