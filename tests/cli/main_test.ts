import assert from "node:assert/strict";
import { COMMANDS } from "../../lib/cli/table.ts";
import { permissionFlags } from "../../lib/cli/permissions.ts";
import { schemaOf } from "../../lib/schema/schema_of.ts";
import { schemaValidator } from "../support/schema_validator.ts";
import { cleanEnv, CLI, runCli } from "./run_cli.ts";

Deno.test("help and version run without any permission", async () => {
  const help = await runCli(["help"], { needs: "nothing" });
  assert.equal(help.code, 0);
  assert.equal(help.stderr, "");
  for (const { name } of COMMANDS) assert.match(help.stdout, new RegExp(name));
  const version = await runCli(["--version"], { needs: "nothing" });
  assert.equal(version.code, 0);
  assert.match(version.stdout, /^skill-sources \d+\.\d+\.\d+ /);
});

Deno.test("a command's help comes by --help, -h and help, whatever else stands there", async () => {
  const [byFlag, byLetter, byWord] = await Promise.all([
    runCli(["setup", "--help", "--nonsense"], { needs: "nothing" }),
    runCli(["-h", "setup"], { needs: "nothing" }),
    runCli(["help", "setup"], { needs: "nothing" }),
  ]);
  assert.equal(byFlag!.code, 0);
  assert.equal(byFlag!.stdout, byWord!.stdout);
  assert.equal(byLetter!.stdout, byWord!.stdout);
  assert.match(byWord!.stdout, /--frozen/);
  assert.match(byWord!.stdout, /Examples:\n {2}skill-sources setup/);
});

Deno.test("help --json is the command table as data", async () => {
  const { code, stdout } = await runCli(["help", "verify", "--json"]);
  assert.equal(code, 0);
  const document = JSON.parse(stdout);
  assert.equal(document.schema, "skill-sources/help@1");
  assert.equal(document.ok, true);
  assert.deepEqual(document.findings, []);
  assert.equal(document.commands[0].name, "verify");
  assert.ok(document.commands[0].permissions.includes("--deny-write"));
});

Deno.test("the whole command table holds to the schema of help", async () => {
  const { stdout } = await runCli(["help", "--json"]);
  const document = JSON.parse(stdout);
  assert.deepEqual(schemaValidator(schemaOf("help")!)(document), []);
  assert.deepEqual(
    document.commands.filter(({ passes }: { passes?: boolean }) => passes)
      .map(({ name }: { name: string }) => name),
    ["evals"],
  );
});

Deno.test("--quiet leaves what a command was asked to print", async () => {
  for (const line of ["schema lock", "completions bash", "version", "help"]) {
    const args = line.split(" ");
    const [loud, quiet] = await Promise.all([
      runCli(args, { needs: "nothing" }),
      runCli([...args, "--quiet"], { needs: "nothing" }),
    ]);
    assert.notEqual(loud!.stdout, "");
    assert.equal(quiet!.stdout, loud!.stdout);
  }
});

Deno.test("an unknown command is exit 2, says the nearest, leaves stdout empty", async () => {
  const { code, stdout, stderr } = await runCli(["stauts"]);
  assert.equal(code, 2);
  assert.equal(stdout, "");
  assert.match(stderr, /`stauts` is no command: did you mean `status`\?/);
});

Deno.test("an unknown flag is exit 2 and says the nearest", async () => {
  const { code, stderr } = await runCli(["setup", "--frozzen"]);
  assert.equal(code, 2);
  assert.match(stderr, /did you mean `--frozen`\?/);
});

Deno.test("no command at all is exit 2, so that a script with an empty variable fails", async () => {
  const { code, stdout } = await runCli([]);
  assert.equal(code, 2);
  assert.equal(stdout, "");
});

for (
  const args of [
    ["verify", "--json", "--no-such"],
    ["verify", "--no-such", "--format", "json"],
    ["--no-such", "--format=json", "verify"],
    ["verify", "--json", "--format", "text"],
  ]
) {
  Deno.test(`a bad command line still answers in JSON: ${args.join(" ")}`, async () => {
    const { code, stdout, stderr } = await runCli(args);
    assert.equal(code, 2);
    assert.equal(stderr, "");
    const document = JSON.parse(stdout);
    assert.equal(document.schema, "skill-sources/verify@1");
    assert.equal(document.ok, false);
    assert.equal(document.findings[0].rule, "usage");
  });
}

Deno.test("--json after -- is an argument", async () => {
  const { code, stdout } = await runCli(["frobnicate", "--", "--json"]);
  assert.equal(code, 2);
  assert.equal(stdout, "");
});

Deno.test("an unknown command under --json names its schema `error`", async () => {
  const { stdout } = await runCli(["frobnicate", "--json"]);
  assert.equal(JSON.parse(stdout).schema, "skill-sources/error@1");
});

Deno.test("a missing permission is one sentence with the command that is granted it", async () => {
  const { code, stdout } = await runCli(["verify", "-C", ".", "--json"], {
    needs: "nothing",
  });
  assert.equal(code, 1);
  const [finding] = JSON.parse(stdout).findings;
  assert.equal(finding.rule, "permission-missing");
  assert.match(finding.message, /read/);
  assert.equal(finding.fix, "skill-sources verify");
});

Deno.test("-C to a folder that does not exist is exit 2", async () => {
  const { code, stderr } = await runCli(["-C", "no/such/folder", "verify"]);
  assert.equal(code, 2);
  assert.match(stderr, /`-C no\/such\/folder`/);
});

Deno.test("terminal escapes in an argument do not reach the terminal", async () => {
  const { stdout, stderr } = await runCli(["\x1b[2J\u202e", "--\x1b]0;x\x07"]);
  // deno-lint-ignore no-control-regex -- the attack
  assert.doesNotMatch(stdout + stderr, /[\x1b\x07\u202e]/);
  assert.match(stderr, /\\u\{1b\}\[2J\\u\{202e\}/);
});

Deno.test("a pipe gets no colour, NO_COLOR or not, even under FORCE_COLOR", async () => {
  for (const env of [{ FORCE_COLOR: "1" }, { NO_COLOR: "1" }]) {
    const { stderr } = await runCli(["stauts"], { env });
    // deno-lint-ignore no-control-regex -- what must be absent
    assert.doesNotMatch(stderr, /\x1b/);
  }
});

/** Runs the program in `sh` with its stdout led as `redirect` says. */
async function redirected(redirect: string) {
  const folder = await Deno.makeTempDir();
  try {
    const { code, stderr } = await new Deno.Command("sh", {
      args: ["-c", redirect, "sh", Deno.execPath(), "run"]
        .concat(permissionFlags("nothing"), CLI, "help"),
      cwd: folder,
      clearEnv: true,
      env: cleanEnv(),
    }).output();
    return { code, stderr: new TextDecoder().decode(stderr) };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("a closed pipe is silent", async () => {
  // The fifo's only reader is gone before the program starts.
  const { code, stderr } = await redirected(
    'mkfifo f && exec 3<>f 4>f 3<&- && "$@" >&4',
  );
  assert.equal(stderr, "");
  assert.equal(code, 0);
});

Deno.test({
  name: "a full disk behind stdout is exit 1 and a sentence",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const { code, stderr } = await redirected('"$@" >/dev/full');
    assert.equal(code, 1);
    assert.match(stderr, /^error: The output cannot be written\./);
    assert.doesNotMatch(stderr, /Uncaught|at file:/);
  },
});
