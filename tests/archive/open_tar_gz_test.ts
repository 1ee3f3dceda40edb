import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { gzipSync } from "node:zlib";
import { type Header, pack } from "tar-stream";
import { openTarGz } from "../../lib/archive/open_tar_gz.ts";
import { pathOf, readAll, refusal, treeOf } from "./tree_of.ts";

type Member = Partial<Header> & { name: string; content?: string | Uint8Array };

async function tar(members: readonly Member[]): Promise<Buffer> {
  const stream = pack();
  for (const { content, ...header } of members) {
    if (content === undefined) stream.entry(header, () => {});
    else stream.entry(header, Buffer.from(content));
  }
  stream.finalize();
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part as Uint8Array);
  return Buffer.concat(parts);
}

/** Corrects a header's checksum after a test has changed a field. */
function sum(bytes: Buffer, at = 0): Buffer {
  bytes.write("        ", at + 148, "latin1");
  const total = bytes.subarray(at, at + 512).reduce((a, b) => a + b, 0);
  bytes.write(total.toString(8).padStart(6, "0") + "\0 ", at + 148, "latin1");
  return bytes;
}

const refused = async (bytes: Uint8Array, message: RegExp) =>
  assert.match(await refusal(bytes, openTarGz), message);

Deno.test("files, folders, links and modes are read", async () => {
  const long = `x/${"n".repeat(200)}/ünï.md`;
  const bytes = gzipSync(
    await tar([
      { name: "./", type: "directory" },
      { name: "./x/", type: "directory" },
      { name: "x/run.sh", mode: 0o755, content: "#!/bin/sh\n" },
      { name: long, mode: 0o644, content: "a".repeat(70000) },
      { name: "x/empty", content: "" },
      { name: "x/link", type: "symlink", linkname: "run.sh" },
      { name: "x/hard", type: "link", linkname: "x/run.sh" },
      { name: "x/fifo", type: "fifo" },
      { name: "x/dev", type: "character-device" },
    ]),
  );
  await using tree = await treeOf(bytes, openTarGz);
  const all = await readAll(tree);
  assert.deepEqual(
    tree.entries.map((entry) =>
      `${pathOf(entry)} ${entry.kind}${entry.executable ? " x" : ""}`
    ),
    [
      "x directory",
      "x/run.sh file x",
      `${long} file`,
      "x/empty file",
      "x/link symlink",
      "x/hard hardlink",
      "x/fifo fifo",
      "x/dev device",
    ],
  );
  assert.equal(new TextDecoder().decode(all.get("x/link")?.bytes), "run.sh");
  assert.equal(all.get(long)?.bytes.length, 70000);
});

Deno.test("only what is wanted is read, also when content is left halfway", async () => {
  const bytes = gzipSync(
    await tar([
      { name: "a", content: "1".repeat(300_000) },
      { name: "b", content: "2" },
      { name: "c", content: "3" },
    ]),
  );
  await using tree = await treeOf(bytes, openTarGz);
  const wanted = tree.entries.filter((entry) => pathOf(entry) !== "b");
  for (let round = 0; round < 2; round++) {
    const seen: string[] = [];
    for await (const { entry, chunks } of tree.contents(wanted)) {
      seen.push(pathOf(entry));
      for await (const _ of chunks) break;
    }
    assert.deepEqual(seen, ["a", "c"]);
  }
  for await (const { entry } of tree.contents(wanted)) {
    assert.equal(pathOf(entry), "a");
    break;
  }
});

Deno.test("names are passed on raw for the names policy to refuse", async () => {
  const names = ["../up", "/abs", "a\\b", "a//b", "a/../b"];
  await using tree = await treeOf(
    gzipSync(await tar(names.map((name) => ({ name, content: "EVIL" })))),
    openTarGz,
  );
  assert.deepEqual(tree.entries.map(pathOf), names);

  const bytes = await tar([{ name: "a?b", content: "x" }]);
  bytes[1] = 0xff;
  await using raw = await treeOf(gzipSync(sum(bytes)), openTarGz);
  assert.deepEqual([...raw.entries[0]!.path], [0x61, 0xff, 0x62]);
});

Deno.test("a pax name that is no UTF-8 stays invalid", async () => {
  const bytes = await tar([{ name: `${"ü".repeat(60)}?`, content: "x" }]);
  const at = bytes.indexOf("?");
  bytes[at] = 0xff;
  await using tree = await treeOf(gzipSync(bytes), openTarGz);
  assert.equal(tree.entries[0]?.path.at(-1), 0xff);
});

