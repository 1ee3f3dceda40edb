import assert from "node:assert/strict";
import fc from "fast-check";
import { SourceError } from "../../lib/base/errors.ts";
import type { SafePath } from "../../lib/base/ids.ts";
import { decodeNames } from "../../lib/tree/decode_names.ts";
import { judgeNames } from "../../lib/tree/judge_names.ts";
import { readLinks } from "../../lib/tree/read_links.ts";
import { tempDir } from "../support/temp_dir.ts";
import { files, link, type MemoryEntry, memoryTree } from "./memory_tree.ts";

async function judge(
  entries: readonly MemoryEntry[],
  inside: readonly string[] = [],
) {
  const tree = memoryTree(entries);
  const named = decodeNames(tree.entries);
  return judgeNames(
    named,
    inside as SafePath[],
    await readLinks(tree, named),
  );
}

/** The entry is refused inside a provided skill, and elsewhere left out and named. */
async function insideRefusedElsewhereLeftOut(
  make: (folder: string) => readonly MemoryEntry[],
  culprit: string,
  shows: RegExp,
) {
  const entries = make("skills/acme");
  const path = `skills/acme/${culprit}`;
  await assert.rejects(judge(entries, ["skills/acme"]), (error) => {
    assert.ok(error instanceof SourceError);
    assert.equal(error.code, "name-refused");
    assert.match(error.message, shows);
    assert.ok(error.message.includes(path), error.message);
    return true;
  });
  const { kept, leftOut, findings } = await judge(entries, ["skills/other"]);
  assert.ok(leftOut.some((entry) => within(entry.path, path)));
  assert.ok(!kept.some((entry) => within(entry.path, path)));
  const named = findings.filter(({ rule }) => rule === "name-left-out");
  assert.ok(named.some(({ message }) => message.includes(path)));
  assert.ok(named.every(({ level }) => level === "warning"));
  assert.match(named.map(({ message }) => message).join("\n"), shows);
}

const within = (path: string, root: string) =>
  path === root || path.startsWith(`${root}/`);

const names: Record<string, RegExp> = {
  "SKILL.md:x": /character :/,
  "a<b": /character </,
  "a>b": /character >/,
  'a"b': /character "/,
  "a|b": /character \|/,
  "a?b": /character \?/,
  "a*b": /character \*/,
  "con": /device/,
  "con.md": /device/,
  "NUL.tar.gz": /device/,
  "aux .txt": /device/,
  "COM1": /device/,
  "lpt\u00b9.x": /device/,
  "CONIN$": /device/,
  "name.": /dot or a blank/,
  "name ": /dot or a blank/,
  "name\u00a0": /dot or a blank/,
};
for (const [name, shows] of Object.entries(names)) {
  Deno.test(`a name Windows cannot hold: ${JSON.stringify(name)}`, async () => {
    await insideRefusedElsewhereLeftOut(
      (folder) => files(`${folder}/SKILL.md`, `${folder}/${name}`),
      name,
      shows,
    );
    await insideRefusedElsewhereLeftOut(
      (folder) => files(`${folder}/SKILL.md`, `${folder}/${name}/in.md`),
      name,
      shows,
    );
  });
}

Deno.test("names that only look like devices stay", async () => {
  const paths = ["console.md", "com.md", "auxiliary", "lpt10", "null"];
  const { kept, findings } = await judge(files(...paths), ["."]);
  assert.equal(kept.length, paths.length);
  assert.deepEqual(findings, []);
});

Deno.test("case twins overwrite each other on a case-insensitive disk", async () => {
  await insideRefusedElsewhereLeftOut(
    (folder) => files(`${folder}/SKILL.md`, `${folder}/skill.md`),
    "SKILL.md",
    /case or normalization/,
  );
  await insideRefusedElsewhereLeftOut(
    (folder) => files(`${folder}/Docs/a.md`, `${folder}/docs/b.md`),
    "Docs",
    /case or normalization/,
  );
});

