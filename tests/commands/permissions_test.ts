import assert from "node:assert/strict";
import { permissionFlags } from "../../lib/cli/permissions.ts";
import type { Needs } from "../../lib/cli/spec.ts";
import { COMMANDS } from "../../lib/cli/table.ts";
import { startStaticServer } from "../servers/static_server.ts";
import { tempDir } from "../support/temp_dir.ts";
import { stands } from "./traces.ts";
import { run, setup, startWorld } from "./world.ts";

/** What code that should not run would try, each in a module of its own. */
const ATTEMPTS: Record<string, string> = {
  socket: `await Deno.connect({ hostname: "127.0.0.1", port: PORT });`,
  listen: `Deno.listen({ hostname: "127.0.0.1", port: 0 });`,
  fetch: `await fetch("http://127.0.0.1:PORT/page");`,
  npm: `await import("npm:left-pad-that-nobody-cached@1.0.0");`,
  https: `await import("http://127.0.0.1:PORT/evil.js");`,
  write: `Deno.writeTextFileSync("FOLDER/written", "");`,
  link: `Deno.symlinkSync("/", "FOLDER/written");`,
  subprocess: `new Deno.Command("touch", { args: ["FOLDER/written"] })
    .outputSync();`,
  nodeSubprocess: `const { execFileSync } = await import("node:child_process");
    execFileSync("touch", ["FOLDER/written"]);`,
  native: `Deno.dlopen("libc.so.6", {});`,
  secret: `if (Deno.env.get("GITHUB_TOKEN") === undefined) throw new Error();`,
};

/** What each kind of command may do all the same. */
const ALLOWED: Record<Needs, readonly string[]> = {
  nothing: [],
  read: [],
  run: [],
  write: ["write", "link"],
  network: ["socket", "listen", "fetch", "write", "link", "secret"],
};

Deno.test("under its documented flags a command can do what it needs, and nothing else", async (t) => {
  await using temp = await tempDir();
  const server = await startStaticServer(temp.path);
  try {
    await Deno.writeTextFile(temp.join("page"), "");
    await Deno.writeTextFile(temp.join("evil.js"), "");
    for (const [name, code] of Object.entries(ATTEMPTS)) {
      const text = code.replaceAll("PORT", `${server.port}`)
        .replaceAll("FOLDER", temp.path);
      await Deno.writeTextFile(
        temp.join(`${name}.ts`),
        `${text}\nexport {};\n`,
      );
    }
    const attempt = async (name: string, needs: Needs): Promise<boolean> => {
      const { success } = await new Deno.Command(Deno.execPath(), {
        args: ["run", ...permissionFlags(needs), temp.join(`${name}.ts`)],
        cwd: temp.path,
        env: {
          DENO_DIR: temp.join("cache"),
          NPM_CONFIG_REGISTRY: `${server.url}/`,
          GITHUB_TOKEN: "secret",
        },
        stdin: "null",
        stdout: "null",
        stderr: "null",
      }).output();
      const written = await stands(temp.join("written"));
      if (written) await Deno.remove(temp.join("written"));
      return success || written;
    };
    for (const needs of ["read", "run", "write", "network"] as const) {
      await t.step(needs, async () => {
        const able: string[] = [];
        for (const name of Object.keys(ATTEMPTS)) {
          const before = server.requests.length;
          if (await attempt(name, needs)) able.push(name);
          const asked = server.requests.length - before;
          if (!ALLOWED[needs].includes("fetch")) assert.equal(asked, 0, name);
        }
        assert.deepEqual(able.sort(), [...ALLOWED[needs]].sort());
      });
    }
  } finally {
    await server.close();
  }
});

Deno.test("each command declares the least it needs", () => {
  assert.deepEqual(
    Object.fromEntries(COMMANDS.map(({ name, needs }) => [name, needs])),
    {
      setup: "network",
      verify: "read",
      status: "read",
      scan: "read",
      evals: "read",
      lint: "read",
      "org add": "network",
      "org adopters": "network",
      "registry render": "write",
      "registry check": "read",
      "org check": "read",
      "worktree-init": "write",
      upgrade: "network",
      diff: "network",
      vouch: "network",
      unadopt: "write",
      schema: "nothing",
      completions: "nothing",
      help: "nothing",
      version: "nothing",
    },
  );
});

Deno.test("each command works with exactly its flags, and says which are missing", async () => {
  await using world = await startWorld();
  const { entry } = await world.tagged("acme", ["read-mail"]);
  const adopter = await world.adopter([entry]);

  // Links need unscoped permissions: said before any request is made.
  const scoped = await run(adopter, ["setup", "--yes", "--json"], {
    permissions: [
      "--no-prompt",
      "--allow-read",
      `--allow-write=${adopter.path}`,
      "--allow-net",
      "--allow-env",
    ],
  });
  assert.equal(scoped.code, 1, scoped.stdout);
  assert.equal(scoped.json().findings.at(-1)?.rule, "permission-missing");
  assert.equal(world.requests(), 0);
  assert.equal(await stands(`${adopter.path}/.apache-magpie-sources`), false);

  // The runner uses exactly the flags of the table.
  for (
    const args of [
      ["setup", "--yes"],
      ["verify"],
      ["status"],
      ["unadopt", "--yes"],
      ["help"],
      ["version"],
    ]
  ) {
    const { code, stdout, stderr } = await run(adopter, args);
    assert.equal(code, 0, `${args}: ${stdout}${stderr}`);
    assert.doesNotMatch(stderr, /permission|NotCapable|Requires/i);
  }

  const blind = await run(adopter, ["verify", "--json"], {
    permissions: ["--no-prompt"],
  });
  assert.equal(blind.code, 1);
  assert.equal(blind.json().findings[0]?.rule, "permission-missing");
  assert.equal((await setup(adopter)).code, 0);
});
