import assert from "node:assert/strict";
import { deflateSync } from "node:zlib";
import { HostError, SourceError } from "../../lib/base/errors.ts";
import { listRefs, resolveRef } from "../../lib/git/local_refs.ts";
import { openLocalRepository } from "../../lib/git/local_repository.ts";
import { readObject } from "../../lib/git/read_object.ts";
import { readPathAt, readPathAtHead } from "../../lib/git/read_path.ts";
import { git, gitBytes } from "../support/git.ts";
import { tempDir } from "../support/temp_dir.ts";
import { writeFiles } from "../support/write_files.ts";

const text = (bytes: Uint8Array | undefined) =>
  bytes && new TextDecoder().decode(bytes);

/** A checkout with one commit in `<folder>/repo`. */
async function repository(folder: string, ...init: string[]): Promise<string> {
  const path = `${folder}/repo`;
  await git(folder, ["init", "-q", "-b", "main", ...init, path]);
  await writeFiles(path, { "a/b.txt": "hello\n", "c.txt": "sea\n" });
  await git(path, ["add", "-A"]);
  await git(path, ["commit", "-q", "-m", "one"]);
  return path;
}

function damaged(promise: Promise<unknown>, words: RegExp): Promise<void> {
  return assert.rejects(promise, (error) => {
    assert.ok(error instanceof SourceError, String(error));
    assert.equal(error.code, "git-damaged");
    assert.match(error.message, words);
    return true;
  });
}

function unfit(promise: Promise<unknown>, words: RegExp): Promise<void> {
  return assert.rejects(promise, (error) => {
    assert.ok(error instanceof HostError, String(error));
    assert.equal(error.code, "not-a-repository");
    assert.match(error.message, words);
    return true;
  });
}

for (const format of ["sha1", "sha256"]) {
  for (const state of ["loose", "packed", "packed with ref deltas"]) {
    Deno.test(`every object of a ${format} repository is read, ${state}`, async () => {
      await using dir = await tempDir();
      const path = await repository(dir.path, `--object-format=${format}`);
      for (let i = 0; i < 30; i++) {
        const lines = Array.from(
          { length: 300 },
          (_, k) => `line ${k * i % 7}`,
        );
        await writeFiles(path, { "big.txt": `${i}\n${lines.join("\n")}\n` });
        await git(path, ["add", "-A"]);
        await git(path, ["commit", "-q", "-m", `commit ${i}`]);
      }
      await git(path, ["tag", "-a", "-m", "tag", "v1"]);
      if (state !== "loose") {
        const offsets = state === "packed";
        await git(path, ["config", "repack.useDeltaBaseOffset", `${offsets}`]);
        await git(path, ["repack", "-adfq"]);
        await git(path, ["pack-refs", "--all"]);
      }
      const opened = await openLocalRepository(`${path}/.git`);
      const all = await git(path, [
        "cat-file",
        "--batch-all-objects",
        "--batch-check=%(objectname) %(objecttype) %(objectsize)",
      ]);
      for (const line of all.split("\n")) {
        const [id, type, size] = line.split(" ");
        const info = opened.objects.info(id!);
        assert.equal(`${id} ${info?.type} ${info?.size}`, line);
        const object = await readObject(opened, id!);
        assert.equal(object.type, type);
        assert.equal(object.body.length, Number(size));
        const wanted = await gitBytes(path, ["cat-file", type!, id!]);
        assert.deepEqual(new Uint8Array(object.body), new Uint8Array(wanted));
      }
      const tag = await git(path, ["rev-parse", "refs/tags/v1"]);
      assert.equal(resolveRef(opened, "refs/tags/v1"), tag);
      const head = await git(path, ["rev-parse", "HEAD"]);
      assert.equal(resolveRef(opened, "HEAD"), head);
      assert.equal(text(await readPathAtHead(opened, "a/b.txt")), "hello\n");
    });
  }
}

