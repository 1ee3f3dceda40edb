import assert from "node:assert/strict";
import type { SafePath } from "../../lib/base/ids.ts";
import { HostError, SourceError } from "../../lib/base/errors.ts";
import { MAX_LINK_TEXT_BYTES } from "../../lib/base/limits.ts";
import { listingDigest } from "../../lib/tree/listing.ts";
import { materialise } from "../../lib/tree/materialise.ts";
import { rehashSnapshot } from "../../lib/tree/rehash_snapshot.ts";
import type { SourceTree } from "../../lib/tree/source_tree.ts";
import { vetTree } from "../../lib/tree/vet_tree.ts";
import { tempDir } from "../support/temp_dir.ts";
import { gitContent } from "./git_content.ts";
import { files, link, type MemoryEntry, memoryTree } from "./memory_tree.ts";

const layout = {
  skillsRoot: "skills" as SafePath,
  evalsRoot: "evals" as SafePath,
};
const acme = { name: "acme", root: "skills/acme" as SafePath };

const vet = (tree: SourceTree) =>
  vetTree(tree, { layout, resolve: () => [acme] });

async function write(entries: readonly MemoryEntry[], into: string) {
  const tree = memoryTree(entries);
  return await materialise(tree, await vet(tree), into);
}

const SAMPLE: readonly MemoryEntry[] = [
  { path: "skills", kind: "directory" },
  { path: "skills/acme/SKILL.md", content: "# Acme\r\n" },
  { path: "skills/acme/run.sh", content: "#!/bin/sh\n", executable: true },
  { path: "skills/acme/empty", content: "" },
  { path: "skills/acme/raw", content: new Uint8Array([0, 255, 13, 10]) },
  link("skills/acme/l", "SKILL.md"),
  { path: "README.md", content: "$Id$\n" },
];

Deno.test("the bytes, modes and links of the source, and nothing else", async () => {
  await using temp = await tempDir();
  const { listing, content, findings } = await write(SAMPLE, temp.path);
  assert.deepEqual(findings, []);
  assert.deepEqual(
    listing.map(({ mode, path, size }) => [mode, path, size]),
    [
      ["100644", "README.md", 5],
      ["100644", "skills/acme/SKILL.md", 8],
      ["100644", "skills/acme/empty", 0],
      ["120000", "skills/acme/l", 8],
      ["100644", "skills/acme/raw", 4],
      ["100755", "skills/acme/run.sh", 10],
    ],
  );
  assert.equal(content, listingDigest(listing));
  assert.equal(
    await Deno.readTextFile(temp.join("skills/acme/SKILL.md")),
    "# Acme\r\n",
  );
  assert.equal(await Deno.readLink(temp.join("skills/acme/l")), "SKILL.md");
  assert.deepEqual(rehashSnapshot(temp.path), { listing, strange: [] });
  assert.equal(await gitContent(temp.path), content);
});

Deno.test("an empty .git folder stops tools that walk up", async () => {
  await using temp = await tempDir();
  await write(SAMPLE, temp.path);
  const info = await Deno.lstat(temp.join(".git"));
  assert.ok(info.isDirectory);
  assert.deepEqual([...Deno.readDirSync(temp.join(".git"))], []);
});

Deno.test("nothing is written through what stands in the way", async () => {
  await using temp = await tempDir();
  const canary = temp.join("canary");
  await Deno.writeTextFile(canary, "UNTOUCHED\n");
  for (const at of ["README.md", "skills"]) {
    const into = temp.join(`into-${at}`);
    await Deno.mkdir(into);
    await Deno.symlink(at === "skills" ? temp.path : canary, `${into}/${at}`);
    await assert.rejects(write(SAMPLE, into), (error) => {
      assert.ok(error instanceof HostError);
      assert.equal(error.code, "disk-error");
      assert.match(error.message, /already stands there/);
      return true;
    });
  }
  assert.equal(await Deno.readTextFile(canary), "UNTOUCHED\n");
  assert.ok(
    ![...Deno.readDirSync(temp.path)].some(({ name }) => name === "acme"),
  );
});

