import assert from "node:assert/strict";
import { permissionFlags } from "../../lib/cli/permissions.ts";
import {
  startStaticServer,
  type StaticServer,
} from "../servers/static_server.ts";
import { type TempDir, tempDir } from "../support/temp_dir.ts";

/** Runs a module that does what a careless `import()` of ours would: import what it is told. */
async function importing(
  specifier: string,
  flags: readonly string[],
  temp: TempDir,
  server: StaticServer,
): Promise<{ code: number; requests: number }> {
  await Deno.writeTextFile(
    temp.join("probe.ts"),
    "await import(Deno.args[0]);\n",
  );
  const before = server.requests.length;
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: ["run", ...flags, temp.join("probe.ts"), specifier],
    cwd: temp.path,
    env: {
      DENO_DIR: temp.join("cache"),
      NPM_CONFIG_REGISTRY: `${server.url}/`,
      NO_COLOR: "1",
    },
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).output();
  return { code, requests: server.requests.length - before };
}

async function serving(
  test: (temp: TempDir, server: StaticServer) => Promise<void>,
): Promise<void> {
  await using temp = await tempDir();
  const server = await startStaticServer(temp.path);
  try {
    await test(temp, server);
  } finally {
    await server.close();
  }
}

Deno.test("an import of a package or a url fetches nothing under the flags of verify", () =>
  serving(async (temp, server) => {
    await Deno.writeTextFile(temp.join("evil.js"), "export {};\n");
    for (const needs of ["nothing", "read", "write"] as const) {
      const flags = permissionFlags(needs);
      for (const specifier of [`${server.url}/evil.js`, "npm:evil@1.0.0"]) {
        const { code, requests } = await importing(
          specifier,
          flags,
          temp,
          server,
        );
        assert.equal(requests, 0, `${needs} ${specifier}`);
        assert.notEqual(code, 0, `${needs} ${specifier}`);
      }
    }
  }));

Deno.test("denying the network alone would let the package in", () =>
  serving(async (temp, server) => {
    const { requests } = await importing(
      "npm:evil@1.0.0",
      ["--no-prompt", "--deny-net", "--allow-read"],
      temp,
      server,
    );
    assert.ok(requests > 0);
  }));

Deno.test("setup imports no module by its url", () =>
  serving(async (temp, server) => {
    await Deno.writeTextFile(temp.join("evil.js"), "export {};\n");
    const { code, requests } = await importing(
      `${server.url}/evil.js`,
      permissionFlags("network"),
      temp,
      server,
    );
    assert.equal(requests, 0);
    assert.notEqual(code, 0);
  }));

Deno.test("no command may start a process or load native code", () => {
  for (const needs of ["nothing", "read", "write", "network"] as const) {
    const flags = permissionFlags(needs);
    for (const flag of ["--no-prompt", "--deny-run", "--deny-ffi"]) {
      assert.ok(flags.includes(flag), `${needs} ${flag}`);
    }
  }
});
