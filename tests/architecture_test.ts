import assert from "node:assert/strict";
import { RULES } from "../lib/base/rules.ts";
import { permissionFlags } from "../lib/cli/permissions.ts";
import { COMMANDS } from "../lib/cli/table.ts";
import { rulesPage } from "../docs/rules.ts";
import {
  analyse,
  PROJECT_ROOT,
  type SourceFile,
  sourceFiles,
} from "./support/source_files.ts";
import { taskOf } from "./support/task_of.ts";

const program = await sourceFiles(["lib", "recipes"], ["cli.ts", "mod.ts"]);
const library = program.filter((file) => file.path !== "cli.ts");

/** Rooms whose code computes and never touches a file, a socket or a process. */
const PURE = [
  "base",
  "lock",
  "patch",
  "release",
  "report",
  "review",
  "scan",
  "schema",
  "signature",
  "skills",
  "trust",
  "vouch",
  "yaml",
];
/** Where the terminal is asked and written: the effect of the room `report`. */
const EFFECTS_OF_PURE_ROOMS = new Set(["lib/report/terminal_ui.ts"]);

const pure = program.filter((file) =>
  PURE.some((room) => file.path.startsWith(`lib/${room}/`)) &&
  !EFFECTS_OF_PURE_ROOMS.has(file.path)
);

Deno.test("the rules look at the whole program", () => {
  assert.ok(program.length > 20);
  assert.ok(pure.length > 10);
});

Deno.test("pure rooms use nothing of Deno, no network and no file system", () => {
  violations(pure, hasEffects);
});

Deno.test("pure rooms reach no module that has effects, however far away", () => {
  const modules = new Map(program.map((file) => [file.path, file]));
  violations(pure, (file) => reached(file, modules).some(hasEffects));
});

