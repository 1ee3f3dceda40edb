import assert from "node:assert/strict";
import fc from "fast-check";
import { UsageError } from "../../lib/base/errors.ts";
import { GLOBAL_OPTIONS } from "../../lib/cli/global_options.ts";
import { parseArguments } from "../../lib/cli/parse_arguments.ts";
import { COMMANDS } from "../../lib/cli/table.ts";

function parsed(...argv: string[]) {
  const { command, options, arguments: words } = parseArguments(argv);
  return { command: command.name, options: { ...options }, words };
}

function refused(argv: string[], message: RegExp) {
  assert.throws(() => parseArguments(argv), (error) => {
    assert.ok(error instanceof UsageError);
    assert.equal(error.code, "usage");
    assert.match(error.message, message);
    assert.doesNotMatch(error.message, /\n/);
    return true;
  });
}

Deno.test("global options stand before and after the command", () => {
  const expected = {
    command: "status",
    options: { directory: "x", quiet: true, format: "json", json: true },
    words: ["acme"],
  };
  assert.deepEqual(
    parsed("-C", "x", "-q", "status", "acme", "--json"),
    expected,
  );
  assert.deepEqual(parsed("status", "acme", "-qC", "x", "--json"), expected);
});

Deno.test("values come with = or a blank, in a letter group, as lists by comma or repeated", () => {
  assert.deepEqual(
    parsed("setup", "-yj4", "--agents=a,b", "--agents", " c"),
    {
      command: "setup",
      options: { yes: true, jobs: 4, agents: ["a", "b", "c"] },
      words: [],
    },
  );
});

Deno.test("--frozen implies --yes", () => {
  assert.deepEqual(parsed("setup", "--frozen").options, {
    frozen: true,
    yes: true,
  });
});

Deno.test("after -- everything is an argument", () => {
  assert.deepEqual(parsed("status", "--", "--json", "-y").words, [
    "--json",
    "-y",
  ]);
});

Deno.test("what stands after -- is handed on by a command that starts a program", () => {
  const rest = (...argv: string[]) => {
    const { arguments: words, rest } = parseArguments(argv);
    return [words, rest];
  };
  assert.deepEqual(rest("evals", "a", "--run", "--", "--json", "b", "--"), [
    ["a"],
    ["--json", "b", "--"],
  ]);
  assert.deepEqual(rest("evals", "--", "a", "-y"), [[], ["a", "-y"]]);
  assert.deepEqual(rest("--", "evals", "a"), [[], ["a"]]);
  assert.deepEqual(rest("evals", "a", "--"), [["a"], []]);
  assert.deepEqual(rest("status", "--", "a"), [["a"], []]);
  refused(["evals", "a", "b"], /takes one argument/);
});

Deno.test("what does not hold is refused with what to do", () => {
  refused(["setup", "--jobs"], /`--jobs` needs a value: `--jobs N`/);
  refused(["setup", "--jobs", "--yes"], /`--jobs` needs a value/);
  refused(["setup", "--jobs="], /`--jobs` needs a value/);
  for (const number of ["0", "65", "1.5", "1e3", "0x4", "-1", "１"]) {
    refused(["setup", `--jobs=${number}`], /whole number from 1 to 64/);
  }
  refused(["setup", "--jobs=1", "--jobs=2"], /given twice/);
  refused(["setup", "--agents", "a,,b"], /`--agents` needs a value/);
  refused(["setup", "--frozen=yes"], /takes no value/);
  refused(["setup", "--fixx"], /`--fixx` is no option of `setup`/);
  refused(["status", "--fix"], /is an option of `verify`, not of `status`/);
  refused(["verify", "--format", "xml"], /is one of text, json, .*not `xml`/);
  refused(["verify", "--json", "--format=text"], /contradicts/);
  refused(["verify", "-q", "-v"], /exclude each other/);
  refused(["unadopt", "acme"], /takes no argument: `acme` is too much/);
  refused(["help", "setup", "verify"], /takes one argument/);
  refused(["verfy"], /did you mean `verify`/);
  refused(["completely-else"], /`skill-sources help` shows them/);
  refused([""], /is no command/);
  refused(["--json"], /No command is named/);
});

Deno.test("names of Object.prototype are no options and no commands", () => {
  for (
    const name of ["__proto__", "constructor", "toString", "hasOwnProperty"]
  ) {
    refused([name], /is no command/);
    refused(["setup", `--${name}`], /is no option/);
    refused(["setup", `--${name}=1`], /is no option/);
  }
});

Deno.test("a command of two words is read as one, and its group has a help", () => {
  const { command, words } = parsed("org", "check", "acme", "--remote");
  assert.equal(command, "org check");
  assert.deepEqual(words, ["acme"]);
  assert.equal(parsed("--json", "org", "--remote", "check").command, command);
  assert.deepEqual(parsed("org", "check", "-h").words, ["org", "check"]);
  assert.deepEqual(parsed("org", "--help").words, ["org"]);
  assert.deepEqual(parsed("help", "org").words, ["org"]);
  refused(["org"], /`org` is no command; there are .*`org check`/);
  refused(["org", "chek"], /`org chek` is no command; there are/);
  // One word with a blank in it: the word after it would be lost.
  refused(["org check", "acme"], /is no command/);
  refused(["help", "org", "check", "acme"], /takes one argument: `acme`/);
});

Deno.test("--help and --version win over the rest of the line", () => {
  assert.equal(parsed("setup", "--nonsense", "-h").command, "help");
  assert.deepEqual(parsed("setup", "--help").words, ["setup"]);
  assert.equal(parsed("setup", "--version").command, "version");
});

Deno.test("any command line is read or refused with a UsageError, never a crash", () => {
  const word = fc.oneof(
    fc.constantFrom(
      ...COMMANDS.map(({ name }) => name),
      ...GLOBAL_OPTIONS.map(({ name }) => `--${name}`),
      ...COMMANDS.flatMap(({ options }) =>
        options.map(({ name }) => `--${name}`)
      ),
      "--",
      "-",
      "-j",
    ),
    fc.string({ unit: "binary" }),
    fc.string().map((text) => `-${text}`),
  );
  fc.assert(fc.property(fc.array(word, { maxLength: 6 }), (argv) => {
    try {
      parseArguments(argv);
    } catch (error) {
      assert.ok(error instanceof UsageError);
      // deno-lint-ignore no-control-regex -- what must be absent
      assert.doesNotMatch(error.message, /[\x00-\x1f\x7f-\x9f]/);
    }
  }));
});

Deno.test("an option is of one kind and one letter in every command, so the command may stand anywhere", () => {
  const kinds = new Map<string, string>();
  const letters = new Map<string, string>();
  for (
    const { name, kind, short } of [
      ...GLOBAL_OPTIONS,
      ...COMMANDS.flatMap(({ options }) => options),
    ]
  ) {
    assert.equal(kinds.get(name) ?? kind, kind, name);
    kinds.set(name, kind);
    if (short === undefined) continue;
    assert.equal(letters.get(short) ?? name, name, short);
    letters.set(short, name);
  }
});

Deno.test("every example in the table is a command line that holds", () => {
  for (const { name, examples } of COMMANDS) {
    assert.ok(examples.length > 0, name);
    for (const { line } of examples) {
      const [program, ...argv] = line.split(" ");
      assert.equal(program, "skill-sources");
      assert.equal(parsed(...argv).command, name);
    }
  }
});
