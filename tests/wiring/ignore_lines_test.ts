import assert from "node:assert/strict";
import fc from "fast-check";
import {
  ignoreLines,
  missingIgnoreLines,
  planIgnore,
  recordedPrefixes,
  withoutIgnoreLines,
} from "../../lib/wiring/ignore_lines.ts";
import { git } from "../support/git.ts";
import { tempDir } from "../support/temp_dir.ts";
import { writeFiles } from "../support/write_files.ts";

const FOLDERS = [".agents/skills", ".claude/skills"];
const LINES = ignoreLines(FOLDERS, "magpie-");
const BASE = "node_modules\n*.log";

const bytes = (text: string) => new TextEncoder().encode(text);
const latin = (text: string) =>
  Uint8Array.from(text, (character) => character.charCodeAt(0));

function applied(existing: Uint8Array | undefined): Uint8Array {
  const { append } = planIgnore(existing, LINES);
  return Uint8Array.from([...existing ?? [], ...append ?? []]);
}

const SHAPES: Readonly<Record<string, Uint8Array | undefined>> = {
  absent: undefined,
  empty: bytes(""),
  "no final newline": bytes(BASE),
  crlf: bytes("node_modules\r\n*.log\r\n"),
  "crlf without a final one": bytes("node_modules\r\n*.log"),
  bom: bytes(`\uFEFF${BASE}\n`),
  mixed: bytes("a\r\nb\nc\r\n"),
  "blank lines": bytes(`${BASE}\n\n\n`),
  comment: bytes("# /.apache-magpie-sources\n"),
  backslash: bytes("foo\\"),
  latin1: latin("caf\u00e9\n"),
  partial: bytes("/.apache-magpie-sources\n/.claude/skills/magpie-*\n"),
  spaces: bytes("/.apache-magpie-sources   \n"),
  slashed: bytes("/.apache-magpie-sources/\n"),
  "lone returns": bytes("a\rb\r"),
  utf16: latin("\u00ff\u00fen\0o\0\n\0"),
  "utf16, big-endian": latin("\u00fe\u00ff\0n\0o\0\n"),
};

for (const [shape, existing] of Object.entries(SHAPES)) {
  Deno.test(`.gitignore, ${shape}: bytes stay a prefix, git obeys, a second run changes nothing`, async () => {
    const after = applied(existing);
    assert.deepEqual(
      after.subarray(0, existing?.length ?? 0),
      existing ?? new Uint8Array(),
    );
    assert.equal(planIgnore(after, LINES).append, undefined);
    const warned = planIgnore(existing, LINES).findings.length > 0;
    assert.equal(warned, /^(utf16|lone)/.test(shape));

    await using temp = await tempDir();
    await git(temp.path, ["init", "-q"]);
    await writeFiles(temp.path, {
      ".gitignore": after,
      ".apache-magpie-sources": { link: "elsewhere" },
      ".apache-magpie.sources.local.lock": "",
      ".apache-magpie.sources.lock": "",
      ".agents/skills/magpie-x": { link: "elsewhere" },
      ".claude/skills/magpie-x": { link: "elsewhere" },
      ".agents/skills/magpie-setup/SKILL.md": "",
    });
    const status = await git(temp.path, ["status", "--porcelain", "-uall"]);
    assert.deepEqual(status.split("\n").sort(), [
      "?? .agents/skills/magpie-setup/SKILL.md",
      "?? .apache-magpie.sources.lock",
      "?? .gitignore",
    ]);
  });
}

Deno.test("CRLF is written only where every line ends so", () => {
  const crlf = (shape: string) => {
    const { append } = planIgnore(SHAPES[shape], LINES);
    return new TextDecoder().decode(append).includes("\r\n");
  };
  assert.ok(crlf("crlf") && crlf("crlf without a final one"));
  // A return at the end becomes a line end by one feed, not by return and feed.
  const { append } = planIgnore(bytes("a\r\nb\r"), LINES);
  assert.equal(append?.[0], 0x0a);
  assert.ok(!crlf("mixed") && !crlf("no final newline") && !crlf("empty"));
});

Deno.test("a negation above the rule it takes back is written again below", () => {
  const after = applied(bytes("!/.claude/skills/magpie-setup\n"));
  const lines = new TextDecoder().decode(after).split("\n");
  assert.ok(
    lines.lastIndexOf("!/.claude/skills/magpie-setup") >
      lines.lastIndexOf("/.claude/skills/magpie-*"),
  );
});

Deno.test("verify names each missing line, in one finding", () => {
  const { missing } = planIgnore(SHAPES.partial, LINES);
  assert.equal(missing.length, LINES.length - 2);
  const [finding, ...more] = missingIgnoreLines(missing);
  assert.deepEqual(more, []);
  assert.equal(finding?.rule, "ignore-missing");
  assert.equal(finding.level, "error");
  for (const line of missing) assert.ok(finding.message.includes(line), line);
  assert.deepEqual(missingIgnoreLines([]), []);
});

Deno.test("any file keeps its bytes, gains the lines once and gives them back", () => {
  const line = fc.constantFrom(...LINES, "x", "", "#", "!y", "a\\", " ");
  const end = fc.constantFrom("\n", "\r\n", "\r", " \n", "");
  const text = fc.tuple(
    fc.constantFrom("", "\uFEFF"),
    fc.array(fc.tuple(line, end)),
  ).map(([mark, parts]) => bytes(mark + parts.flat().join("")));
  fc.assert(fc.property(text, (existing) => {
    const after = applied(existing);
    assert.deepEqual(after.subarray(0, existing.length), existing);
    assert.equal(planIgnore(after, LINES).append, undefined);
    const bare = withoutIgnoreLines(existing, LINES) ?? existing;
    const back = withoutIgnoreLines(applied(bare), LINES) ?? applied(bare);
    assert.deepEqual(back.subarray(0, bare.length), bare);
    assert.ok(back.length <= bare.length + 2);
    assert.equal(withoutIgnoreLines(back, LINES), undefined);
  }));
});

Deno.test("unadopt takes out our lines alone, whatever their line end", () => {
  const text = "a\r\n/.apache-magpie-sources\r\n# /.apache-magpie-sources\r\nb";
  const rest = withoutIgnoreLines(bytes(text), LINES);
  assert.equal(
    new TextDecoder().decode(rest),
    "a\r\n# /.apache-magpie-sources\r\nb",
  );
});

Deno.test("a byte order mark stays when the first line goes", () => {
  const rest = withoutIgnoreLines(bytes(`\uFEFF${LINES[0]}\nx\n`), LINES);
  assert.deepEqual(rest, bytes("\uFEFFx\n"));
});

Deno.test("the target lines tell which prefixes earlier runs used", () => {
  const text = "/.claude/skills/our-*\n/.claude/skills/*\n/docs/my-*\n" +
    "/.agents/skills/magpie-*\n/.claude/skills/Bad-*\n";
  assert.deepEqual(recordedPrefixes(bytes(text), FOLDERS), ["our-", "magpie-"]);
});