Deno.test("normalization twins: é composed and decomposed", async () => {
  await insideRefusedElsewhereLeftOut(
    (folder) => files(`${folder}/caf\u00e9`, `${folder}/cafe\u0301`),
    "caf\u00e9",
    /normalization/,
  );
});

Deno.test("a provided skill whose folder has a case twin is refused", async () => {
  await assert.rejects(
    judge(
      files("skills/acme-a/SKILL.md", "skills/Acme-A/SKILL.md"),
      ["skills/acme-a"],
    ),
    { code: "name-refused", message: /skills\/acme-a.*skills\/Acme-A/ },
  );
});

Deno.test("the folder on the way to a skill survives its twin elsewhere", async () => {
  const { kept, leftOut, findings } = await judge(
    files("skills/acme/SKILL.md", "Skills/evil/SKILL.md"),
    ["skills/acme"],
  );
  assert.deepEqual(kept.map(({ path }) => path), ["skills/acme/SKILL.md"]);
  assert.deepEqual(leftOut.map(({ path }) => path), ["Skills/evil/SKILL.md"]);
  assert.deepEqual(findings.map(({ rule }) => rule), ["name-left-out"]);
});

Deno.test("twins of which both lead to something provided are refused", async () => {
  await assert.rejects(
    judge(files("skills/a/x", "Skills/b/x"), ["skills/a", "Skills/b"]),
    { code: "name-refused" },
  );
});

Deno.test("equal only after upper-casing warns", async () => {
  const { kept, findings } = await judge(
    files("a/stra\u00dfe", "a/strasse"),
    ["a"],
  );
  assert.equal(kept.length, 2);
  assert.deepEqual(findings.map(({ rule }) => rule), ["name-suspect"]);
});

Deno.test("a submodule is never followed", async () => {
  await insideRefusedElsewhereLeftOut(
    (folder) => [
      ...files(`${folder}/SKILL.md`),
      { path: `${folder}/vendor`, kind: "submodule" },
    ],
    "vendor",
    /submodule/,
  );
});

const badLinks: Record<string, [string | Uint8Array, RegExp]> = {
  "absolute": ["/etc/passwd", /absolute/],
  "to a UNC share": ["\\\\evil\\share", /absolute/],
  "to a drive": ["C:/x", /absolute/],
  "out of the snapshot": ["../../../outside/config", /leaves the snapshot/],
  "out and back in by a guessed folder": ["../../../snap/x", /leaves/],
  "out of the snapshot over a folder to be made later": [
    "gone/../../../../x",
    /leaves the snapshot/,
  ],
  "with backslashes": ["..\\..\\..\\outside", /backslash/],
  "to its own folder": [".", /own folder/],
  "to the folder above": ["..", /own folder or one above/],
  "to the root": ["../..", /own folder or one above/],
  "to its own folder the long way": ["../acme", /own folder/],
  "into a .git": ["../../.git/config", /\.git/],
  "that is not UTF-8": [new Uint8Array([0xff]), /UTF-8/],
  "without a text": ["", /without a text/],
  "with a control character": ["a\x1bb", /control character/],
};
for (const [name, [text, shows]] of Object.entries(badLinks)) {
  Deno.test(`a link ${name}`, async () => {
    await insideRefusedElsewhereLeftOut(
      (folder) => [
        ...files(`${folder}/SKILL.md`, "other/README.md"),
        link(`${folder}/l`, text),
      ],
      "l",
      shows,
    );
  });
}

Deno.test("a link that leaves the snapshot over a link to a shallower folder", async () => {
  // By its text `d/../../..` ends inside; by the kernel's reading `d` is
  // `top`, and three folders above that lie outside.
  await insideRefusedElsewhereLeftOut(
    (folder) => [
      ...files(`${folder}/SKILL.md`, "top/x"),
      link(`${folder}/d`, "../../top"),
      link(`${folder}/l`, "d/../../../skills"),
    ],
    "l",
    /leaves the snapshot/,
  );
});

