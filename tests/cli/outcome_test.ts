import assert from "node:assert/strict";
import {
  ConfigError,
  EntryError,
  HostError,
  SourceError,
  UsageError,
} from "../../lib/base/errors.ts";
import type { Finding, Level } from "../../lib/base/finding.ts";
import { outcomeOf } from "../../lib/cli/outcome.ts";
import { outcomeOfError } from "../../lib/cli/outcome_of_error.ts";
import { type OutcomeForm, writeOutcome } from "../../lib/cli/write_outcome.ts";

function finding(level: Level): Finding {
  return { rule: "drift", level, message: "A fault." };
}

function returned(levels: Level[], strict = false, exitCode?: number) {
  return outcomeOf({
    document: { sources: [] },
    findings: levels.map(finding),
    text: "the text",
    ...(exitCode === undefined ? {} : { exitCode }),
  }, strict);
}

Deno.test("errors fail, warnings only under --strict, notes never", () => {
  assert.equal(returned([]).exitCode, 0);
  assert.equal(returned(["note", "warning"]).exitCode, 0);
  assert.equal(returned(["note"], true).exitCode, 0);
  assert.equal(returned(["note", "warning"], true).exitCode, 1);
  assert.equal(returned(["note", "error"]).exitCode, 1);
  assert.equal(returned([], false, 1).exitCode, 1);
});

Deno.test("the exit code says who is to blame", () => {
  for (
    const [error, exitCode] of [
      [new UsageError("usage", "A."), 2],
      [new ConfigError("lock-invalid", "A."), 2],
      [new EntryError("pin-missing", "A."), 1],
      [new SourceError("tag-moved", "A."), 1],
      [new HostError("disk-error", "A."), 1],
      [new TypeError("A."), 1],
      ["a thrown text", 1],
      [undefined, 1],
    ] as const
  ) assert.equal(outcomeOfError(error).exitCode, exitCode);
});

Deno.test("a file with several faults tells them all", () => {
  const faults = [finding("error"), finding("error")];
  const error = new ConfigError("trust-list-invalid", "A.", {}, faults);
  assert.deepEqual(outcomeOfError(error).findings, faults);
});

Deno.test("an unexpected exception is one escaped sentence, its stack apart", () => {
  const { findings, stack } = outcomeOfError(new TypeError("bad\n\x1b[2J."));
  assert.equal(findings[0]!.rule, "internal");
  assert.match(
    findings[0]!.message,
    /: bad\\u\{a\}\\u\{1b\}\[2J; run it again/,
  );
  assert.match(stack!, /outcome_test/);
});

Deno.test("an interrupt hides the errors it causes", () => {
  const outcome = outcomeOfError(new TypeError("aborted"), {
    interrupted: 143,
  });
  assert.equal(outcome.exitCode, 143);
  assert.deepEqual(outcome.findings.map(({ rule }) => rule), ["interrupted"]);
});

const FORM: OutcomeForm = {
  command: "verify",
  format: "text",
  strict: false,
  quiet: false,
  verbose: false,
  color: { out: false, err: false },
  reports: false,
  prints: false,
};

async function written(
  outcome: Parameters<typeof writeOutcome>[0],
  form: Partial<OutcomeForm>,
) {
  const streams = { out: "", err: "" };
  await writeOutcome(outcome, { ...FORM, ...form }, {
    out: (text) => void (streams.out += text),
    err: (text) => void (streams.err += text),
  });
  return streams;
}

Deno.test("text is for stdout, findings for stderr, unless they were asked for", async () => {
  const outcome = returned(["warning"]);
  const line = "warning: A fault. [drift]\n";
  assert.deepEqual(await written(outcome, {}), {
    out: "the text\n",
    err: line,
  });
  assert.deepEqual(await written(outcome, { reports: true }), {
    out: `the text\n${line}`,
    err: "",
  });
  assert.deepEqual(await written(outcome, { quiet: true }), {
    out: "",
    err: line,
  });
  assert.deepEqual(await written(outcome, { quiet: true, prints: true }), {
    out: "the text\n",
    err: line,
  });
});

Deno.test("what was told before a question is not told again to a person, unless it fails the run", async () => {
  const outcome = returned(["error", "warning", "note"]);
  const told = new Set(outcome.findings);
  const error = "error: A fault. [drift]\n";
  assert.equal((await written(outcome, { told })).err, error);
  assert.match(
    (await written(outcome, { told, strict: true })).err,
    /error: .*\nwarning: /,
  );
  const json = await written(outcome, { told, format: "json" });
  assert.equal(JSON.parse(json.out).findings.length, 3);
});

Deno.test("under --json stdout is one document and stderr is empty", async () => {
  const { out, err } = await written(returned(["warning"], true), {
    format: "json",
  });
  assert.equal(err, "");
  assert.deepEqual(JSON.parse(out), {
    schema: "skill-sources/verify@1",
    ok: false,
    findings: [finding("warning")],
    sources: [],
  });
});

Deno.test("colour follows the stream that is written to", async () => {
  const color = { out: true, err: false };
  const outcome = returned(["error"]);
  assert.doesNotMatch((await written(outcome, { color })).err, /\[31m/);
  assert.match((await written(outcome, { color, reports: true })).out, /\[31m/);
});

Deno.test("escapes in a command's text and in a stack do not reach the terminal", async () => {
  const outcome = {
    ...returned([]),
    text: "\x1b[2Ja\nb",
    stack: "\x1b]0;x\x07",
  };
  assert.deepEqual(await written(outcome, { verbose: true }), {
    out: "\\u{1b}[2Ja\nb\n",
    err: "\\u{1b}]0;x\\u{7}\n",
  });
  assert.equal((await written(outcome, {})).err, "");
});
