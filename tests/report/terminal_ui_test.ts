import assert from "node:assert/strict";
import { UsageError } from "../../lib/base/errors.ts";
import type { Finding } from "../../lib/base/finding.ts";
import {
  TerminalUi,
  type UiOptions,
  type UiStreams,
} from "../../lib/report/terminal_ui.ts";

const NO_OPTIONS: UiOptions = { json: false, quiet: false, yes: false };

/** Streams that record what is written and answer with `lines`. */
function recorder(
  options: { interactive?: boolean; lines?: string[]; columns?: number } = {},
) {
  const written = { out: "", err: "" };
  const lines = [...options.lines ?? []];
  const streams: UiStreams = {
    out: (text) => void (written.out += text),
    err: (text) => void (written.err += text),
    errIsTerminal: options.interactive ?? true,
    interactive: options.interactive ?? true,
    columns: options.columns ?? 80,
    readLine: () => Promise.resolve(lines.shift()),
  };
  return { written, streams };
}

Deno.test("only y and yes are consent", async () => {
  for (
    const [line, expected] of [
      ["y", true],
      [" YES ", true],
      ["y\r", true],
      ["", false],
      ["n", false],
      ["yep", false],
      ["yesterday", false],
    ] as const
  ) {
    const { streams, written } = recorder({ lines: [line] });
    const ui = new TerminalUi(streams, NO_OPTIONS);
    assert.equal(await ui.confirm("Install?"), expected, line);
    assert.equal(written.err, "Install? [y/N] ");
    assert.equal(written.out, "");
  }
});

Deno.test("the end of input is no consent", async () => {
  const ui = new TerminalUi(recorder().streams, NO_OPTIONS);
  assert.equal(await ui.confirm("Install?"), false);
});

Deno.test("what a question tells is told only to whoever is asked", async () => {
  const finding: Finding = { rule: "drift", level: "warning", message: "A." };
  for (const yes of [false, true]) {
    const { streams } = recorder({ lines: ["y"] });
    const ui = new TerminalUi(streams, { ...NO_OPTIONS, yes });
    assert.equal(await ui.confirm("Install?", [finding]), true);
    assert.equal(ui.told.has(finding), !yes);
  }
});

Deno.test("--yes consents without a question", async () => {
  const { streams, written } = recorder({ interactive: false });
  const ui = new TerminalUi(streams, { ...NO_OPTIONS, yes: true });
  assert.equal(await ui.confirm("Install?"), true);
  assert.equal(written.err, "");
});

Deno.test("where nobody can answer, consent is refused as usage that names --yes", async () => {
  for (
    const [interactive, json] of [[false, false], [true, true], [false, true]]
  ) {
    const { streams, written } = recorder({
      interactive: interactive!,
      lines: ["y"],
    });
    const ui = new TerminalUi(streams, { ...NO_OPTIONS, json: json! });
    await assert.rejects(ui.confirm("Install?"), (error) => {
      assert.ok(error instanceof UsageError);
      assert.equal(error.code, "consent-needed");
      assert.match(error.message, /--yes/);
      return true;
    });
    assert.equal(written.err, "");
  }
});

Deno.test("what is shown goes to stdout, under --json to stderr, and is escaped", () => {
  const { streams, written } = recorder();
  new TerminalUi(streams, NO_OPTIONS).show("a\x1b[1A\nb");
  assert.deepEqual(written, { out: "a\\u{1b}[1A\nb\n", err: "" });
  const json = recorder();
  new TerminalUi(json.streams, { ...NO_OPTIONS, json: true }).show("a\n");
  assert.deepEqual(json.written, { out: "", err: "a\n" });
});

Deno.test("a question that quotes a source cannot rewrite itself", async () => {
  const { streams, written } = recorder({ lines: ["n"] });
  await new TerminalUi(streams, NO_OPTIONS).confirm("Install \r\x1b[Kharmless");
  assert.equal(written.err, "Install \\u{d}\\u{1b}[Kharmless [y/N] ");
});

Deno.test("progress is one cut line on a terminal, taken away before other text", () => {
  const { streams, written } = recorder({ columns: 8 });
  const ui = new TerminalUi(streams, NO_OPTIONS);
  ui.progress("漢字漢字漢字\n");
  ui.show("x");
  assert.equal(written.err, "\r\x1b[K漢字漢\r\x1b[K");
  assert.equal(written.out, "x\n");
});

Deno.test("no progress in a pipe or under --quiet", () => {
  const pipe = recorder({ interactive: false });
  new TerminalUi(pipe.streams, NO_OPTIONS).progress("x");
  const quiet = recorder();
  new TerminalUi(quiet.streams, { ...NO_OPTIONS, quiet: true }).progress("x");
  assert.equal(pipe.written.err + quiet.written.err, "");
});

Deno.test("what stands beside a result goes to stderr, escaped, and is dropped where nobody reads it", () => {
  const said = (options: Partial<UiOptions>) => {
    const { streams, written } = recorder();
    new TerminalUi(streams, { ...NO_OPTIONS, ...options })
      .aside("two\nlines\u001b[2J");
    assert.equal(written.out, "");
    return written.err;
  };
  assert.equal(said({}), "two\nlines\\u{1b}[2J\n");
  assert.equal(said({ quiet: true }), "two\nlines\\u{1b}[2J\n");
  assert.equal(said({ quiet: true, yes: true }), "");
  assert.equal(said({ json: true }), "");
});
