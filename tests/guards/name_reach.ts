/**
 * Loaded in front of a test file whose guards are marked (`--preload`): notes
 * which test reaches which guard, and writes that, as JSON of names by guard,
 * to the file that the variable GUARDS_REACHED names.
 *
 * @module
 */
const reached = new Map<string, Set<string>>();
let running = "";

// deno-lint-ignore no-explicit-any
const world = globalThis as any;
world.__reached = (id: string) => {
  const names = reached.get(id) ?? new Set();
  reached.set(id, names.add(running));
};

/** Notes the name of a test while it runs. */
function noted(name: string, fn: (t: Deno.TestContext) => unknown) {
  return async (t: Deno.TestContext) => {
    running = name;
    try {
      await fn(t);
    } finally {
      running = "";
    }
  };
}

const test = Deno.test;
// deno-lint-ignore no-explicit-any
const noting = (first: any, second?: any) =>
  typeof first === "string"
    ? test(first, noted(first, second))
    : test({ ...first, fn: noted(first.name, first.fn) });
world.Deno.test = Object.assign(noting, test);

addEventListener("unload", () => {
  const file = Deno.env.get("GUARDS_REACHED");
  if (file === undefined) return;
  Deno.writeTextFileSync(
    file,
    JSON.stringify(
      Object.fromEntries([...reached].map(([id, names]) => [id, [...names]])),
    ),
  );
});