Deno.test("only report/ and the command line speak to the terminal", () => {
  violations(
    library.filter((file) => !file.path.startsWith("lib/report/")),
    (file) => /\bconsole\s*\./.test(file.code),
  );
  violations(
    library.filter((file) => !/^lib\/(?:report|cli)\//.test(file.path)),
    (file) =>
      /\bDeno\.std(?:in|out|err)\b|(?<![.\w])(?:alert|confirm|prompt)\s*\((?!question: )/
        .test(file.code),
  );
});

Deno.test("only the transport over ssh starts git, and only evals --run a runner", () => {
  const ssh = "lib/git/ssh_git.ts";
  const evals = "lib/evals/run_runner.ts";
  violations(
    program.filter(({ path }) => path !== ssh && path !== evals),
    (file) =>
      /\bDeno\.(?:Command|run)\b/.test(file.code) ||
      file.specifiers.includes("node:child_process"),
  );
  const { text = "" } = program.find(({ path }) => path === ssh) ?? {};
  assert.deepEqual(text.match(/\bDeno\.Command\([^,]*/g), [
    'Deno.Command("git"',
  ]);
  const callers = program.filter(({ imports }) => imports.includes(evals));
  assert.deepEqual(callers.map(({ path }) => path), ["lib/evals/run_suite.ts"]);
});

Deno.test("only cli.ts ends the process", () => {
  violations(library, (file) => /\bDeno\.exit/.test(file.code));
});

Deno.test("every request goes through the HTTP room", () => {
  // A recipe declares a method `fetch(pin, …)`; the function takes a url.
  const network =
    /(?<![.\w])fetch\s*\((?!\s*_?pin\b)|globalThis\.fetch|\bDeno\.(?:connect|createHttpClient)/;
  violations(
    program.filter((file) => !file.path.startsWith("lib/http/")),
    (file) =>
      network.test(file.code) ||
      file.specifiers.some((text) => /^node:(?:https?|net|tls)$/.test(text)),
  );
});

Deno.test("no import is computed: an unreviewed module cannot be named at run time", () => {
  violations(program, (file) => /\bimport\s*\((?!\s*"")/.test(file.code));
});

Deno.test("imports name the dependencies of deno.json, node: or a module of ours", async () => {
  const { imports } = JSON.parse(
    await Deno.readTextFile(`${PROJECT_ROOT}/deno.json`),
  );
  const known = new Set(Object.keys(imports));
  violations(
    program,
    (file) =>
      file.specifiers.some((text) =>
        !text.startsWith(".") && !text.startsWith("node:") && !known.has(text)
      ),
  );
});

Deno.test("each command's task gives exactly the permissions that the command needs", async () => {
  const { tasks } = JSON.parse(
    await Deno.readTextFile(`${PROJECT_ROOT}/deno.json`),
  );
  for (const { name, needs } of COMMANDS) {
    if (needs === "nothing") continue;
    const flags = permissionFlags(needs).join(" ");
    const command = tasks[taskOf(name)]?.command.replaceAll("'", "");
    assert.equal(command, `deno run ${flags} cli.ts ${name}`);
  }
});

Deno.test("an option that needs more than its command has tasks of its own, with exactly that", async () => {
  const { tasks } = JSON.parse(
    await Deno.readTextFile(`${PROJECT_ROOT}/deno.json`),
  );
  let count = 0;
  for (const { name, options } of COMMANDS) {
    for (const { name: option, needs } of options) {
      if (needs === undefined) continue;
      count++;
      const line = (ssh: boolean) =>
        `deno run ${
          permissionFlags(needs, { ssh }).join(" ")
        } cli.ts ${name} --${option}`;
      const given = (ssh: boolean) =>
        tasks[taskOf(name, { option, ssh })]?.command.replaceAll(
          "'",
          "",
        );
      assert.equal(given(false), line(false));
      assert.equal(given(true), needs === "network" ? line(true) : undefined);
    }
  }
  assert.ok(count > 2);
});

Deno.test("the tasks for sources over ssh may run git and nothing else that their commands may not", async () => {
  const { tasks } = JSON.parse(
    await Deno.readTextFile(`${PROJECT_ROOT}/deno.json`),
  );
  const flags = permissionFlags("network", { ssh: true });
  for (const { name, needs } of COMMANDS) {
    const command = tasks[taskOf(name, { ssh: true })]?.command.replaceAll(
      "'",
      "",
    );
    assert.equal(
      command,
      needs === "network"
        ? `deno run ${flags.join(" ")} cli.ts ${name}`
        : undefined,
    );
  }
  assert.deepEqual(flags.filter((flag) => /-run\b/.test(flag)), [
    "--allow-run=git",
  ]);
});

Deno.test("no source file is longer than 300 lines", () => {
  violations(program, (file) => file.text.split("\n").length > 301);
});

Deno.test("recipes are reached through recipes/mod.ts alone", () => {
  const open = new Set(["recipes/mod.ts", "recipes/recipe.ts"]);
  violations(
    program.filter((file) => !file.path.startsWith("recipes/")),
    (file) =>
      file.imports.some((path) =>
        path.startsWith("recipes/") && !open.has(path)
      ),
  );
});

Deno.test("commands are imported by the command line and the library alone", () => {
  violations(
    program.filter((file) =>
      !/^(?:lib\/(?:commands|cli)\/|cli\.ts$|mod\.ts$)/.test(file.path)
    ),
    (file) => file.imports.some((path) => path.startsWith("lib/commands/")),
  );
});

Deno.test("no room imports a room that imports it back", () => {
  const edges = new Map<string, Set<string>>();
  for (const file of program) {
    const from = roomOf(file.path);
    const to = edges.get(from) ?? new Set<string>();
    for (const path of file.imports) {
      // The command table loads what it dispatches to, and `help` reads it.
      if (/^lib\/cli\/(?:table\.ts|commands\/)/.test(file.path)) continue;
      // A model holds types only: sharing it is no dependency on the room's work.
      if (roomOf(path) !== from && !isModel(path)) to.add(roomOf(path));
    }
    edges.set(from, to);
  }
  assert.deepEqual(cycleIn(edges), []);
});

Deno.test("no module imports a module that imports it back, types included", () => {
  const edges = new Map(program.map((file) => [
    file.path,
    // The command table loads what it dispatches to, and `help` reads it.
    new Set(file.path.startsWith("lib/cli/commands/") ? [] : file.imports),
  ]));
  assert.deepEqual(cycleIn(edges), []);
});

Deno.test("every import leads to a module that exists", () => {
  const paths = new Set(program.map((file) => file.path));
  paths.add("deno.json");
  violations(program, (file) => file.imports.some((path) => !paths.has(path)));
});

Deno.test("docs/rules.md lists every rule and is what `deno task docs` writes", async () => {
  const page = await Deno.readTextFile(`${PROJECT_ROOT}/docs/rules.md`);
  assert.equal(page, rulesPage(RULES));
  const headings = page.split("\n").filter((line) => line.startsWith("## "));
  assert.deepEqual(
    headings.map((line) => line.slice(3)),
    Object.keys(RULES).sort(),
  );
});

Deno.test("a rule sees through comments, strings and line breaks", () => {
  const file = analyse(
    "lib/a/b.ts",
    [
      '// import "./comment.ts"; Deno.exit()',
      "import type {",
      "  A,",
      '} from "../c/d.ts";',
      'export * from "./e.ts";',
      'const text = "Deno.exit()";',
      'const lazy = await import("js-yaml");',
      "const bad = await import(text);",
    ].join("\n"),
  );
  assert.deepEqual(file.specifiers, ["../c/d.ts", "./e.ts", "js-yaml"]);
  assert.deepEqual(file.imports, ["lib/c/d.ts", "lib/a/e.ts"]);
  assert.ok(!file.code.includes("Deno.exit"));
  assert.match(file.code, /\bimport\s*\((?!\s*"")/);
});

Deno.test("a cycle between rooms is found and named", () => {
  const edges = new Map([
    ["a", new Set(["b"])],
    ["b", new Set(["c"])],
    ["c", new Set(["b"])],
  ]);
  assert.deepEqual(cycleIn(edges), ["b", "c", "b"]);
});

function violations(
  files: readonly SourceFile[],
  broken: (file: SourceFile) => boolean,
): void {
  assert.deepEqual(files.filter(broken).map((file) => file.path), []);
}

function hasEffects(file: SourceFile): boolean {
  const calls =
    /\bDeno\.(?!errors\b)|(?<![.\w])fetch\s*\(|\bnew (?:WebSocket|Worker|EventSource)\b/;
  const modules = /^node:(?!crypto$|util$|zlib$|buffer$)/;
  return calls.test(file.code) ||
    file.specifiers.some((text) => modules.test(text));
}

/** Every module that `file` imports, directly or not; models, which hold types only, left out. */
function reached(
  file: SourceFile,
  modules: ReadonlyMap<string, SourceFile>,
): SourceFile[] {
  const seen = new Set<SourceFile>();
  const open = [file];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const path of next.imports) {
      const imported = modules.get(path);
      if (imported === undefined || isModel(path) || seen.has(imported)) {
        continue;
      }
      seen.add(imported);
      open.push(imported);
    }
  }
  return [...seen];
}

/** `trust` of `lib/trust/x.ts`, `recipes` of `recipes/x.ts`, the file itself at the top. */
function roomOf(path: string): string {
  const parts = path.split("/");
  return (parts[0] === "lib" ? parts[1] : parts[0])!;
}

/** Modules that declare shared types and do no work. */
function isModel(path: string): boolean {
  return /\/(?:model|node|ui|recipe|command|source_tree)\.ts$/.test(path);
}

/** The first cycle among `edges`, closed by its first room again; empty when there is none. */
function cycleIn(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const done = new Set<string>();
  const path: string[] = [];
  function visit(room: string): string[] {
    const at = path.indexOf(room);
    if (at >= 0) return [...path.slice(at), room];
    if (done.has(room)) return [];
    path.push(room);
    for (const next of edges.get(room) ?? []) {
      const cycle = visit(next);
      if (cycle.length > 0) return cycle;
    }
    path.pop();
    done.add(room);
    return [];
  }
  for (const room of edges.keys()) {
    const cycle = visit(room);
    if (cycle.length > 0) return cycle;
  }
  return [];
}
