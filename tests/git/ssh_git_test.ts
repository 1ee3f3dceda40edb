import assert from "node:assert/strict";
import { sshEnvironment } from "../../lib/git/ssh_environment.ts";
import { sshGit, type SshGitOptions } from "../../lib/git/ssh_git.ts";
import { git } from "../support/git.ts";
import { testWith } from "../support/needs_program.ts";
import { type TempDir, tempDir } from "../support/temp_dir.ts";
import { SshStream } from "../../lib/git/ssh_stream.ts";

function options(temp: TempDir): SshGitOptions {
  return {
    cwd: temp.path,
    env: sshEnvironment((name) => Deno.env.get(name), temp.join("none.git")),
    signal: new AbortController().signal,
    maxOutput: 1024,
  };
}

/** A server that takes connections and never says a word. */
function muteServer() {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open: Deno.Conn[] = [];
  const done = (async () => {
    for await (const connection of listener) open.push(connection);
  })();
  return {
    url: `ssh://127.0.0.1:${listener.addr.port}/a.git`,
    async [Symbol.asyncDispose]() {
      listener.close();
      await done;
      for (const connection of open) connection.close();
    },
  };
}

testWith(["ssh"], "a server that never says a word is given up", async () => {
  await using temp = await tempDir();
  await using server = muteServer();
  const { end } = await sshGit(["ls-remote", "--", server.url], {
    ...options(temp),
    idleMs: 300,
  });
  assert.equal(end, "idle");
});

Deno.test("an ssh that a server keeps busy does not outlive git", async () => {
  await using temp = await tempDir();
  const file = temp.join("pid");
  await Deno.writeTextFile(
    temp.join("ssh"),
    `#!/bin/sh\necho $$ >${file}\nexec sleep 600\n`,
    { mode: 0o755 },
  );
  const { env, ...rest } = options(temp);
  const { end } = await sshGit(["ls-remote", "--", "ssh://127.0.0.1/a.git"], {
    ...rest,
    env: { ...env, PATH: `${temp.path}:${env.PATH}` },
    idleMs: 500,
  });
  assert.equal(end, "idle");
  const pid = (await Deno.readTextFile(file)).trim();
  const { success } = await new Deno.Command("sh", {
    args: [
      "-c",
      `for i in 1 2 3 4 5 6 7 8 9 10; do kill -0 ${pid} || exit 0; sleep 1; done; kill ${pid}; exit 1`,
    ],
    stderr: "null",
  }).output();
  assert.ok(success);
});

testWith(
  ["ssh"],
  "a pack larger than a source may be is given up while it comes",
  async () => {
    await using temp = await tempDir();
    await using server = muteServer();
    const { end } = await sshGit(["ls-remote", "--", server.url], {
      ...options(temp),
      written: () => 11,
      maxWritten: 10,
    });
    assert.equal(end, "limit");
  },
);

Deno.test("a list longer than its limit is given up", async () => {
  await using temp = await tempDir();
  const { end } = await sshGit(["--version"], {
    ...options(temp),
    maxOutput: 3,
  });
  assert.equal(end, "limit");
});

Deno.test("every transport but ssh is refused, also one that runs commands", async () => {
  await using temp = await tempDir();
  const canary = temp.join("canary");
  await git(temp.path, ["init", "-q", "--bare", "a.git"]);
  const urls = [
    `ext::touch ${canary}`,
    "https://127.0.0.1:1/a.git",
    "git://127.0.0.1:1/a.git",
    `file://${temp.path}/a.git`,
    `${temp.path}/a.git`,
  ];
  for (const url of urls) {
    const run = await sshGit(["ls-remote", "--", url], options(temp));
    assert.equal(run.end, "failure", url);
    assert.match(run.stderr, /transport '\w+' not allowed/, url);
  }
  await assert.rejects(Deno.lstat(canary), Deno.errors.NotFound);
});

Deno.test("git asks nobody for a passphrase or a password", async () => {
  await using temp = await tempDir();
  const { stdout } = await sshGit(
    ["config", "--get-regexp", "^(core.askpass|credential|core.hookspath)"],
    options(temp),
  );
  assert.deepEqual(stdout.trimEnd().split("\n").map((line) => line.trim()), [
    "core.hookspath /dev/null",
    "core.askpass",
    "credential.helper",
  ]);
});

Deno.test("a machine without git is told so", async () => {
  await using temp = await tempDir();
  await assert.rejects(
    sshGit(["--version"], { ...options(temp), env: { PATH: temp.path } }),
    { name: "HostError", code: "program-missing" },
  );
});

Deno.test("an interruption before the start starts nothing", async () => {
  await using temp = await tempDir();
  await assert.rejects(
    sshGit(["--version"], { ...options(temp), signal: AbortSignal.abort() }),
    { name: "AbortError" },
  );
});

Deno.test("of a stream that never ends to talk the end is kept", async () => {
  const pieces = Array.from({ length: 1000 }, (_, at) => `line ${at}\n`);
  const stream = ReadableStream.from(pieces).pipeThrough(
    new TextEncoderStream(),
  );
  const read = new SshStream(stream, 100, 1e6, () => assert.fail());
  const text = await read.text;
  assert.equal(text, pieces.join("").slice(-100));
  assert.equal(read.total, pieces.join("").length);
});
