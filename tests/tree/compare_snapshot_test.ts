import assert from "node:assert/strict";
import { HostError } from "../../lib/base/errors.ts";
import type { SafePath } from "../../lib/base/ids.ts";
import {
  compareSnapshot,
  quickState,
  type SnapshotComparison,
} from "../../lib/tree/compare_snapshot.ts";
import { listingDigest } from "../../lib/tree/listing.ts";
import { materialise, type Materialised } from "../../lib/tree/materialise.ts";
import { vetTree } from "../../lib/tree/vet_tree.ts";
import { type TempDir, tempDir } from "../support/temp_dir.ts";
import { link, type MemoryEntry, memoryTree } from "./memory_tree.ts";

const ENTRIES: readonly MemoryEntry[] = [
  { path: "skills/acme/SKILL.md", content: "# Acme\n" },
  { path: "skills/acme/run.sh", content: "#!/bin/sh\n", executable: true },
  { path: "skills/acme/own.pyc", content: "the source's own" },
  link("skills/acme/l", "SKILL.md"),
];

async function snapshot(at: TempDir): Promise<Materialised> {
  const tree = memoryTree(ENTRIES);
  const vetted = await vetTree(tree, {
    layout: {
      skillsRoot: "skills" as SafePath,
      evalsRoot: "evals" as SafePath,
    },
    resolve: () => [],
  });
  return await materialise(tree, vetted, at.path);
}

const INTACT: SnapshotComparison = {
  intact: true,
  listed: true,
  changed: [],
  added: [],
  missing: [],
  modeChanged: [],
  strange: [],
  noise: [],
};

/** Both checks see the same after `act`. */
function seen(
  name: string,
  act: (temp: TempDir) => void | Promise<void>,
  expected: Partial<SnapshotComparison>,
) {
  Deno.test(name, async () => {
    await using temp = await tempDir();
    const { listing, content } = await snapshot(temp);
    await act(temp);
    const all = { ...INTACT, intact: false, ...expected };
    assert.deepEqual(compareSnapshot(temp.path, listing, content), all);
    assert.deepEqual(quickState(temp.path, listing), all);
  });
}

seen("an untouched snapshot is intact", () => {}, { intact: true });

