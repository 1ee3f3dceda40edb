import assert from "node:assert/strict";
import fc from "fast-check";
import { ConfigError } from "../../lib/base/errors.ts";
import type { SourceId } from "../../lib/base/ids.ts";
import type { PinChanges } from "../../lib/trust/pin_changes.ts";
import { readLayerFile } from "../../lib/trust/read_layer_file.ts";
import { spliceEntry } from "../../lib/trust/splice_entry.ts";

const OLD = "0123456789abcdef0123456789abcdef01234567";
const NEW = "76543210fedcba9876543210fedcba9876543210";
const FILE = "skill-sources.md";

function splice(text: string, changes: PinChanges, id = "acme"): string {
  const bytes = new TextEncoder().encode(text);
  const result = spliceEntry(bytes, FILE, id as SourceId, changes);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(result);
}

function fault(text: string, changes: PinChanges, id?: string): ConfigError {
  try {
    splice(text, changes, id);
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    return error;
  }
  assert.fail("nothing was refused");
}

/** The text between the first two `¦` as `from`, and with `to` in its place. */
function both(
  marked: string,
  ...to: string[]
): [before: string, after: string] {
  let at = 0;
  return [
    marked.replace(/¦([^¦]*)¦/g, "$1"),
    marked.replace(/¦[^¦]*¦/g, () => to[at++]!),
  ];
}

Deno.test("heavy comments, odd spacing, CRLF, a byte order mark and letters outside ASCII stay as they are", () => {
  const [before, after] = both(
    [
      "\ufeff# Vertrauenswürdige Quellen 🦉",
      "",
      "<!-- ref: v1.0.0 is not this one -->",
      "```yaml",
      `- id: other # with ref: v1.0.0`,
      `  ref: v1.0.0`,
      `  commit: ${OLD}`,
      "",
      "-    id :   acme     # “acme” — größer",
      "     name: 'ref: v1.0.0'   # ref: v1.0.0",
      "",
      "     # commit: deadbeef",
      "     ref   :     ¦v1.0.0¦     # the release of März",
      `     commit:¦ ${OLD}¦# no blank`.replace("# no", "  # no"),
      "     layout: { skills_root :  skills }",
      "     provides:",
      "       - skill:   acme-one",
      "```",
      "",
      "trailing   ",
    ].join("\r\n"),
    "v1.1.0",
    ` ${NEW}`,
  );
  assert.equal(splice(before, { ref: "v1.1.0", commit: NEW }), after);
});

const PLACES: Readonly<Record<string, [string, string]>> = {
  "plain": both("- id: acme\n  ref: ¦v1¦\n", "v2.0.0"),
  "single quotes": both("- id: acme\n  ref: ¦'v1'¦ # x\n", "'v2.0.0'"),
  "double quotes": both('- id: acme\n  ref: ¦"v1"¦\n', '"v2.0.0"'),
  "a list with keys in another order": both(
    "- ref: ¦v1¦\n  id: acme\n",
    "v2.0.0",
  ),
  "one mapping": both("id: acme\nref: ¦v1¦\n", "v2.0.0"),
  "braces": both("- {id: acme, ref: ¦v1¦, commit: a}\n", "v2.0.0"),
  "braces over lines": both(
    '- { "id": "acme",\n    "ref": ¦"v1"¦ # x\n  }\n',
    '"v2.0.0"',
  ),
  "a literal block": both(
    "- id: acme\n  ref: |-\n    ¦v1¦\n  x-a: b\n",
    "v2.0.0",
  ),
  "a folded block": both(
    "- id: acme\n  ref: >-  # why > | not\n      ¦v1\n      b¦\n\n  x-a: b\n",
    "v2.0.0",
  ),
  "nothing yet": both("- id: acme\n  ref:¦¦ # fill in\n  x-a:\n", " v2.0.0"),
  "nothing yet in braces": both("- {id: acme, ref¦¦, x-a: }\n", ": v2.0.0"),
  "an empty text": both("- id: acme\n  ref: ¦''¦\n", "'v2.0.0'"),
  "lines of a quoted text": both(
    '- id: acme\n  ref: ¦"v1\\\n    .0"¦ # x\n',
    '"v2.0.0"',
  ),
  "a new key": both(
    "- id: acme # the one\n¦¦  name: A\n- id: b\n",
    "  ref: v2.0.0\n",
  ),
  "a new key of an item on a line of its own": both(
    "-\n    id: acme\n¦¦    name: A\n",
    "    ref: v2.0.0\n",
  ),
  "a new key, last of all": both(
    "- name: A\n  id: 'acme'\n¦¦",
    "  ref: 'v2.0.0'\n",
  ),
  "a new key in braces": both('- {"id": "acme"¦¦}\n', ', "ref": "v2.0.0"'),
};

