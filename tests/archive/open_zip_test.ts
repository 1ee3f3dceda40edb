import assert from "node:assert/strict";
import { crc32 } from "node:zlib";
import {
  configure,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipReader,
} from "zip.js";
import fc from "fast-check";
import { zip, type ZipEntry } from "../support/zip.ts";
import { pathOf, readAll, refusal, treeOf } from "./tree_of.ts";

const SKILL: ZipEntry = { name: "x/SKILL.md", content: "---\nname: x\n---\n" };
const utf8 = (text: string) => new TextEncoder().encode(text);

async function refused(
  entries: readonly ZipEntry[],
  message: RegExp,
  options: Parameters<typeof zip>[1] = {},
) {
  assert.match(await refusal(zip(entries, options)), message);
}

Deno.test("files, folders, links and modes are read", async () => {
  await using tree = await treeOf(zip([
    { name: "./x/" },
    { name: "./x/run.sh", content: "#!/bin/sh\n", mode: 0o104755 },
    { name: "x/plain.md", content: "a".repeat(9000), dataDescriptor: true },
    { name: "x/stored", content: "s", method: "store" },
    { name: "x/link", link: "plain.md" },
    { name: "x/dos.sh", content: "d", mode: 0o100755, madeBy: 0 },
    { name: "x/group.sh", content: "g", mode: 0o100654 },
    { name: "x/zero", content: "", mode: 0 },
  ], { comment: "a comment, as git archive writes" }));
  const all = await readAll(tree);
  const kinds = [...all].map(([path, { entry }]) =>
    `${path} ${entry.kind}${entry.executable ? " x" : ""}`
  );
  assert.deepEqual(kinds, [
    "x directory",
    "x/run.sh file x",
    "x/plain.md file",
    "x/stored file",
    "x/link symlink",
    "x/dos.sh file",
    "x/group.sh file",
    "x/zero file",
  ]);
  assert.equal(
    new TextDecoder().decode(all.get("x/link")?.bytes),
    "plain.md",
  );
  assert.equal(all.get("x/plain.md")?.bytes.length, 9000);
});

Deno.test("only what is wanted is unpacked, in the archive's order", async () => {
  await using tree = await treeOf(zip([
    { name: "a", content: "1" },
    { name: "b", content: "2", claims: { crc: 1 } },
    { name: "c", content: "3" },
  ]));
  const [a, , c] = tree.entries;
  assert.ok(a && c);
  for (let round = 0; round < 2; round++) {
    const seen: string[] = [];
    for await (const { entry } of tree.contents([c, a])) {
      seen.push(pathOf(entry));
    }
    assert.deepEqual(seen, ["a", "c"]);
  }
});

Deno.test("large entries stream in pieces, stored and deflated", async () => {
  const big = new Uint8Array(5 * 1024 * 1024 + 7);
  for (let at = 0; at < big.length; at++) big[at] = (at * 2654435761) >>> 24;
  await using tree = await treeOf(zip([
    { name: "d", content: big },
    { name: "s", content: big, method: "store" },
  ]));
  for await (const { chunks } of tree.contents(tree.entries)) {
    let count = 0;
    let crc = 0;
    for await (const chunk of chunks) {
      count++;
      crc = crc32(chunk, crc);
    }
    assert.ok(count > 4);
    assert.equal(crc, crc32(big));
  }
});

Deno.test("a large entry that nobody reads to its end leaks nothing", async () => {
  const big = new Uint8Array(6 * 1024 * 1024);
  await using tree = await treeOf(zip([{ name: "d", content: big }]));
  for await (const { chunks } of tree.contents(tree.entries)) {
    for await (const chunk of chunks) {
      assert.ok(chunk.length > 0);
      break;
    }
  }
});

Deno.test("names are passed on raw for the names policy to refuse", async () => {
  const names = [
    "../up",
    "/abs",
    "a\\..\\b",
    "C:x",
    "a//b",
    "",
    "a/../b",
    "a\0b",
  ];
  await using tree = await treeOf(
    zip(names.map((name) => ({ name, content: "EVIL" }))),
  );
  assert.deepEqual(tree.entries.map(pathOf), names);
  const raw = new Uint8Array([0x61, 0xff, 0xfe]);
  await using bytes = await treeOf(zip([{ name: raw, content: "x" }]));
  assert.deepEqual(bytes.entries[0]?.path, raw);
});

Deno.test("kinds that are never materialised are told apart", async () => {
  await using tree = await treeOf(zip([
    { name: "fifo", mode: 0o010644 },
    { name: "chr", mode: 0o020666 },
    { name: "blk", mode: 0o060666 },
    { name: "sock", mode: 0o140755 },
  ]));
  assert.deepEqual(tree.entries.map((entry) => entry.kind), [
    "fifo",
    "device",
    "device",
    "device",
  ]);
});

