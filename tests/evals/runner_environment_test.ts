import assert from "node:assert/strict";
import fc from "fast-check";
import {
  RUNNER_VARIABLES,
  runnerEnvironment,
} from "../../lib/evals/runner_environment.ts";

Deno.test("only listed variables pass, and only absolute folders of PATH", () => {
  const given: Record<string, string> = {
    PATH: "/usr/bin::.:bin:/opt/x:../y",
    HOME: "/home/a",
    GITHUB_TOKEN: "secret",
    LD_PRELOAD: "/evil.so",
    PYTHONSTARTUP: "/evil.py",
    NODE_OPTIONS: "--require /evil.js",
  };
  assert.deepEqual(runnerEnvironment((name) => given[name]), {
    PATH: "/usr/bin:/opt/x",
    HOME: "/home/a",
  });
});

Deno.test("a PATH without any absolute folder is none, not the snapshot", () => {
  for (const PATH of ["", ".", "bin::."]) {
    assert.deepEqual(runnerEnvironment((name) => ({ PATH })[name]), {});
  }
});

Deno.test("whatever a caller has, no other variable is even asked for", () => {
  fc.assert(fc.property(fc.string(), (text) => {
    const value = `/${text}`;
    const asked: string[] = [];
    const passed = runnerEnvironment((name) => {
      asked.push(name);
      return value;
    });
    assert.deepEqual(asked, [...RUNNER_VARIABLES]);
    assert.deepEqual(Object.keys(passed), asked);
  }));
});
