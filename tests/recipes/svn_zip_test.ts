import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Sha512 } from "../../lib/base/ids.ts";
import type { SvnZipPin } from "../../lib/trust/model.ts";
import type { Fetched } from "../../recipes/recipe.ts";
import { svnZip } from "../../recipes/svn_zip.ts";
import { pathOf, readAll } from "../archive/tree_of.ts";
import {
  startStaticServer,
  type StaticServer,
} from "../servers/static_server.ts";
import { type TempDir, tempDir } from "../support/temp_dir.ts";
import { zip } from "../support/zip.ts";
import { recipeContext } from "./recipe_context.ts";

const ARCHIVE = zip([
  { name: "x-1.0.0/skills/scan/SKILL.md", content: "---\nname: scan\n---\n" },
  { name: "x-1.0.0/run.sh", content: "#!/bin/sh\n", mode: 0o100755 },
]);
const sha512 = (bytes: Uint8Array | string) =>
  createHash("sha512").update(bytes).digest("hex") as Sha512;
const DIGEST = sha512(ARCHIVE);

interface World extends AsyncDisposable {
  readonly root: TempDir;
  readonly scratch: TempDir;
  readonly server: StaticServer;
  fetch(path?: string, digest?: Sha512): Promise<Fetched>;
}

async function world(): Promise<World> {
  const root = await tempDir();
  const scratch = await tempDir();
  const server = await startStaticServer(root.path);
  await Deno.writeFile(root.join("x-1.0.0.zip"), ARCHIVE);
  return {
    root,
    scratch,
    server,
    fetch: (path = "/x-1.0.0.zip", digest = DIGEST) =>
      svnZip.fetch(
        pinOf(path.includes(":") ? path : server.url + path, digest),
        recipeContext(scratch.path),
      ),
    async [Symbol.asyncDispose]() {
      await server.close();
      await scratch[Symbol.asyncDispose]();
      await root[Symbol.asyncDispose]();
    },
  };
}

function pinOf(url: string, digest: Sha512): SvnZipPin {
  return { method: "svn-zip", url, ref: "1.0.0", sha512: digest };
}

/** The error of a fetch that must fail, with nothing left behind. */
async function refused(here: World, path?: string, digest?: Sha512) {
  try {
    const { tree } = await here.fetch(path, digest);
    await tree.close();
  } catch (error) {
    assert.deepEqual([...Deno.readDirSync(here.scratch.path)], []);
    const { code, message } = error as { code?: string; message: string };
    return `${code}: ${message}`;
  }
  return "accepted";
}

const rules = (fetched: Fetched) =>
  fetched.findings.map(({ rule, level }) => `${level} ${rule}`);

Deno.test("an archive with the pinned digest becomes a tree without its top folder", async () => {
  await using here = await world();
  await Deno.writeTextFile(
    here.root.join("x-1.0.0.zip.sha512"),
    `${DIGEST}  x-1.0.0.zip\n`,
  );
  const fetched = await here.fetch();
  assert.deepEqual(fetched.tree.entries.map(pathOf), [
    "skills/scan/SKILL.md",
    "run.sh",
  ]);
  assert.deepEqual(fetched.findings, []);
  assert.equal(fetched.sha512, DIGEST);
  assert.equal((await readAll(fetched.tree)).size, 2);
  const [temporary] = [...Deno.readDirSync(here.scratch.path)];
  const mode = Deno.statSync(here.scratch.join(temporary!.name)).mode!;
  assert.equal(mode & 0o777, 0o600);
  await fetched.tree.close();
  assert.deepEqual([...Deno.readDirSync(here.scratch.path)], []);
});

Deno.test("an archive with another digest is refused before one entry is read", async () => {
  await using here = await world();
  // No zip at all: reading an entry would be another error.
  await Deno.writeTextFile(here.root.join("x-1.0.0.zip"), "PK\x03\x04 evil");
  const message = await refused(here);
  assert.match(message, /^archive-changed/);
  assert.ok(message.includes(DIGEST));
  assert.ok(message.includes(sha512("PK\x03\x04 evil")));
  assert.deepEqual(here.server.requests.map(({ path }) => path), [
    "/x-1.0.0.zip",
  ]);
});

Deno.test("a published checksum that differs is an error, none is a warning", async () => {
  await using here = await world();
  const other = sha512("other");
  const side = here.root.join("x-1.0.0.zip.sha512");
  const none = await here.fetch();
  assert.deepEqual(rules(none), ["warning checksum-missing"]);
  await none.tree.close();

  await Deno.writeTextFile(side, `${other}  x-1.0.0.zip\n`);
  assert.match(await refused(here), /^checksum-mismatch/);
  await Deno.writeTextFile(side, `${DIGEST}  x-1.0.0.zip\n${other}\n`);
  assert.match(await refused(here), /^checksum-mismatch/);

  await Deno.writeTextFile(side, `${DIGEST}  x-1.0.0-RC1.zip\n`);
  const candidate = await here.fetch();
  assert.deepEqual(rules(candidate), ["warning checksum-name"]);
  await candidate.tree.close();

  here.server.faults.set("/x-1.0.0.zip.sha512", { kind: "html" });
  const page = await here.fetch();
  assert.deepEqual(rules(page), ["warning checksum-missing"]);
  await page.tree.close();
});

