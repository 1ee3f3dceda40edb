import assert from "node:assert/strict";
import { localBytes } from "../../lib/archive/local_bytes.ts";
import { tempDir } from "../support/temp_dir.ts";

const read = (url: string, maxBytes = 10) =>
  Array.fromAsync(localBytes(url, maxBytes));

Deno.test("only a regular file of this machine, of bounded size, is read", async () => {
  await using temp = await tempDir();
  await Deno.writeTextFile(temp.join("a.zip"), "0123456789");
  await Deno.symlink(temp.join("a.zip"), temp.join("link.zip"));
  await new Deno.Command("mkfifo", { args: [temp.join("fifo.zip")] }).output();
  const url = `file://${temp.path}`;
  assert.equal((await read(`${url}/a.zip`))[0]?.length, 10);
  const rows = [
    [`file://elsewhere${temp.path}/a.zip`, "url-refused"],
    [`${url}/link.zip`, "url-refused"],
    [`${url}/fifo.zip`, "url-refused"],
    [url, "url-refused"],
    [`${url}/none.zip`, "not-found"],
    [`${url}/%ff.zip`, "not-found"],
  ] as const;
  for (const [each, code] of rows) {
    await assert.rejects(read(each), { code }, each);
  }
  await assert.rejects(read(`${url}/a.zip`, 9), { code: "limit-exceeded" });
});