Deno.test("the old format without a magic is read", async () => {
  const bytes = await tar([{ name: "a", content: "x" }]);
  bytes.fill(0, 257, 512);
  await using tree = await treeOf(gzipSync(sum(bytes)), openTarGz);
  assert.deepEqual(tree.entries.map(pathOf), ["a"]);
});

Deno.test("two gzip members are one archive", async () => {
  const bytes = await tar([{ name: "a", content: "x".repeat(2000) }]);
  const split = Buffer.concat([
    gzipSync(bytes.subarray(0, 700)),
    gzipSync(bytes.subarray(700)),
  ]);
  await using tree = await treeOf(split, openTarGz);
  assert.equal((await readAll(tree)).get("a")?.bytes.length, 2000);
});

Deno.test("bytes behind the gzip stream are refused", async () => {
  const bytes = gzipSync(await tar([{ name: "a", content: "x" }]));
  await refused(
    Buffer.concat([bytes, Buffer.from("garbage")]),
    /^archive-invalid: .*behind its end/,
  );
  await refused(Buffer.concat([bytes, Buffer.alloc(9)]), /behind its end/);
});

Deno.test("every cut archive is refused", async () => {
  const bytes = gzipSync(await tar([{ name: "a", content: "x" }]));
  for (let length = 0; length < bytes.length; length++) {
    await refused(bytes.subarray(0, length), /^archive-invalid/);
  }
  const plain = await tar([{ name: "a", content: "x".repeat(600) }]);
  await refused(gzipSync(plain.subarray(0, 800)), /^archive-invalid/);
});

Deno.test("a damaged header is refused", async () => {
  const bytes = await tar([{ name: "a", content: "x" }]);
  bytes[0] = 0x62;
  await refused(gzipSync(bytes), /header is damaged/);
});

Deno.test("entries behind the end mark are refused", async () => {
  const first = await tar([{ name: "a", content: "x" }]);
  const second = await tar([{ name: "evil", content: "y" }]);
  await refused(gzipSync(Buffer.concat([first, second])), /end mark/);
});

Deno.test("a folder or link with content is refused", async () => {
  for (const type of ["5", "2", "1", "6"]) {
    const bytes = await tar([{ name: "a", content: "x" }]);
    bytes.write(type, 156, "latin1");
    await refused(gzipSync(sum(bytes)), /has content/);
  }
});

Deno.test("a file named as a folder that has content is refused", async () => {
  const bytes = await tar([{ name: "a/", type: "file", content: "x" }]);
  await refused(gzipSync(bytes), /folder with content/);
});

Deno.test("a link named as a folder is refused", async () => {
  const bytes = await tar([{ name: "a/", type: "symlink", linkname: "b" }]);
  await refused(gzipSync(bytes), /disagree about whether it is a folder/);
});

Deno.test("a size that is no octal number, as programs read differently, is refused", async () => {
  const bytes = await tar([{ name: "a", content: "x" }]);
  bytes.fill(0, 124, 136);
  bytes[124] = 0x80;
  bytes[135] = 1;
  await refused(gzipSync(sum(bytes)), /no octal number/);
});

Deno.test("kinds that this tool does not know are refused", async () => {
  for (const type of ["S", "M", "V"]) {
    const bytes = await tar([{ name: "a", content: "x" }]);
    bytes.write(type, 156, "latin1");
    await refused(gzipSync(sum(bytes)), /kind is not known/);
  }
});

Deno.test("a second size, and a sparse file, in pax headers are refused", async () => {
  const pax = (record: Record<string, string>) =>
    tar([{ name: "a", content: "x", pax: record }]);
  await refused(gzipSync(await pax({ size: "1" })), /two sizes/);
  await refused(
    gzipSync(await pax({ "GNU.sparse.map": "0,1" })),
    /sparse/,
  );
});

Deno.test("a name of megabytes is refused", async () => {
  const bytes = await tar([{ name: "ü".repeat(3000), content: "x" }]);
  await refused(gzipSync(bytes), /^limit-exceeded/);
});

Deno.test("a link text of megabytes is refused", async () => {
  const linkname = "ü".repeat(3000);
  const bytes = await tar([{ name: "a", type: "symlink", linkname }]);
  await refused(gzipSync(bytes), /^limit-exceeded: .*link text/);
});

Deno.test("a gzip bomb stops at the ratio", async () => {
  const zeros = new Uint8Array(40 * 1024 * 1024);
  await refused(
    gzipSync(await tar([{ name: "z", content: zeros }])),
    /^limit-exceeded: .*200 times/,
  );
});