Deno.test("a link hidden behind a DOS header is a plain file", async () => {
  await using tree = await treeOf(
    zip([{ name: "w", content: "/etc", mode: 0o120777, madeBy: 0 }]),
  );
  assert.equal(tree.entries[0]?.kind, "file");
});

Deno.test("bytes that belong to nothing are refused", async () => {
  const extra = utf8("hidden");
  await refused([SKILL], /before its first entry/, { prefix: extra });
  await refused([SKILL], /end record/, { suffix: extra });
  await refused([SKILL, { name: "y", content: "y", gap: extra }], /no entry/);
  await refused(
    [SKILL, { name: "secret", content: "y", unlisted: true }],
    /no entry/,
  );
  await refused(
    [{ name: "secret", content: "y", unlisted: true }, SKILL],
    /before its first entry/,
  );
});

Deno.test("a second end record in the comment is refused", async () => {
  const inner = zip([{ name: "evil", content: "evil" }]);
  await refused([SKILL], /two end records/, {
    comment: inner.subarray(inner.length - 22),
  });
  await refused([SKILL], /two end records/, {
    comment: new Uint8Array([0x50, 0x4b, 5, 6, ...new Array(20).fill(9)]),
  });
});

Deno.test("a second archive appended to the first is refused", async () => {
  const first = zip([SKILL]);
  const second = zip([{ name: "evil", content: "evil" }]);
  const both = new Uint8Array([...first, ...second]);
  assert.match(await refusal(both), /does not end where|before its first/);
});

Deno.test("a zip stored inside a zip is just a file", async () => {
  const inner = zip([{ name: "in", content: "in" }]);
  await using tree = await treeOf(
    zip([{ name: "in.zip", content: inner, method: "store" }]),
  );
  assert.deepEqual((await readAll(tree)).get("in.zip")?.bytes, inner);
});

Deno.test("local and central headers that disagree are refused", async () => {
  const lies: ZipEntry["localClaims"][] = [
    { name: "y/SKILL.md" },
    { name: "x/SKILL.mdx" },
    { flags: 0 },
    { method: 0 },
    { crc: 7 },
    { size: 3 },
    { compressedSize: 3 },
  ];
  for (const localClaims of lies) {
    await refused(
      [{ ...SKILL, localClaims: localClaims! }],
      /^archive-invalid: .*disagree/,
    );
  }
});

Deno.test("an extra area of a local header that is no list of fields is refused", async () => {
  const extra = Uint8Array.of(9, 9, 9);
  await refused(
    [{ ...SKILL, localClaims: { extra } }],
    /^archive-invalid: .*extra fields are damaged/,
  );
});

Deno.test("a data descriptor that disagrees is refused", async () => {
  await refused(
    [{ ...SKILL, dataDescriptor: true, localClaims: { crc: 7 } }],
    /descriptor.*disagree/,
  );
});

Deno.test("a size or checksum that is not true is refused", async () => {
  for (const method of ["store", "deflate"] as const) {
    const entry = { name: "x", content: "some content", method };
    await refused([{ ...entry, claims: { crc: 7 } }], /another checksum/);
  }
  const entry = { name: "x", content: "x".repeat(5000) };
  await refused([{ ...entry, claims: { size: 10 } }], /another size/);
  await refused([{ ...entry, claims: { size: 5001 } }], /another size/);
  await refused([{ ...entry, claims: { size: 0 } }], /another size/);
  await refused(
    [{ name: "x", content: "abc", method: "store", claims: { size: 2 } }],
    /two different sizes/,
  );
});

Deno.test("a large entry that lies about itself is stopped at what it said", async () => {
  const content = new Uint8Array(9 * 1024 * 1024);
  const said = 5 * 1024 * 1024;
  const big = { name: "x", content };
  await refused([{ ...big, claims: { crc: 7 } }], /another checksum/);
  await refused([{ ...big, claims: { size: 10_000_000 } }], /another size/);
  await using tree = await treeOf(zip([{ ...big, claims: { size: said } }]));
  let produced = 0;
  await assert.rejects(async () => {
    for await (const { chunks } of tree.contents(tree.entries)) {
      for await (const chunk of chunks) produced += chunk.length;
    }
  }, /another size/);
  assert.ok(produced <= said);
});