Deno.test("a path at HEAD: present, absent, a folder, a link, another commit", async () => {
  await using dir = await tempDir();
  const path = await repository(dir.path);
  const first = await git(path, ["rev-parse", "HEAD"]);
  await git(path, ["tag", "-a", "-m", "x", "v1"]);
  await Deno.symlink("c.txt", `${path}/link`);
  await writeFiles(path, { "a/b.txt": "changed\n" });
  await git(path, ["add", "-A"]);
  await git(path, ["commit", "-q", "-m", "two"]);
  await writeFiles(path, { "a/b.txt": "not committed\n" });
  const opened = await openLocalRepository(`${path}/.git`);
  assert.equal(text(await readPathAtHead(opened, "a/b.txt")), "changed\n");
  for (const absent of ["a", "link", "none", "a/none", "c.txt/x", "../x", ""]) {
    assert.equal(await readPathAtHead(opened, absent), undefined, absent);
  }
  assert.equal(text(await readPathAt(opened, first, "a/b.txt")), "hello\n");
  const tag = await git(path, ["rev-parse", "v1"]);
  assert.equal(text(await readPathAt(opened, tag, "a/b.txt")), "hello\n");
  await damaged(readPathAt(opened, "1".repeat(40), "a"), /missing/);
});

Deno.test("a repository without commits has nothing at HEAD", async () => {
  await using dir = await tempDir();
  await git(dir.path, ["init", "-q", "."]);
  const opened = await openLocalRepository(dir.join(".git"));
  assert.equal(resolveRef(opened, "HEAD"), undefined);
  assert.equal(await readPathAtHead(opened, "a"), undefined);
});

Deno.test("linked worktrees, separate git directories and alternates are followed", async () => {
  await using dir = await tempDir();
  const path = await repository(dir.path);
  await git(path, ["worktree", "add", "-q", "-b", "side", dir.join("tree")]);
  await writeFiles(dir.join("tree"), { "c.txt": "other\n" });
  await git(dir.join("tree"), ["commit", "-qam", "side"]);
  const tree = await openLocalRepository(dir.join("tree", ".git"));
  assert.equal(text(await readPathAtHead(tree, "c.txt")), "other\n");
  const main = await openLocalRepository(`${path}/.git`);
  assert.equal(text(await readPathAtHead(main, "c.txt")), "sea\n");

  await git(dir.path, ["clone", "-qs", path, "shared"]);
  const shared = await openLocalRepository(dir.join("shared", ".git"));
  assert.equal(text(await readPathAtHead(shared, "c.txt")), "sea\n");

  await git(dir.path, ["init", "-q", "--separate-git-dir=apart", "w"]);
  await writeFiles(dir.join("w"), { "x": "apart\n" });
  await git(dir.join("w"), ["add", "x"]);
  await git(dir.join("w"), ["commit", "-qm", "x"]);
  const apart = await openLocalRepository(dir.join("w", ".git"));
  assert.equal(text(await readPathAtHead(apart, "x")), "apart\n");
});

Deno.test("alternates that lead to each other end", async () => {
  await using dir = await tempDir();
  const path = await repository(dir.path);
  await Deno.writeTextFile(`${path}/.git/objects/info/alternates`, "# x\n.\n");
  const opened = await openLocalRepository(`${path}/.git`);
  assert.equal(text(await readPathAtHead(opened, "c.txt")), "sea\n");
});

Deno.test("a loose ref stands above a packed one of the same name", async () => {
  await using dir = await tempDir();
  const path = await repository(dir.path);
  await git(path, ["tag", "v1"]);
  await git(path, ["tag", "v2"]);
  await git(path, ["pack-refs", "--all"]);
  await git(path, ["commit", "-q", "--allow-empty", "-m", "two"]);
  await git(path, ["tag", "-f", "v1"]);
  const opened = await openLocalRepository(`${path}/.git`);
  const refs = listRefs(opened, "refs/tags/");
  assert.deepEqual([...refs.keys()].sort(), ["refs/tags/v1", "refs/tags/v2"]);
  for (const [name, id] of refs) {
    assert.equal(id, await git(path, ["rev-parse", name]));
  }
  assert.equal(resolveRef(opened, "refs/tags/none"), undefined);
});

Deno.test("a ref that is a symbolic link is not followed", async () => {
  await using dir = await tempDir();
  const path = await repository(dir.path);
  const secret = dir.join("secret");
  await Deno.writeTextFile(secret, "1".repeat(40) + "\n");
  await Deno.symlink(secret, `${path}/.git/refs/tags/v1`);
  await Deno.symlink(dir.path, `${path}/.git/refs/tags/folder`);
  const opened = await openLocalRepository(`${path}/.git`);
  for (const name of ["refs/tags/v1", "refs/tags/folder/secret"]) {
    assert.throws(() => resolveRef(opened, name), /symbolic link/);
  }
  assert.deepEqual([...listRefs(opened, "refs/tags/")], []);
});

