import assert from "node:assert/strict";
import { tempDir } from "../support/temp_dir.ts";

const MODULE =
  new URL("../../lib/wiring/require_link_permissions.ts", import.meta.url).href;

async function start(folder: string, flags: readonly string[]) {
  const script = `${folder}/script.ts`;
  await Deno.writeTextFile(
    script,
    `import { requireLinkPermissions } from ${JSON.stringify(MODULE)};
try { requireLinkPermissions(); console.log("fine"); }
catch (error) { console.log(error.code + ": " + error.message); }`,
  );
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--no-prompt", ...flags, script],
  }).output();
  return new TextDecoder().decode(stdout).trim();
}

Deno.test("scoped permissions end in one sentence that names both flags", async () => {
  await using temp = await tempDir();
  const scoped = [`--allow-read=${temp.path}`, `--allow-write=${temp.path}`];
  for (const flags of [scoped, [], ["--allow-read"]]) {
    const said = await start(temp.path, flags);
    assert.match(said, /^permission-missing: .*--allow-read.*--allow-write/);
  }
  const said = await start(temp.path, ["--allow-read", "--allow-write"]);
  assert.equal(said, "fine");
});