Deno.test("a link over a link back to its own folder", async () => {
  await insideRefusedElsewhereLeftOut(
    (folder) => [
      ...files(`${folder}/SKILL.md`),
      link("up", "skills"),
      link(`${folder}/l`, "../../up/acme"),
    ],
    "l",
    /own folder/,
  );
});

Deno.test("a link inside the snapshot is kept without a word", async () => {
  const { kept, findings } = await judge([
    ...files("skills/a/SKILL.md", "skills/a/t.md", "docs/x.md"),
    link("skills/a/l", "t.md"),
    link("skills/a/docs", "../../docs"),
    link("skills/a/x", "../../docs/./x.md"),
  ], ["."]);
  assert.equal(kept.length, 6);
  assert.deepEqual(findings, []);
});

const oddLinks: Record<string, [readonly MemoryEntry[], RegExp]> = {
  "dangles": [[link("a/l", "gone.md")], /"a\/l".*leads nowhere/],
  "leads to itself": [[link("a/l", "l")], /leads nowhere/],
  "treats a file as a folder": [
    [...files("a/f"), link("a/l", "f/x")],
    /leads nowhere/,
  ],
  "climbs out of a file": [
    [...files("a/f", "a/t"), link("a/l", "f/../t")],
    /leads nowhere/,
  ],
  "leads over another link": [
    [...files("a/t"), link("a/l1", "t"), link("a/l2", "l1")],
    /"a\/l2".*another link/,
  ],
  "is a SKILL.md": [
    [...files("a/t"), link("a/SKILL.md", "t")],
    /"a\/SKILL.md".*file is expected/,
  ],
};
for (const [name, [entries, shows]] of Object.entries(oddLinks)) {
  Deno.test(`a kept link that ${name} warns`, async () => {
    const { kept, findings } = await judge(entries, ["a"]);
    assert.equal(kept.length, entries.length);
    assert.deepEqual(findings.map(({ rule }) => rule), ["link-text"]);
    assert.match(findings[0]!.message, shows);
  });
}

Deno.test("a link to something left out dangles", async () => {
  const { findings } = await judge([
    { path: "sub", kind: "submodule" },
    link("a/l", "../sub"),
  ], ["a"]);
  assert.deepEqual(findings.map(({ rule }) => rule).sort(), [
    "link-text",
    "name-left-out",
  ]);
});

Deno.test("links over links over links do not multiply", async () => {
  const entries: MemoryEntry[] = files("d/x/f");
  for (let i = 0; i < 30; i++) {
    const to = i === 0 ? "x" : `l${i - 1}/../l${i - 1}`;
    entries.push(link(`d/l${i}`, to));
  }
  const { kept } = await judge(entries, ["d"]);
  assert.equal(kept.length, entries.length);
});

Deno.test("a chain longer than a kernel follows leads nowhere", async () => {
  const name = (i: number) => `l${String(i).padStart(4, "0")}`;
  for (const order of [(i: number) => i, (i: number) => 2000 - i]) {
    const entries: MemoryEntry[] = [...files("f")];
    for (let i = 0; i <= 2000; i++) {
      entries.push(link(name(order(i)), i === 0 ? "f" : name(order(i - 1))));
    }
    const { kept, findings } = await judge(entries);
    assert.equal(kept.length, 2002);
    assert.equal(findings.length, 101);
    const said = (i: number) =>
      findings.find(({ message }) => message.includes(`"${name(order(i))}"`))
        ?.message;
    if (order(0) === 0) {
      assert.match(said(39)!, /another link/);
      assert.match(said(40)!, /nowhere/);
    } else {
      assert.match(said(2000)!, /nowhere/);
    }
    assert.match(findings.at(-1)!.message, /^19\d\d more entries/);
  }
});