for (const [place, [before, after]] of Object.entries(PLACES)) {
  Deno.test(`a ref is spliced where it stands: ${place}`, () => {
    const around = (yaml: string) => [
      `é\n\n\`\`\`yaml\n${yaml}\`\`\`\n`,
      `1. ä\n\n   ~~~~ YML x\n${yaml.replace(/^(?=.)/gm, "   ")}   ~~~~\n`,
    ];
    for (const [at, text] of around(before).entries()) {
      assert.equal(splice(text, { ref: "v2.0.0" }), around(after)[at]);
      const crlf = text.replaceAll("\n", "\r\n");
      assert.equal(
        splice(crlf, { ref: "v2.0.0" }),
        around(after)[at]!.replaceAll("\n", "\r\n"),
      );
    }
  });
}

Deno.test("a value that other readers take for a number is quoted, digests and versions are not", () => {
  const text = "```yaml\n- id: acme\n  ref: v1\n```\n";
  const line = (ref: string) => splice(text, { ref }).split("\n")[2];
  assert.equal(line("1.10"), '  ref: "1.10"');
  assert.equal(line("2024-01-01"), '  ref: "2024-01-01"');
  assert.equal(line("no"), '  ref: "no"');
  assert.equal(line("1.2.3-rc1"), "  ref: 1.2.3-rc1");
  assert.equal(line("a'b\"c"), `  ref: "a'b\\"c"`);
  const pin = "```yaml\n- id: acme\n  commit: abc\n```\n".replace("abc", OLD);
  const commit = (value: string) =>
    splice(pin, { commit: value }).split("\n")[2];
  const float = "1".repeat(20) + "e" + "2".repeat(19);
  assert.equal(commit(NEW), `  commit: ${NEW}`);
  assert.equal(commit(float), `  commit: "${float}"`);
  assert.equal(commit("3".repeat(40)), `  commit: "${"3".repeat(40)}"`);
});

Deno.test("what is the value already leaves every byte", () => {
  const text =
    `\`\`\`yaml\n- {id: acme, ref: "v1", commit: '${OLD}'}\n\`\`\`\n`;
  assert.equal(splice(text, { ref: "v1", commit: OLD }), text);
  assert.equal(splice(text, {}), text);
});

Deno.test("an entry of that id that does not count is not touched", () => {
  const hidden =
    "<details>\n\n```yaml\n- id: acme\n  ref: v1\n```\n\n</details>\n";
  const quoted = "> ```yaml\n> - id: acme\n>   ref: v1\n> ```\n";
  const other = "```text\n- id: acme\n  ref: v1\n```\n";
  const list = "```yaml\n- id: acme\n  ref: v1\n```\n";
  const text = `${hidden}\n${quoted}\n${other}\n${list}`;
  assert.equal(
    splice(text, { ref: "v2" }),
    `${hidden}\n${quoted}\n${other}\n${list.replace("v1", "v2")}`,
  );
});

Deno.test("what cannot be changed in place is refused by name", () => {
  const yaml = (text: string) => `\`\`\`yaml\n${text}\n\`\`\`\n`;
  const unknown = fault(yaml("- id: acme"), { ref: "v2" }, "acne");
  assert.equal(unknown.code, "source-unknown");
  const list = fault(yaml("- id: acme\n  ref: [v1]"), { ref: "v2" });
  assert.equal(list.code, "trust-list-invalid");
  assert.match(list.message, /^skill-sources\.md:2:7: .* by hand$/);
  const bad = fault(yaml("- id: acme\n  commit: x"), { commit: "1234" });
  assert.equal(bad.code, "value-invalid");
  const url = fault(yaml("- id: acme\n  url: x"), { url: "http://a.example/" });
  assert.equal(url.code, "url-refused");
  // A clipped block would add a line feed to the value.
  const clipped = fault(yaml("- id: acme\n  ref: |\n    v1"), { ref: "v2" });
  assert.equal(clipped.code, "trust-list-invalid");
  // An explicit key has no line that another could follow.
  const explicit = fault(yaml("- ? id\n  : acme\n  ? x-a\n  : b"), {
    ref: "v",
  });
  assert.equal(explicit.code, "trust-list-invalid");
  const twice = fault(yaml("- id: acme\n- id: acme"), { ref: "v2" });
  assert.equal(twice.code, "id-duplicate");
});

interface Piece {
  readonly text: string;
  /** Set where a scalar stands that is to be changed. */
  readonly changed?: string;
}

const comment = fc.constantFrom(
  "",
  " # ref: v1",
  "   #é 🦉",
  " # `x` \"y\" 'z'",
);
const gap = fc.constantFrom(" ", "  ", "      ");
const filler = fc.constantFrom("", "", "# note: - id: x", "   # ünïcode");
const name = fc.constantFrom(
  "A",
  '"B: c"',
  "'d # e'",
  "Ünï 🦉",
  "|-\n@  two\n@\n@  lines",
);