Deno.test("a symbolic ref that climbs out of the repository is not followed", async () => {
  await using dir = await tempDir();
  const path = await repository(dir.path);
  await Deno.writeTextFile(dir.join("secret"), "1".repeat(40) + "\n");
  const opened = await openLocalRepository(`${path}/.git`);
  for (const target of ["refs/../../../secret", "../secret", "/etc/passwd"]) {
    await Deno.writeTextFile(`${path}/.git/refs/tags/v1`, `ref: ${target}\n`);
    assert.throws(() => resolveRef(opened, "refs/tags/v1"), /malformed/);
  }
  assert.throws(() => resolveRef(opened, "refs/tags/../../config"), /name/);
  await Deno.writeTextFile(`${path}/.git/refs/tags/v1`, "hello\n");
  assert.throws(() => resolveRef(opened, "refs/tags/v1"), /neither/);
});

Deno.test("symbolic refs in a circle end", async () => {
  await using dir = await tempDir();
  const path = await repository(dir.path);
  const tags = `${path}/.git/refs/tags`;
  await Deno.writeTextFile(`${tags}/a`, "ref: refs/tags/b\n");
  await Deno.writeTextFile(`${tags}/b`, "ref: refs/tags/a\n");
  const opened = await openLocalRepository(`${path}/.git`);
  assert.throws(() => resolveRef(opened, "refs/tags/a"), /more than 5 refs/);
});

for (
  const [name, config, words] of [
    ["reftable", "[extensions]\nrefStorage = reftable\n", /reftable/],
    ["an unknown extension", "[extensions]\nfuture = 1\n", /future/],
    ["an unknown object format", "[extensions]\nobjectFormat = x\n", / x,/],
    ["an unknown version", "[core]\nrepositoryformatversion = 2\n", / 2,/],
  ] as const
) {
  Deno.test(`refused: a repository with ${name}`, async () => {
    await using dir = await tempDir();
    const path = await repository(dir.path);
    await git(path, ["config", "core.repositoryformatversion", "1"]);
    const file = `${path}/.git/config`;
    const before = await Deno.readTextFile(file);
    await Deno.writeTextFile(file, before + config);
    await unfit(openLocalRepository(`${path}/.git`), words);
  });
}

Deno.test("refused: a folder that is no repository", async () => {
  await using dir = await tempDir();
  await unfit(openLocalRepository(dir.path), /no git repository/);
  await Deno.mkdir(dir.join(".git"));
  await unfit(openLocalRepository(dir.join(".git")), /no git repository/);
});

Deno.test("a loose object that holds other bytes than its id says is refused", async () => {
  await using dir = await tempDir();
  const path = await repository(dir.path);
  const hello = await git(path, ["rev-parse", "HEAD:a/b.txt"]);
  const sea = await git(path, ["rev-parse", "HEAD:c.txt"]);
  const loose = (id: string) =>
    `${path}/.git/objects/${id.slice(0, 2)}/${id.slice(2)}`;
  await Deno.remove(loose(sea));
  await Deno.copyFile(loose(hello), loose(sea));
  const opened = await openLocalRepository(`${path}/.git`);
  await damaged(readPathAtHead(opened, "c.txt"), /other bytes/);
  for (const bytes of [new Uint8Array(0), new TextEncoder().encode("xx")]) {
    await Deno.remove(loose(sea));
    await Deno.writeFile(loose(sea), bytes);
    await damaged(readPathAtHead(opened, "c.txt"), /loose object/);
  }
});

Deno.test("a loose object whose head lies about its size is refused", async () => {
  await using dir = await tempDir();
  const path = await repository(dir.path);
  const id = await git(path, ["rev-parse", "HEAD:c.txt"]);
  const file = `${path}/.git/objects/${id.slice(0, 2)}/${id.slice(2)}`;
  const opened = await openLocalRepository(`${path}/.git`);
  for (const size of [3, 5, 1_000_000]) {
    await Deno.remove(file);
    await Deno.writeFile(file, deflateSync(`blob ${size}\0sea\n`));
    await damaged(readObject(opened, id), /bytes it claims/);
  }
  await Deno.remove(file);
  await Deno.writeFile(file, deflateSync("blob 4\0sea\n" + "x".repeat(999)));
  await damaged(readObject(opened, id), /compressed data/);
});