seen(
  "a changed file is named",
  (temp) => Deno.writeTextFile(temp.join("skills/acme/SKILL.md"), "# EVIL!\n"),
  { changed: ["skills/acme/SKILL.md"] },
);
seen(
  "an added file is named",
  (temp) => Deno.writeTextFile(temp.join("skills/acme/evil.md"), ""),
  { added: ["skills/acme/evil.md"] },
);
seen(
  "a removed file is named",
  (temp) => Deno.remove(temp.join("skills/acme/run.sh")),
  { missing: ["skills/acme/run.sh"] },
);
seen(
  "a file made executable is named",
  (temp) => Deno.chmod(temp.join("skills/acme/SKILL.md"), 0o744),
  { modeChanged: ["skills/acme/SKILL.md"] },
);
seen(
  "other permission bits are no content",
  (temp) => Deno.chmod(temp.join("skills/acme/SKILL.md"), 0o655),
  { intact: true },
);
seen(
  "a file replaced by a link to the same bytes",
  async (temp) => {
    await Deno.rename(temp.join("skills/acme/SKILL.md"), temp.join("copy"));
    await Deno.symlink("../../copy", temp.join("skills/acme/SKILL.md"));
  },
  { changed: ["skills/acme/SKILL.md"], added: ["copy"] },
);
seen(
  "a folder replaced by a link is not walked",
  async (temp) => {
    await Deno.rename(temp.join("skills"), temp.join("moved"));
    await Deno.symlink("/", temp.join("skills"));
    await Deno.remove(temp.join("moved"), { recursive: true });
  },
  {
    added: ["skills"],
    missing: [
      "skills/acme/SKILL.md",
      "skills/acme/l",
      "skills/acme/own.pyc",
      "skills/acme/run.sh",
    ],
  },
);
seen(
  "links to endless devices and secrets are not followed",
  async (temp) => {
    await Deno.symlink("/dev/zero", temp.join("zero"));
    await Deno.symlink("/etc/passwd", temp.join("abs"));
    await Deno.symlink("self", temp.join("self"));
  },
  { added: ["abs", "self", "zero"] },
);
seen(
  "a FIFO is named and never opened",
  async (temp) => {
    const made = await new Deno.Command("mkfifo", {
      args: [temp.join("skills/fifo")],
    }).output();
    assert.ok(made.success);
  },
  {
    strange: [{ path: "skills/fifo", what: "is a device, FIFO or socket" }],
  },
);
seen(
  "a hook planted in the .git folder",
  async (temp) => {
    await Deno.mkdir(temp.join(".git/hooks"));
    await Deno.writeTextFile(temp.join(".git/config"), "[core]\n");
  },
  {
    strange: [
      { path: ".git/config", what: "lies in the folder that must stay empty" },
      { path: ".git/hooks", what: "lies in the folder that must stay empty" },
    ],
  },
);
seen(
  "a .git file that leads to another repository",
  async (temp) => {
    await Deno.remove(temp.join(".git"));
    await Deno.writeTextFile(temp.join(".git"), "gitdir: /elsewhere\n");
  },
  { strange: [{ path: ".git", what: "is not a real folder" }] },
);
seen(
  "a .git link to an empty folder",
  async (temp) => {
    await Deno.remove(temp.join(".git"));
    await Deno.mkdir(temp.join("empty"));
    await Deno.symlink("empty", temp.join(".git"));
  },
  { strange: [{ path: ".git", what: "is not a real folder" }] },
);
seen(
  "the .git folder removed",
  (temp) => Deno.remove(temp.join(".git")),
  { strange: [{ path: ".git", what: "is missing" }] },
);
seen(
  "empty folders are no content",
  (temp) =>
    Deno.mkdir(temp.join("skills/acme/empty/deep"), { recursive: true }),
  { intact: true },
);
seen(
  "what tools leave behind is noise",
  async (temp) => {
    await Deno.mkdir(temp.join("skills/acme/__pycache__"));
    await Deno.writeTextFile(temp.join("skills/acme/__pycache__/a.pyc.17"), "");
    await Deno.writeTextFile(temp.join("skills/acme/x.pyc"), "");
    await Deno.writeTextFile(temp.join("skills/.DS_Store"), "");
    await Deno.writeTextFile(temp.join("Thumbs.db"), "");
  },
  {
    intact: true,
    noise: [
      "Thumbs.db",
      "skills/.DS_Store",
      "skills/acme/__pycache__/a.pyc.17",
      "skills/acme/x.pyc",
    ],
  },
);
seen(
  "a link that calls itself noise is an added link",
  (temp) => Deno.symlink("/", temp.join("skills/.DS_Store")),
  { added: ["skills/.DS_Store"] },
);
seen(
  "a file of the source that looks like noise is content",
  (temp) => Deno.writeTextFile(temp.join("skills/acme/own.pyc"), "EVIL"),
  { changed: ["skills/acme/own.pyc"] },
);

seen(
  "a name that is no text is named as far as it can be",
  async (temp) => {
    const made = await new Deno.Command("sh", {
      args: ["-c", "touch \"$(printf 'bad\\377')\""],
      cwd: temp.path,
    }).output();
    assert.ok(made.success);
  },
  { strange: [{ path: "bad\ufffd", what: "cannot be read" }] },
);

seen(
  "two names that come out alike are no fault of ours",
  async (temp) => {
    const made = await new Deno.Command("sh", {
      args: [
        "-c",
        "touch \"$(printf 'bad\\377')\" \"$(printf 'bad\\357\\277\\275')\"",
      ],
      cwd: temp.path,
    }).output();
    assert.ok(made.success);
  },
  {
    added: ["bad\ufffd"],
    strange: [{ path: "bad\ufffd", what: "is the name of two files" }],
  },
);

