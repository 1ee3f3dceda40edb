import assert from "node:assert/strict";
import fc from "fast-check";
import { suiteSteps } from "../../lib/skills/suite_steps.ts";

const steps = (...paths: string[]) =>
  suiteSteps(paths.map((path) => `evals/a/${path}`), "evals/a")
    .map(({ name, cases }) => `${name} ${cases}`);

Deno.test("steps are folders of fixtures, cases are folders with a report", () => {
  assert.deepEqual(
    steps(
      "README.md",
      "step-2/fixtures/step-config.json",
      "step-2/fixtures/case-1/report.md",
      "step-2/fixtures/case-1/expected.json",
      "step-2/fixtures/case-2/report.md",
      "step-1/fixtures/step-config.json",
      "deep/er/fixtures/c/report.md",
      "fixtures/c/report.md",
    ),
    [". 1", "deep/er 1", "step-1 0", "step-2 2"],
  );
});

Deno.test("what the runner does not count is no case", () => {
  assert.deepEqual(
    steps(
      "step-1/fixtures/c/report.md",
      "step-1/fixtures/c/fixtures/d/report.md",
      "step-1/fixtures/c/deep/report.md",
      "step-1/fixtures/report.md",
      "step-1/c/report.md",
      "report.md",
    ),
    ["step-1 1"],
  );
});

Deno.test("cases in the suite's own folder are the only ones", () => {
  assert.deepEqual(
    steps("c/report.md", "step-1/fixtures/d/report.md"),
    [". 1"],
  );
});

Deno.test("another skill's suite of a longer name is none of its", () => {
  assert.deepEqual(
    suiteSteps(["evals/ab/fixtures/c/report.md"], "evals/a"),
    [],
  );
});

Deno.test("any paths give steps, each once, in order", () => {
  const part = fc.constantFrom("fixtures", "a", "b", "report.md", "x");
  const path = fc.array(part, { minLength: 1, maxLength: 6 });
  fc.assert(fc.property(fc.array(path), (paths) => {
    const names = suiteSteps(paths.map((one) => one.join("/")), "a")
      .map(({ name }) => name);
    assert.deepEqual(names, [...new Set(names)].sort());
  }));
});