Deno.test("a pack whose bytes were changed is refused", async () => {
  await using dir = await tempDir();
  const path = await repository(dir.path);
  await git(path, ["gc", "-q"]);
  const folder = `${path}/.git/objects/pack`;
  const [pack] = [...Deno.readDirSync(folder)]
    .filter(({ name }) => name.endsWith(".pack"));
  const file = `${folder}/${pack!.name}`;
  const bytes = await Deno.readFile(file);
  await Deno.chmod(file, 0o644);
  const opened = await openLocalRepository(`${path}/.git`);
  const whole = bytes.slice();
  for (let at = 12; at < bytes.length - 20; at++) bytes[at]! ^= 0x55;
  await Deno.writeFile(file, bytes);
  await damaged(readPathAtHead(opened, "c.txt"), /./);
  await Deno.writeFile(file, whole.subarray(0, 40));
  await damaged(readPathAtHead(opened, "c.txt"), /./);
});

Deno.test("a pack index that points nowhere is refused", async () => {
  await using dir = await tempDir();
  const path = await repository(dir.path);
  await git(path, ["gc", "-q"]);
  const folder = `${path}/.git/objects/pack`;
  const [index] = [...Deno.readDirSync(folder)]
    .filter(({ name }) => name.endsWith(".idx"));
  const file = `${folder}/${index!.name}`;
  const whole = await Deno.readFile(file);
  await Deno.chmod(file, 0o644);
  const opened = await openLocalRepository(`${path}/.git`);
  const spoil = async (
    words: RegExp,
    change: (bytes: Uint8Array) => Uint8Array,
  ) => {
    await Deno.writeFile(file, change(whole.slice()));
    await damaged(readPathAtHead(opened, "c.txt"), words);
  };
  await spoil(/version 2/, (bytes) => bytes.fill(0, 0, 4));
  await spoil(/cut off/, (bytes) => bytes.subarray(0, 1100));
  // The table of offsets, all bits set: long offsets that are not there.
  await spoil(
    /outside itself/,
    (bytes) => bytes.fill(0xff, bytes.length - 40 - 5 * 4, -40),
  );
  // Counts that fall.
  await spoil(
    /contradicts itself/,
    (bytes) => bytes.fill(0xff, 8, 8 + 255 * 4),
  );
});

Deno.test("a large blob in a pack is read in pieces, and refused when an index swaps it", async () => {
  await using dir = await tempDir();
  const path = await repository(dir.path);
  const size = 9 * 1024 * 1024;
  await Deno.writeFile(`${path}/zeros`, new Uint8Array(size));
  await Deno.writeFile(`${path}/ones`, new Uint8Array(size).fill(1));
  await git(path, ["add", "-A"]);
  await git(path, ["commit", "-qm", "large"]);
  await git(path, ["-c", "core.bigFileThreshold=1m", "repack", "-adfq"]);
  const ids = [
    await git(path, ["rev-parse", "HEAD:zeros"]),
    await git(path, ["rev-parse", "HEAD:ones"]),
  ];
  const { objects } = await openLocalRepository(`${path}/.git`);
  let pieces = 0;
  for await (const piece of objects.stream(ids[0]!)) {
    assert.ok(piece.every((byte) => byte === 0));
    pieces++;
  }
  assert.ok(pieces > 1);
  objects.close();

  const folder = `${path}/.git/objects/pack`;
  const [index] = [...Deno.readDirSync(folder)]
    .filter(({ name }) => name.endsWith(".idx"));
  const file = `${folder}/${index!.name}`;
  const bytes = await Deno.readFile(file);
  const listing = await git(path, ["show-index"], { input: bytes });
  const sorted = listing.split("\n").map((line) => line.split(" ")[1]!);
  const [zeros, ones] = ids.map((id) =>
    bytes.length - 40 - (sorted.length - sorted.indexOf(id)) * 4
  );
  const kept = bytes.slice(zeros, zeros! + 4);
  bytes.copyWithin(zeros!, ones!, ones! + 4);
  bytes.set(kept, ones);
  await Deno.chmod(file, 0o644);
  await Deno.writeFile(file, bytes);
  for (const id of ids) {
    await damaged(
      Array.fromAsync(objects.stream(id)),
      /other bytes/,
    );
  }
  objects.close();
});
