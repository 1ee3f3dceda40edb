import assert from "node:assert/strict";
import fc from "fast-check";
import { parseAttributeFile } from "../../lib/repository/attribute_file.ts";
import { pathAttribute } from "../../lib/repository/path_attribute.ts";
import { git } from "../support/git.ts";
import { tempDir } from "../support/temp_dir.ts";

const encoder = new TextEncoder();

/** One archive attribute of each path, as git says it. */
async function gitSays(
  folder: string,
  paths: readonly string[],
): Promise<string[]> {
  const text = await git(
    folder,
    ["check-attr", "--cached", "-z", "--stdin", "export-ignore"],
    { input: paths.map((path) => `${path}\0`).join("") },
  );
  const words = text.split("\0");
  return paths.map((_, at) => words[at * 3 + 2]!);
}

function spelled(value: boolean | string | undefined): string {
  return value === true
    ? "set"
    : value === false
    ? "unset"
    : value ?? "unspecified";
}

const NAMES = ["a", "b", "ab", "A", "a b", ".x"];
const PATHS = [
  "a",
  "b",
  "ab",
  "A",
  "a b",
  "d/a",
  "d/ab",
  "d/.x",
  "d/",
  "d/e/",
  "d/e/a",
  "d/e/f/b",
  "e/d/a",
  "d-e/a",
];

const pattern = fc.oneof(
  fc.constantFrom(
    "*",
    "**",
    "d/",
    "/d",
    "d/**",
    "**/a",
    "d/*",
    "e/",
    "/d/e",
    "[ab]",
    "?b",
    "d/e/**/b",
    "!a",
    '"a b"',
    '"\\141"',
    '"a',
    "[attr]rel",
    "[attr]rel2",
    "[attr]",
    "#a",
    "d-e/",
    "a*",
    "\\a",
    "/",
  ),
  fc.constantFrom(...NAMES.filter((name) => !name.includes(" "))),
);
const state = fc.constantFrom(
  "export-ignore",
  "-export-ignore",
  "!export-ignore",
  "export-ignore=x",
  "rel",
  "-rel",
  "rel2",
  "text",
  "eol=lf",
  "-bad=",
  "--",
  "=x",
);
const line = fc.tuple(
  fc.constantFrom("", " ", "\t"),
  pattern,
  fc.array(state, { maxLength: 3 }),
  fc.constantFrom("\n", "\r\n", " \n"),
).map(([front, target, states, end]) =>
  `${front}${[target, ...states].join(" ")}${end}`
);
const file = fc.array(line, { maxLength: 5 }).map((lines) => lines.join(""));

Deno.test("attributes are those that git check-attr gives", async () => {
  await using temp = await tempDir();
  await git(temp.path, ["init", "-q"]);
  await Deno.mkdir(temp.join("d/e"), { recursive: true });
  await Deno.mkdir(temp.join(".git/info"), { recursive: true });
  await fc.assert(
    fc.asyncProperty(file, file, file, file, async (root, d, e, info) => {
      const files: Record<string, string> = {
        "": root,
        "d/": d,
        "d/e/": e,
      };
      for (const [folder, text] of Object.entries(files)) {
        await Deno.writeTextFile(temp.join(`${folder}.gitattributes`), text);
      }
      await Deno.writeTextFile(temp.join(".git/info/attributes"), info);
      await git(temp.path, ["add", "-A"]);
      const ours = pathAttribute("export-ignore", {
        read: (folder) =>
          files[folder] === undefined
            ? undefined
            : encoder.encode(files[folder]),
        info: encoder.encode(info),
        ignoreCase: false,
      });
      assert.deepEqual(
        PATHS.map((path) => spelled(ours(path))),
        await gitSays(temp.path, PATHS),
      );
    }),
    { numRuns: 40 },
  );
});

Deno.test("a line with a name that git keeps for itself is left out, as git does since 2.43", () => {
  const read = (line: string) =>
    parseAttributeFile(encoder.encode(line), true, false);
  assert.deepEqual(read("a builtin_objectmode=1 export-ignore\n"), []);
  assert.deepEqual(read("a export-ignore -builtin_x\n"), []);
  assert.deepEqual(read("[attr]builtin_x export-ignore\n"), []);
  assert.equal(read("a builtin export-ignore\n").length, 1);
});

Deno.test("any bytes are read as attributes, in time that grows with their number", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      for (const { states } of parseAttributeFile(bytes, true, false)) {
        assert.ok(states.every(([name]) => /^[\w.][-\w.]*$/.test(name)));
      }
    }),
  );
  const long = "a".repeat(2047);
  const lines = encoder.encode(
    `${long} x\n[attr]a b\na -b=\n"\\${"\\".repeat(100)}\n`.repeat(2000),
  );
  assert.equal(parseAttributeFile(lines, false, false).length, 4000);
});

Deno.test("macros that name each other end", () => {
  const root = encoder.encode(
    "[attr]one two\n[attr]two one export-ignore\nx one\n",
  );
  const attribute = pathAttribute("export-ignore", {
    read: (folder) => folder === "" ? root : undefined,
    info: undefined,
    ignoreCase: false,
  });
  assert.equal(attribute("x"), true);
  assert.equal(attribute("y"), undefined);
});
