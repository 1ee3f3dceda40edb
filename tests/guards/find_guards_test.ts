import { deepEqual, equal } from "node:assert/strict";
import { type TempDir, tempDir } from "../support/temp_dir.ts";
import { markGuards, withoutGuard } from "./alter_guards.ts";
import { findGuards } from "./find_guards.ts";

const SOURCE = `
function fail(m: string): never { throw new Error(m); }
export function ref(text: string): string | undefined {
  // Ünïcödé 🙂 before a guard moves no place.
  if (text === "") return "is an empty text";
  if (text === "a") throw fail("is the letter a");
  if (text === "b") fail("is the letter b");
  try { JSON.parse(text); } catch (error) { throw error; }
  return text.length > 9 ? "is a long text" : undefined;
}
export class Judge {
  #faults: object[] = [];
  judge(text: string): boolean {
    if (text === "c") {
      this.#faults.push({ rule: "value-invalid" });
      return false;
    }
    if (text === "d") return false;
    this.#faults.concat([{ rule: "usage", level: "error", message: "It is so" }]);
    return text === "e";
  }
}
`;

/** A folder with the sample as its only file. */
async function sample(): Promise<TempDir> {
  const folder = await tempDir();
  await Deno.writeTextFile(folder.join("a.ts"), SOURCE);
  return folder;
}

Deno.test("every kind of guard is found, and rethrowing is none", async () => {
  await using folder = await sample();
  const root = folder.path;
  const guards = await findGuards(root, ["a.ts"]);
  deepEqual(
    guards.map(({ kind, within, says }) => [kind, within, says]),
    [
      ["throw", "fail", "throw new Error(m);"],
      ["sentence", "ref", "is an empty text"],
      ["throw", "ref", "is the letter a"],
      ["fault", "ref", "is the letter b"],
      ["sentence", "ref", "is a long text"],
      [
        "fault",
        "Judge.judge",
        'this.#faults.push({ rule: "value-invalid" });',
      ],
      ["false", "Judge.judge", "return false;"],
      ["finding", "Judge.judge", "It is so"],
    ],
  );
  equal(guards[5]?.rule, "value-invalid");
});

Deno.test("without a guard the rest of the file stays byte for byte", async () => {
  await using folder = await sample();
  const root = folder.path;
  const [, empty, , , long] = await findGuards(root, ["a.ts"]);
  const source = new TextEncoder().encode(SOURCE);
  const without = (guard: typeof empty) =>
    new TextDecoder().decode(withoutGuard(source, guard!));
  equal(without(empty), SOURCE.replace('return "is an empty text";', "{}"));
  equal(without(long), SOURCE.replace('"is a long text"', "undefined"));
});

Deno.test("a marked file does what it did, and calls a function in each guard", async () => {
  await using folder = await sample();
  const root = folder.path;
  const guards = await findGuards(root, ["a.ts"]);
  const source = new TextEncoder().encode(SOURCE);
  const marked = new TextDecoder().decode(markGuards(source, guards));
  for (const { id } of guards) {
    equal(marked.split(`(function __guard_${id}() {`).length, 2);
  }
  const stripped = marked
    .replaceAll(
      /\{ \(function __guard_\w+\(\) \{.*?\}\)\(\); (.*?) \}(?=[\n ])/gs,
      "$1",
    )
    .replaceAll(
      /\(\(function __guard_\w+\(\) \{.*?\}\)\(\), ("[^"]*")\)/g,
      "$1",
    );
  equal(stripped, SOURCE);
});