function scalar(value: string, style: number): string {
  return [value, `'${value}'`, `"${value}"`][style]!;
}

const entry = (id: string, target: boolean): fc.Arbitrary<Piece[]> =>
  fc.record({
    keys: fc.shuffledSubarray([
      "id",
      "name",
      "url",
      "ref",
      "commit",
      "layout",
      "provides",
      "x-note",
    ], { minLength: 8 }),
    dash: gap,
    styles: fc.array(fc.integer({ min: 0, max: 2 }), {
      minLength: 4,
      maxLength: 4,
    }),
    gaps: fc.array(gap, { minLength: 8, maxLength: 8 }),
    comments: fc.array(comment, { minLength: 8, maxLength: 8 }),
    fillers: fc.array(filler, { minLength: 8, maxLength: 8 }),
    name,
  }).map(({ keys, dash, styles, gaps, comments, fillers, name }) => {
    const indent = " ".repeat(dash.length + 1);
    const pieces: Piece[] = [];
    keys.forEach((key, at) => {
      if (at > 0 && fillers[at] !== "") {
        pieces.push({ text: `${fillers[at]}\n` });
      }
      pieces.push({
        text: `${at === 0 ? `-${dash}` : indent}${key}:${gaps[at]}`,
      });
      const old =
        { url: "https://a.example/x.git", ref: "v1.0.0", commit: OLD }[key];
      const now =
        { url: "https://b.example/y.git", ref: "v2.0.0", commit: NEW }[key];
      if (old !== undefined && now !== undefined) {
        const style = styles[["url", "ref", "commit"].indexOf(key)]!;
        pieces.push({
          text: scalar(old, style),
          ...(target ? { changed: scalar(now, style) } : {}),
        }, { text: `${comments[at]}\n` });
        return;
      }
      const nested = `${indent}  `;
      const text: Record<string, string> = {
        "id": `${scalar(id, styles[3]!)}${comments[at]}`,
        "name": name.includes("\n")
          ? name.replaceAll("@", indent)
          : name + comments[at],
        "layout": `${
          comments[at]
        }\n${nested}skills_root: .\n${nested}include: [ a/b,\n${nested}  c ]`,
        "provides": `\n${nested}- skill: a-b${
          comments[at]
        }\n${nested}-   family:  c-*`,
        "x-note": `{ref: v1.0.0, commit: [${OLD}]}${comments[at]}`,
      };
      pieces.push({ text: `${text[key]}\n` });
    });
    return pieces;
  });

Deno.test("property: in any list only the changed scalars differ", () => {
  const list = fc.record({
    mark: fc.boolean(),
    crlf: fc.boolean(),
    nested: fc.boolean(),
    prose: fc.constantFrom(
      "",
      "# Ü 🦉\n\n",
      "- a\n  - b\n\ntext\n\n",
      "<!-- ```yaml -->\n\n",
    ),
    fence: fc.constantFrom("```", "~~~~", "`````"),
    before: entry("first", false),
    own: entry("acme", true),
    after: entry("last", false),
    split: fc.boolean(),
  });
  fc.assert(
    fc.property(list, (shape) => {
      const { fence } = shape;
      const apart: Piece[] = shape.split
        ? [{ text: `${fence}\n\nmore\n\n${fence}YAML é\n` }]
        : [];
      const block: Piece[] = [
        { text: `${fence} yaml\n` },
        ...shape.before,
        ...(shape.split && shape.nested ? [] : apart),
        ...shape.own,
        ...shape.after,
        { text: `${fence}\n` },
      ];
      const written = (now: boolean) => {
        let text = block.map((p) => now ? p.changed ?? p.text : p.text).join(
          "",
        );
        if (shape.nested) text = `* x\n\n${text.replace(/^(?=.)/gm, "  ")}`;
        text = shape.prose + text;
        if (shape.crlf) text = text.replaceAll("\n", "\r\n");
        return (shape.mark ? "\ufeff" : "") + text;
      };
      const changes = {
        url: "https://b.example/y.git",
        ref: "v2.0.0",
        commit: NEW,
      };
      const result = splice(written(false), changes);
      assert.equal(result, written(true));
      const { entries } = readLayerFile(
        new TextEncoder().encode(result),
        FILE,
        "adopter",
      );
      const own = entries.find(({ id }) => id === "acme")!.descriptor;
      assert.equal(own.ref?.value, "v2.0.0");
      assert.equal(own.commit?.value, NEW);
      assert.equal(own.url?.value, changes.url);
      // And back again: not a byte is lost on the way.
      const old = {
        url: "https://a.example/x.git",
        ref: "v1.0.0",
        commit: OLD,
      };
      assert.equal(splice(result, old), written(false));
    }),
    { numRuns: 300 },
  );
});
