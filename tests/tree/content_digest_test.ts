import assert from "node:assert/strict";
import fc from "fast-check";
import { blobId } from "../../lib/tree/blob_id.ts";
import {
  contentDigest,
  type DigestedFile,
  type FileMode,
} from "../../lib/tree/content_digest.ts";
import { tempDir } from "../support/temp_dir.ts";
import { gitContent } from "./git_content.ts";

interface Made {
  readonly path: string;
  readonly mode: FileMode;
  readonly content: string;
}

const digested = (files: readonly Made[]): DigestedFile[] =>
  files.map(({ path, mode, content }) => ({
    path,
    mode,
    id: blobId(new TextEncoder().encode(content)),
  }));

/** Writes the files to disk and asks stock git for their tree's id. */
async function byGit(files: readonly Made[]): Promise<string> {
  await using temp = await tempDir();
  for (const { path, mode, content } of files) {
    const place = temp.join(path);
    await Deno.mkdir(place.slice(0, place.lastIndexOf("/")), {
      recursive: true,
    });
    if (mode === "120000") await Deno.symlink(content, place);
    else await Deno.writeTextFile(place, content);
    if (mode === "100755") await Deno.chmod(place, 0o755);
  }
  return await gitContent(temp.path);
}

Deno.test("golden: the ids never change", () => {
  assert.equal(
    blobId(new Uint8Array()),
    "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
  );
  assert.equal(
    contentDigest([]),
    "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
  );
  assert.equal(
    contentDigest(digested([
      { path: "skills/acme/SKILL.md", mode: "100644", content: "# Acme\n" },
      { path: "skills/acme/run.sh", mode: "100755", content: "#!/bin/sh\n" },
      { path: "skills/acme/l", mode: "120000", content: "SKILL.md" },
    ])),
    "a95967e159a18fc8faa1a1aad5b1455df4b01285b204a86449fe81092c2d0f79",
  );
});

Deno.test("stock git gives the same, filters, line ends and ignores or not", async () => {
  const files: Made[] = [
    { path: "a/b", mode: "100644", content: "one\r\n" },
    { path: "a.b", mode: "100644", content: "$Id$\n" },
    { path: "a-b", mode: "100755", content: "" },
    { path: "a0", mode: "120000", content: "gone" },
    { path: "dir/\ud83d\ude00", mode: "100644", content: "\ud83d\ude00" },
    { path: "dir/\uffee", mode: "100644", content: "\uffee" },
    { path: "dir/.gitignore", mode: "100644", content: "*\n" },
    {
      path: ".gitattributes",
      mode: "100644",
      content: "* text=auto eol=crlf ident export-ignore filter=lfs\n",
    },
  ];
  assert.equal(contentDigest(digested(files)), await byGit(files));
});

Deno.test("the order of the files does not matter", () => {
  const files = digested(
    ["d.x", "db", "d/x", "d0"].map((path): Made => ({
      path,
      mode: "100644",
      content: path,
    })),
  );
  assert.equal(contentDigest(files), contentDigest(files.toReversed()));
});

Deno.test("every mode, name and byte counts", () => {
  const file: Made = { path: "a", mode: "100644", content: "x" };
  const others: Made[] = [
    { ...file, mode: "100755" },
    { ...file, mode: "120000" },
    { ...file, path: "b" },
    { ...file, path: "a/a" },
    { ...file, content: "y" },
  ];
  const ids = [file, ...others].map((each) => contentDigest(digested([each])));
  assert.equal(new Set(ids).size, ids.length);
});

Deno.test("two entries of one name are a fault, not a digest", () => {
  const file = (path: string): Made => ({ path, mode: "100644", content: "" });
  for (const paths of [["a", "a"], ["a", "a/b"], ["a/b", "a"]]) {
    assert.throws(() => contentDigest(digested(paths.map(file))), TypeError);
  }
});

Deno.test("stock git agrees about any tree", async () => {
  const name = fc.string({
    unit: fc.constantFrom(
      "a",
      "b",
      "-",
      "0",
      "~",
      "\u00e9",
      "\uffee",
      "\u{1f600}",
    ),
    minLength: 1,
    maxLength: 3,
  });
  const file = fc.record({
    path: fc.array(name, { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join("/")),
    mode: fc.constantFrom<FileMode>("100644", "100755", "120000"),
    content: fc.string({ minLength: 1, maxLength: 5 })
      .filter((text) => !text.includes("\0")),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(file, { maxLength: 6, selector: ({ path }) => path }),
      async (files) => {
        fc.pre(
          files.every(({ path }) =>
            !files.some((other) => other.path.startsWith(`${path}/`))
          ),
        );
        assert.equal(contentDigest(digested(files)), await byGit(files));
      },
    ),
    { numRuns: 25 },
  );
});