Deno.test("a web page, an empty file and a coded body are called what they are", async () => {
  await using here = await world();
  here.server.faults.set("/x-1.0.0.zip", { kind: "html" });
  assert.match(await refused(here), /^archive-invalid: .*HTML/);
  here.server.faults.delete("/x-1.0.0.zip");
  await Deno.writeFile(here.root.join("x-1.0.0.zip"), new Uint8Array());
  assert.match(await refused(here), /^archive-invalid: .*empty/);
  await Deno.writeFile(here.root.join("x-1.0.0.zip"), gzipSync(ARCHIVE));
  assert.match(await refused(here), /^archive-changed/);
  here.server.faults.set("/x-1.0.0.zip", {
    kind: "headers",
    headers: { "content-encoding": "gzip" },
  });
  assert.match(await refused(here), /^http-failed: .*Content-Encoding/);
});

Deno.test("a pinned file that is no archive, or another than its name says, is refused", async () => {
  await using here = await world();
  const put = async (name: string, bytes: Uint8Array) => {
    await Deno.writeFile(here.root.join(name), bytes);
    return await refused(here, `/${name}`, sha512(bytes));
  };
  const text = new TextEncoder().encode("<html>pinned in error</html>");
  assert.match(await put("p.zip", text), /^archive-invalid: .*HTML/);
  assert.match(
    await put("r.zip", new TextEncoder().encode("Rar!")),
    /neither as a zip nor as a gzip/,
  );
  assert.match(await put("g.zip", gzipSync("x")), /not the zip file/);
  assert.match(await put("z.tgz", ARCHIVE), /not the tar\.gz file/);
});

Deno.test("a download that breaks off is begun anew", async () => {
  await using here = await world();
  here.server.faults.set("/x-1.0.0.zip", {
    kind: "truncate",
    bytes: 30,
    times: 2,
  });
  const fetched = await here.fetch();
  assert.equal(fetched.tree.entries.length, 2);
  await fetched.tree.close();
  here.server.faults.set("/x-1.0.0.zip", { kind: "truncate", bytes: 30 });
  assert.match(await refused(here), /^http-failed/);
});

Deno.test("a release that left the distribution host is hinted at", async () => {
  await using here = await world();
  assert.match(
    await refused(here, "/dist/x/1.0.0/x-1.0.0.zip"),
    /^not-found: .*404.*https:\/\/archive\.apache\.org\/dist\/x\/1\.0\.0\/x-1\.0\.0\.zip/,
  );
  assert.match(await refused(here, "/other/x.zip"), /^not-found: .*private/);
});

Deno.test("an archive that a forge makes on request is warned about", async () => {
  await using here = await world();
  await Deno.mkdir(here.root.join("o/r/archive"), { recursive: true });
  await Deno.writeFile(here.root.join("o/r/archive/v1.zip"), ARCHIVE);
  const fetched = await here.fetch("/o/r/archive/v1.zip");
  assert.ok(rules(fetched).includes("warning forge-archive"));
  await fetched.tree.close();
});

Deno.test("a file url is read from disk, a link and a folder are not", async () => {
  await using here = await world();
  const file = `file://${here.root.join("x-1.0.0.zip")}`;
  const fetched = await here.fetch(file);
  assert.equal(fetched.tree.entries.length, 2);
  await fetched.tree.close();
  await Deno.symlink(here.root.join("x-1.0.0.zip"), here.root.join("l.zip"));
  assert.match(
    await refused(here, `file://${here.root.join("l.zip")}`),
    /^url-refused/,
  );
  assert.match(await refused(here, `file://${here.root.path}`), /^url-refused/);
  assert.match(await refused(here, `${file}x`), /^not-found/);
  assert.match(
    await refused(here, "file://other.example/x.zip"),
    /^url-refused/,
  );
});

Deno.test("the shell commands can be copied whatever the url holds", () => {
  assert.deepEqual(
    svnZip.describe(pinOf("https://h.example/d/x'1.zip?a=b", DIGEST)),
    [
      `curl -fsSL -o './x'\\''1.zip' 'https://h.example/d/x'\\''1.zip?a=b'`,
      `echo '${DIGEST}  ./x'\\''1.zip' | sha512sum -c -`,
      `unzip -q './x'\\''1.zip' -d source`,
    ],
  );
  assert.equal(
    svnZip.describe(pinOf("https://h.example/x.tar.gz", DIGEST)).at(-1),
    "mkdir source && tar -xzf ./x.tar.gz -C source",
  );
});
