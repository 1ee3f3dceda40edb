import assert from "node:assert/strict";
import { bashCompletions } from "../../../lib/cli/completions/bash.ts";
import { fishCompletions } from "../../../lib/cli/completions/fish.ts";
import {
  type CompletedTable,
  completedTable,
} from "../../../lib/cli/completions/words.ts";
import { zshCompletions } from "../../../lib/cli/completions/zsh.ts";
import { GLOBAL_OPTIONS } from "../../../lib/cli/global_options.ts";
import { COMMANDS } from "../../../lib/cli/table.ts";
import { testWith } from "../../support/needs_program.ts";
import { tempDir } from "../../support/temp_dir.ts";
import { runCli } from "../run_cli.ts";

type Shell = "bash" | "zsh" | "fish";

/** What a real shell offers for the last of `words`, sorted. */
type Ask = (
  table: CompletedTable,
  words: readonly string[],
) => Promise<string[]>;

async function shell(
  name: Shell,
  args: readonly string[],
  files: Readonly<Record<string, string>>,
): Promise<string> {
  await using temp = await tempDir();
  for (const [path, text] of Object.entries(files)) {
    await Deno.writeTextFile(temp.join(path), text);
  }
  await Deno.mkdir(temp.join("a folder"));
  const { stdout, stderr, code } = await new Deno.Command(name, {
    args: [...args],
    cwd: temp.path,
    clearEnv: true,
    env: { PATH: Deno.env.get("PATH") ?? "", HOME: temp.path },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  assert.equal(code, 0, decoder.decode(stderr));
  assert.equal(decoder.decode(stderr), "");
  return decoder.decode(stdout);
}

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line !== "").sort();
}

const ASK: Readonly<Record<Shell, Ask>> = {
  async bash(table, words) {
    // As bash itself does, an `=` is a word of its own.
    const split = words.flatMap((word) =>
      word.split(/(=)/).filter((part, index) => part !== "" || index === 0)
    );
    const script = `. ./script
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_skill_sources
printf '%s\\n' "\${COMPREPLY[@]}"`;
    return linesOf(
      await shell("bash", ["--norc", "-c", script, "bash", ...split], {
        script: bashCompletions(table),
      }),
    );
  },
  async zsh(table, words) {
    const script = `
compdef() { : }
compadd() { while [[ $1 != -- ]]; do shift; done; shift
  for name in "$@"; do [[ $name == "$cur"* ]] && print -r -- "$name"; done; : }
_files() { if [[ $1 == -/ ]]; then print -l -- *(/); else print -l -- *; fi }
. ./script
typeset -ga words; words=("$@") CURRENT=$#
_skill_sources`;
    return linesOf(
      await shell("zsh", ["-f", "-c", script, "zsh", ...words], {
        script: zshCompletions(table),
      }),
    );
  },
  async fish(table, words) {
    const script = `source ./script
complete -C "$argv"`;
    const text = await shell("fish", ["-N", "-c", script, ...words], {
      script: fishCompletions(table),
    });
    return linesOf(text).map((line) =>
      line.split("\t")[0]!.replace(/^--[a-z-]+=/, "").replace(/\/$/, "")
    ).sort();
  },
};

const TABLE = completedTable(COMMANDS, GLOBAL_OPTIONS);
const FORMATS = ["github", "json", "junit", "sarif", "text"];

/** The program's own table, and commands of two words beside it. */
const PAIRED = completedTable([
  ...COMMANDS,
  ...["bundle verify", "bundle init"].map((name) => ({
    ...COMMANDS[0]!,
    name,
    options: [],
    arguments: [{
      name: "path",
      summary: "A folder",
      optional: false,
      repeated: false,
    }],
  })),
], GLOBAL_OPTIONS);

for (const name of ["bash", "zsh", "fish"] as const) {
  const ask = (...words: string[]) =>
    ASK[name](TABLE, ["skill-sources", ...words]);
  const test = (title: string, fn: () => Promise<void>) =>
    testWith([name], title, fn);

  test(`${name} completes commands, behind global options too`, async () => {
    assert.deepEqual(await ask("ver"), ["verify", "version"]);
    assert.deepEqual(
      await ask(""),
      [...new Set(COMMANDS.map((command) => command.name.split(" ")[0]!))]
        .sort(),
    );
    assert.deepEqual(await ask("--directory", "setup", "una"), ["unadopt"]);
    assert.deepEqual(await ask("--json", "una"), ["unadopt"]);
  });

  test(`${name} completes the options of the command that stands there`, async () => {
    assert.deepEqual(await ask("setup", "--fro"), ["--frozen"]);
    assert.deepEqual(await ask("verify", "--fro"), []);
    assert.deepEqual(await ask("verify", "--stri"), ["--strict"]);
    assert.deepEqual(await ask("--verb"), ["--verbose"]);
  });

  test(`${name} completes the values of an option`, async () => {
    assert.deepEqual(await ask("verify", "--format", ""), FORMATS);
    assert.deepEqual(await ask("verify", "--format", "s"), ["sarif"]);
    assert.deepEqual(await ask("verify", "--format=s"), ["sarif"]);
    assert.deepEqual(await ask("diff", "--format", "m"), ["md"]);
    assert.deepEqual(await ask("--format", "j"), ["json"]);
    assert.deepEqual(await ask("setup", "--format", "g"), []);
    assert.deepEqual(await ask("-C", "a"), ["a folder"]);
  });

  test(`${name} completes arguments that are known, and no others`, async () => {
    assert.deepEqual(await ask("completions", ""), ["bash", "fish", "zsh"]);
    assert.deepEqual(await ask("help", "una"), ["unadopt"]);
    assert.deepEqual(await ask("schema", "lo"), ["local-lock", "lock"]);
    assert.deepEqual(await ask("schema", "org"), [
      "org-add",
      "org-adopters",
      "org-check",
    ]);
    assert.deepEqual(await ask("setup", ""), []);
    assert.ok((await ask("org", "adopters", "")).includes("a folder"));
    assert.ok((await ask("evals", "--runner", "")).includes("a folder"));
    assert.ok((await ask("scan", "")).includes("a folder"));
  });

  test(`${name} completes commands of two words`, async () => {
    const pair = (...words: string[]) =>
      ASK[name](PAIRED, ["skill-sources", ...words]);
    assert.deepEqual(await pair("bun"), ["bundle"]);
    assert.deepEqual(await pair("bundle", ""), ["init", "verify"]);
    assert.ok((await pair("bundle", "init", "")).includes("a folder"));
  });

  test(`completions ${name} prints the script, and nothing else`, async () => {
    const { code, stdout, stderr } = await runCli(["completions", name], {
      needs: "nothing",
    });
    assert.equal(code, 0);
    assert.equal(stderr, "");
    assert.ok(stdout.includes("skill-sources"));
    const whole = await shell(name, ["-n", "script"], { script: stdout });
    assert.equal(whole, "");
  });
}

Deno.test("a shell that there is no script for is exit 2", async () => {
  const { code, stderr } = await runCli(["completions", "tcsh"], {
    needs: "nothing",
  });
  assert.equal(code, 2);
  assert.match(stderr, /bash, zsh and fish, not for `tcsh`/);
});