Deno.test("bytes behind the end of a deflate stream are refused", async () => {
  // Re-labels a deflated entry so that its data includes trailing garbage.
  const content = "x".repeat(5000);
  const honest = zip([{ name: "x", content }]);
  const packed = honest.slice(31, honest.length - 22 - 47);
  const stuffed = new Uint8Array([...packed, ...utf8("hidden")]);
  await refused([{
    name: "x",
    content: stuffed,
    method: "store",
    claims: {
      method: 8,
      size: 5000,
      crc: crc32(content),
    },
  }], /hidden behind the end/);
});

Deno.test("bytes behind a large entry's deflate stream are refused", async () => {
  const content = new Uint8Array(5 * 1024 * 1024);
  const honest = zip([{ name: "x", content }]);
  const packed = honest.slice(31, honest.length - 22 - 47);
  await refused([{
    name: "x",
    content: new Uint8Array([...packed, ...utf8("hidden")]),
    method: "store",
    claims: { method: 8, size: content.length, crc: crc32(content) },
  }], /hidden behind the end/);
});

Deno.test("a large entry whose deflate stream is damaged is refused", async () => {
  const content = new Uint8Array(5 * 1024 * 1024);
  const bytes = zip([{ name: "x", content }]);
  bytes[31] = 0b111; // The kind of block that the format does not have.
  assert.match(await refusal(bytes), /^archive-invalid: .*damaged/);
});

Deno.test("overlapping entries are refused", async () => {
  const bytes = zip([{ name: "a", content: "1" }, { name: "b", content: "2" }]);
  const view = new DataView(bytes.buffer);
  // Points the second central header at the first entry.
  const second = bytes.length - 22 - 47;
  assert.equal(view.getUint32(second, true), 0x02014b50);
  view.setUint32(second + 42, 0, true);
  assert.match(await refusal(bytes), /overlaps/);
});

Deno.test("an entry that reaches into the directory is refused", async () => {
  await refused(
    [{
      name: "a",
      content: "1",
      method: "store",
      claims: { size: 9, compressedSize: 9 },
    }],
    /overlaps/,
  );
});

Deno.test("encryption, other methods and unknown flags are refused", async () => {
  await refused([{ ...SKILL, claims: { flags: 0x801 } }], /encrypted/);
  await refused([{ ...SKILL, claims: { flags: 0x2800 } }], /encrypted/);
  await refused([{ ...SKILL, claims: { flags: 0x820 } }], /flags/);
  await refused([{ ...SKILL, claims: { method: 12 } }], /neither stored/);
  await refused([{ ...SKILL, claims: { method: 9 } }], /neither stored/);
});

Deno.test("a name in an extra field that some programs prefer is refused", async () => {
  const name = utf8("evil");
  const extra = new Uint8Array([
    0x75,
    0x70,
    name.length + 5,
    0,
    1,
    0,
    0,
    0,
    0,
    ...name,
  ]);
  await refused([{ ...SKILL, claims: { extra } }], /two different names/);
  await refused([{ ...SKILL, localClaims: { extra } }], /disagree/);
  await refused(
    [{ ...SKILL, claims: { extra: new Uint8Array([1, 2, 99, 0, 1]) } }],
    /extra fields/,
  );
});