for (const claims of [1, 99]) {
  Deno.test(`a source that claims ${claims} bytes for 5 is refused`, async () => {
    await using temp = await tempDir();
    await assert.rejects(
      write([{ path: "a", content: "12345", claims }], temp.path),
      { code: "archive-invalid", message: /"a" has not the size/ },
    );
    const { size } = await Deno.stat(temp.join("a"));
    assert.ok(size <= claims, "no more is written than was claimed");
  });
}

Deno.test("a source that lists a file without content is refused", async () => {
  await using temp = await tempDir();
  const tree = memoryTree(files("a", "b"));
  const forgetful: SourceTree = {
    ...tree,
    contents: (wanted) => tree.contents(wanted.slice(1)),
  };
  await assert.rejects(
    vet(tree).then((vetted) => materialise(forgetful, vetted, temp.path)),
    { code: "archive-invalid", message: /lists "a" but has no content/ },
  );
});

Deno.test("a source that gives a file twice is refused", async () => {
  await using temp = await tempDir();
  const tree = memoryTree(files("a"));
  const twice: SourceTree = {
    ...tree,
    async *contents(wanted) {
      yield* tree.contents(wanted);
      yield* tree.contents(wanted);
    },
  };
  await assert.rejects(
    vet(tree).then((vetted) => materialise(twice, vetted, temp.path)),
    { code: "archive-invalid", message: /twice/ },
  );
});

const POINTER = "version https://git-lfs.github.com/spec/v1\n" +
  `oid sha256:${"a".repeat(64)}\nsize 12345\n`;

Deno.test("a Git LFS pointer where content should be warns", async () => {
  await using temp = await tempDir();
  const { findings } = await write([
    { path: "skills/acme/SKILL.md", content: POINTER },
    { path: "skills/acme/model.bin", content: POINTER },
    { path: "docs/long.md", content: POINTER + "x".repeat(1024) },
    { path: "docs/spec.md", content: `# ${POINTER}` },
  ], temp.path);
  assert.deepEqual(findings.map(({ rule, message }) => [rule, message]), [[
    "lfs-pointer",
    '"skills/acme/model.bin" is a Git LFS pointer: the file\'s content is not in the snapshot',
  ]]);
});

Deno.test("a bad name at the end: not one byte is written", async () => {
  await using temp = await tempDir();
  await assert.rejects(
    write([...SAMPLE, ...files("../canary")], temp.path),
    SourceError,
  );
  await assert.rejects(
    write([...SAMPLE, link("skills/acme/x", "/etc/passwd")], temp.path),
    SourceError,
  );
  assert.deepEqual([...Deno.readDirSync(temp.path)], []);
});

Deno.test("a link text longer than any system takes", async () => {
  await assert.rejects(
    vet(memoryTree([link("skills/acme/l", "a".repeat(70_000))])),
    { code: "limit-exceeded", message: RegExp(`${MAX_LINK_TEXT_BYTES} bytes`) },
  );
});

Deno.test("a folder that is exchanged for a link while it is written to ends the writing", async () => {
  for (const folder of ["skills", "skills/acme"]) {
    await using temp = await tempDir();
    const [into, elsewhere] = [temp.join("into"), temp.join("elsewhere")];
    await Deno.mkdir(into);
    await Deno.mkdir(`${elsewhere}/acme`, { recursive: true });
    const tree = memoryTree(
      files("skills/acme/SKILL.md", "skills/acme/a.md", "skills/acme/b.md"),
    );
    const vetted = await vet(tree);
    const racing: SourceTree = {
      ...tree,
      async *contents(wanted) {
        let count = 0;
        for await (const content of tree.contents(wanted)) {
          if (++count === 3) {
            await Deno.rename(`${into}/${folder}`, temp.join("moved"));
            await Deno.symlink(elsewhere, `${into}/${folder}`);
          }
          yield content;
        }
      },
    };
    await assert.rejects(
      materialise(racing, vetted, into),
      (error) => error instanceof HostError && /exchanged/.test(error.message),
    );
    assert.deepEqual([...Deno.readDirSync(`${elsewhere}/acme`)], []);
    assert.equal([...Deno.readDirSync(elsewhere)].length, 1);
  }
});