Deno.test("a same-size edit with restored times: seen by the full check alone", async () => {
  await using temp = await tempDir();
  const { listing, content } = await snapshot(temp);
  const path = temp.join("skills/acme/SKILL.md");
  const { atime, mtime } = await Deno.stat(path);
  await Deno.writeTextFile(path, "# Evil\n");
  await Deno.utime(path, atime!, mtime!);
  assert.deepEqual(quickState(temp.path, listing).changed, []);
  assert.deepEqual(compareSnapshot(temp.path, listing, content).changed, [
    "skills/acme/SKILL.md",
  ]);
});

Deno.test("times that a copy or a backup changed accuse nobody", async () => {
  await using temp = await tempDir();
  const { listing, content } = await snapshot(temp);
  for (const { path, mode } of listing) {
    if (mode !== "120000") await Deno.utime(temp.join(path), 1, 1);
  }
  await Deno.remove(temp.join("skills/acme/l"));
  await new Promise((done) => setTimeout(done, 5));
  await Deno.symlink("SKILL.md", temp.join("skills/acme/l"));
  assert.deepEqual(quickState(temp.path, listing), INTACT);
  const { relisted, ...rest } = compareSnapshot(temp.path, listing, content);
  assert.deepEqual(rest, INTACT);
  assert.equal(listingDigest(relisted!), content);
  assert.equal(
    compareSnapshot(temp.path, relisted, content).relisted,
    undefined,
  );
});

Deno.test("a same-size edit under another time is tampering to the quick check too", async () => {
  await using temp = await tempDir();
  const { listing } = await snapshot(temp);
  await Deno.writeTextFile(temp.join("skills/acme/SKILL.md"), "# Evil\n");
  await Deno.utime(temp.join("skills/acme/SKILL.md"), 1, 1);
  const { intact, changed } = quickState(temp.path, listing);
  assert.deepEqual({ intact, changed }, {
    intact: false,
    changed: ["skills/acme/SKILL.md"],
  });
});

Deno.test("a link of the same length elsewhere is seen by the quick check, whatever its time", async () => {
  await using temp = await tempDir();
  const { listing } = await snapshot(temp);
  const path = temp.join("skills/acme/l");
  await Deno.remove(path);
  await Deno.symlink("run.shxx", path);
  const { mtime } = await Deno.lstat(path);
  const retimed = listing.map((entry) =>
    entry.path === "skills/acme/l"
      ? { ...entry, mtime: mtime!.getTime() }
      : entry
  );
  assert.deepEqual(quickState(temp.path, retimed).changed, ["skills/acme/l"]);
});

Deno.test("a listing edited together with the bytes is not believed", async () => {
  await using temp = await tempDir();
  const { listing, content } = await snapshot(temp);
  await Deno.writeTextFile(temp.join("evil.md"), "");
  const forged = [
    { ...listing[0]!, path: "evil.md" },
    ...listing,
  ];
  assert.deepEqual(compareSnapshot(temp.path, forged, content), {
    ...INTACT,
    intact: false,
    listed: false,
  });
});

Deno.test("without a listing the content digest alone decides", async () => {
  await using temp = await tempDir();
  const { listing, content } = await snapshot(temp);
  assert.deepEqual(compareSnapshot(temp.path, undefined, content), {
    ...INTACT,
    listed: false,
    relisted: listing,
  });
  await Deno.chmod(temp.join("skills/acme/run.sh"), 0o644);
  assert.equal(compareSnapshot(temp.path, undefined, content).intact, false);
});

Deno.test("a snapshot that is a link, or missing, is an error", async () => {
  await using temp = await tempDir();
  const { listing, content } = await snapshot(temp);
  await using other = await tempDir();
  await Deno.symlink(temp.path, other.join("link"));
  for (const path of ["link", "gone"]) {
    assert.throws(
      () => compareSnapshot(other.join(path), listing, content),
      HostError,
    );
    assert.throws(() => quickState(other.join(path), listing), HostError);
  }
});