Deno.test("zip64 and split archives are refused in words", async () => {
  const extra = new Uint8Array([1, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  await refused([{ ...SKILL, claims: { extra } }], /zip64/);
  await refused([{ ...SKILL, claims: { size: 0xffffffff } }], /zip64/);
  const bytes = zip([SKILL]);
  new DataView(bytes.buffer).setUint16(bytes.length - 22 + 4, 1, true);
  assert.match(await refusal(bytes), /split/);
  const other = zip([SKILL]);
  const header = other.length - 22 - 46 - 10;
  new DataView(other.buffer).setUint16(header + 34, 1, true);
  assert.match(await refusal(other), /split/);
  await refused([SKILL], /zip64/, { claimedEntries: 0xffff });
});

Deno.test("a directory that holds more or less than announced is refused", async () => {
  await refused([SKILL, { name: "y" }], /split|more than/, {
    claimedEntries: 1,
  });
  await refused([SKILL], /damaged/, { claimedEntries: 2 });
});

Deno.test("a directory that says more of itself than it holds is refused", async () => {
  const spoiled = (change: (view: DataView, end: number) => void) => {
    const bytes = zip([SKILL, { name: "y", content: "1" }]);
    change(new DataView(bytes.buffer), bytes.length - 22);
    return refusal(bytes);
  };
  assert.match(
    await spoiled((view, end) =>
      view.setUint16(view.getUint32(end + 16, true) + 28, 60_000, true)
    ),
    /central directory is damaged/,
  );
  assert.match(
    await spoiled((view, end) => view.setUint16(end - 47 + 28, 60_000, true)),
    /central directory is damaged/,
  );
  assert.match(
    await spoiled((view, end) => view.setUint32(end + 12, 2 ** 27, true)),
    /unreasonably large/,
  );
  // The directory begins inside the second entry's header.
  const bytes = zip([SKILL, { name: "y", content: "1" }]);
  const start = new DataView(bytes.buffer).getUint32(bytes.length - 6, true);
  const cut = Uint8Array.from([
    ...bytes.subarray(0, start - 10),
    ...bytes.subarray(start),
  ]);
  new DataView(cut.buffer).setUint32(cut.length - 6, start - 10, true);
  assert.match(await refusal(cut), /overlaps/);
});

Deno.test("a folder with content and a folder that is a file are refused", async () => {
  await refused([{ name: "d/", content: "data" }], /folder with content/);
  await refused([{ name: "d/", link: "data" }], /whether it is a folder/);
  await refused([{ name: "d", mode: 0o40755 }], /whether it is a folder/);
  await refused([{ name: "d", mode: 0o070644 }], /kind/);
});

Deno.test("a zip bomb stops at the ratio", async () => {
  const zeros = new Uint8Array(40 * 1024 * 1024);
  await refused(
    [SKILL, { name: "z", content: zeros }],
    /^limit-exceeded: .*200 times/,
  );
  const part = zeros.subarray(0, 3 * 1024 * 1024);
  await refused(
    Array.from({ length: 12 }, (_, i) => ({ name: `z${i}`, content: part })),
    /^limit-exceeded/,
  );
});

Deno.test("text that is no archive, and every cut archive, is refused", async () => {
  assert.match(await refusal(utf8("hello")), /cut off or no zip/);
  assert.match(await refusal(new Uint8Array(0)), /cut off or no zip/);
  const whole = zip([SKILL, { name: "y", content: "y" }]);
  for (let length = 0; length < whole.length; length++) {
    assert.match(await refusal(whole.subarray(0, length)), /^archive-invalid/);
  }
});

Deno.test("no flipped byte gives other content than the oracle sees", async () => {
  configure({ useWebWorkers: false });
  const entries: ZipEntry[] = [
    { name: "x/a.md", content: "alpha ".repeat(30) },
    { name: "x/b.md", content: "beta", method: "store", dataDescriptor: true },
  ];
  const honest = zip(entries, { comment: "c" });
  await fc.assert(
    fc.asyncProperty(
      fc.nat(honest.length - 1),
      fc.integer({ min: 1, max: 255 }),
      async (at, mask) => {
        const bytes = honest.slice();
        bytes[at] = bytes[at]! ^ mask;
        let ours: Map<string, string>;
        try {
          await using tree = await treeOf(bytes);
          ours = new Map(
            [...await readAll(tree)].map(([path, { bytes }]) => [
              path,
              new TextDecoder().decode(bytes),
            ]),
          );
        } catch (error) {
          assert.equal((error as { code?: string }).code, "archive-invalid");
          return;
        }
        assert.deepEqual(ours, await oracle(bytes));
      },
    ),
    { numRuns: 300 },
  );
});

Deno.test("any archive is read as the oracle reads it", async () => {
  configure({ useWebWorkers: false });
  const name = fc.stringMatching(/^[a-z]{1,8}(\/[a-z]{1,8}){0,2}$/);
  const entry = fc.record({
    name,
    content: fc.uint8Array({ maxLength: 300 }),
    method: fc.constantFrom("store" as const, "deflate" as const),
    dataDescriptor: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(entry, { maxLength: 6, selector: (item) => item.name }),
      async (entries) => {
        const bytes = zip(entries);
        await using tree = await treeOf(bytes);
        const ours = new Map(
          [...await readAll(tree)].map(([path, { bytes }]) => [
            path,
            new TextDecoder().decode(bytes),
          ]),
        );
        assert.deepEqual(ours, await oracle(bytes));
      },
    ),
    { numRuns: 60 },
  );
});

async function oracle(bytes: Uint8Array): Promise<Map<string, string>> {
  const reader = new ZipReader(new Uint8ArrayReader(bytes));
  const result = new Map<string, string>();
  for (const entry of await reader.getEntries()) {
    if (entry.directory) {
      result.set(entry.filename.replace(/\/$/, ""), "");
      continue;
    }
    const content = await entry.getData(new Uint8ArrayWriter());
    result.set(
      entry.filename.replace(/^(\.\/)+/, ""),
      new TextDecoder().decode(content),
    );
  }
  await reader.close();
  return result;
}