const suspects: Record<string, string> = {
  "a zero-width space": "SKILL\u200b.md",
  "a soft hyphen": "re\u00adadme.md",
  "a filler": "a\u3164b",
  "a tag character": "a\u{e0041}",
  "Cyrillic among Latin": "p\u0430ypal.md",
  "Greek among Latin": "\u03bfpen.md",
  "fullwidth dots": "\uff0e\uff0e",
  "a fullwidth solidus": "a\uff0fb",
  "a two dot leader": "\u2025",
  "a line separator": "a\u2028b",
};
for (const [name, path] of Object.entries(suspects)) {
  Deno.test(`a name that deceives warns: ${name}`, async () => {
    const { kept, findings } = await judge(files(`a/${path}/x`), ["a"]);
    assert.equal(kept.length, 1);
    assert.deepEqual(findings.map(({ rule }) => rule), ["name-suspect"]);
  });
}

Deno.test("names in one script, and emoji, are not suspect", async () => {
  const { findings } = await judge(
    files(
      "\u043f\u0440\u0438\u0432\u0435\u0442.md",
      "\u65e5\u672c\u8a9e\u30c6\u30b9\u30c8-README.md",
      "\ud55c\uad6d\uc5b4.txt",
      "caf\u00e9.md",
      "\u2764\ufe0f.md",
      "\u{1f468}\u200d\u{1f4bb}.md",
      "\u03b1\u03b2\u03b3-notes.md",
    ),
    ["."],
  );
  assert.deepEqual(findings, []);
});

Deno.test("what is kept never collides and never leads out", async () => {
  const name = fc.constantFrom("a", "A", "b", "\u00e9", "e\u0301", "con", "c.");
  const text = fc.array(fc.constantFrom("..", ".", "a", "b", "A"), {
    minLength: 1,
    maxLength: 5,
  }).map((parts) => parts.join("/"));
  const entry = fc.tuple(
    fc.array(name, { minLength: 1, maxLength: 3 }),
    fc.option(text),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(entry, { maxLength: 8 }),
      async (drawn) => {
        const entries = drawn.map(([path, target]) =>
          target === null
            ? { path: path.join("/") }
            : link(path.join("/"), target)
        );
        let judged;
        try {
          judged = await judge(entries);
        } catch (error) {
          assert.ok(error instanceof SourceError);
          return;
        }
        const { kept, leftOut } = judged;
        assert.equal(kept.length + leftOut.length, entries.length);
        await using temp = await tempDir();
        for (const { path, kind } of kept) {
          const place = temp.join(path);
          const folder = place.slice(0, place.lastIndexOf("/"));
          await Deno.mkdir(folder, { recursive: true });
          const target = drawn.find(([parts]) => parts.join("/") === path)![1];
          if (kind === "symlink") await Deno.symlink(target!, place);
          else await Deno.writeTextFile(place, "");
        }
        for (const { path, kind } of kept) {
          if (kind !== "symlink") continue;
          const real = await Deno.realPath(temp.join(path)).catch(() => null);
          assert.ok(
            real === null || real.startsWith(`${temp.path}/`),
            `${path} leads to ${real}`,
          );
        }
        const folded = kept.map(({ path }) =>
          path.normalize("NFC").toLowerCase()
        );
        assert.equal(new Set(folded).size, kept.length);
      },
    ),
    { numRuns: 200 },
  );
});

Deno.test("links made to be followed for ever are given up", async () => {
  const exceeds = (error: unknown) =>
    error instanceof SourceError && error.code === "limit-exceeded";
  const chain = (around: string) =>
    Array.from(
      { length: 3000 },
      (_, i) => link(`l${i}`, `${around}l${(i + 1) % 3000}`),
    );
  const start = performance.now();
  await assert.rejects(
    judge([...files("d/x"), ...chain("d/../".repeat(300))]),
    exceeds,
  );
  await assert.rejects(judge(chain("./".repeat(2000))), exceeds);
  assert.ok(performance.now() - start < 10_000);
});
