import assert from "node:assert/strict";
import fc from "fast-check";
import { followLink, type Node } from "../../lib/lint/follow_link.ts";
import { workingTree } from "../../lib/lint/working_tree.ts";
import { tempDir } from "../support/temp_dir.ts";

const NAMES = ["a", "b", "c", "d/e", "d/f", "d/g/h"];
const text = fc.constantFrom(
  "a",
  "b",
  "../a",
  "../b",
  "d",
  "d/e",
  "d/g/..",
  "../d/f",
  "../../c",
  "./b/",
  "b//.",
  "e",
  "f/h",
  "h",
  ".",
  "gone",
  "../gone/..",
);
const node = fc.oneof(
  fc.constant(undefined),
  fc.constant("file"),
  fc.constant("folder"),
  text.map((link) => ({ link })),
);

Deno.test("a link leads where the kernel says, or nowhere, or in a circle", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(...NAMES.map(() => node)),
      async (nodes) => {
        await using temp = await tempDir();
        const root = temp.join("root");
        await Deno.mkdir(`${root}/d/g`, { recursive: true });
        for (const [at, what] of nodes.entries()) {
          const place = `${root}/${NAMES[at]}`;
          if (what === "file") await Deno.writeTextFile(place, "");
          else if (what === "folder") await Deno.mkdir(place);
          else if (what !== undefined) await Deno.symlink(what.link, place);
        }
        const tree = workingTree(root, root);
        for (const [at, what] of nodes.entries()) {
          if (what === undefined || typeof what === "string") continue;
          const path = NAMES[at]!;
          const end = followLink(tree, path, what.link);
          let real: string | undefined;
          try {
            real = await Deno.realPath(`${root}/${path}`);
          } catch { /* dangling or circular */ }
          const inside = real === root || real?.startsWith(`${root}/`);
          if (end.end === "folder" || end.end === "file") {
            assert.equal(real, end.path === "" ? root : `${root}/${end.path}`);
            const info = await Deno.stat(`${root}/${path}`);
            assert.equal(info.isDirectory, end.end === "folder");
          } else if (end.end === "outside") {
            // The kernel goes out and may come back; we do not look there.
            assert.ok(!inside || what.link.includes(".."));
          } else assert.equal(real, undefined, JSON.stringify(end));
        }
      },
    ),
    { numRuns: 150 },
  );
});

Deno.test("a chain of links ends, however long; absolute texts of any system are told", () => {
  const chain = (path: string): Node => ({
    kind: "link",
    text: `${Number(path) + 1}`,
  });
  assert.equal(followLink(chain, "0", "1").end, "cycle");
  const empty = (): Node => ({ kind: "missing" });
  for (const absolute of ["/etc", "\\\\server\\share", "C:\\x", "c:/x"]) {
    assert.equal(followLink(empty, "a", absolute).end, "absolute");
  }
});
