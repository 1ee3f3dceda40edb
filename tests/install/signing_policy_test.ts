import assert from "node:assert/strict";
import type { SafePath } from "../../lib/base/ids.ts";
import { signingPolicy } from "../../lib/install/signing_policy.ts";
import { fetchContext } from "../git/fetch_context.ts";
import { tempDir } from "../support/temp_dir.ts";
import { tagSource } from "./sample_plan.ts";

const SOURCE = tagSource("acme", {
  policy: { keys: "trust/KEYS" as SafePath },
});

Deno.test("keys that are not there, or are none, demand a signature all the same", async () => {
  await using temp = await tempDir();
  const { http } = fetchContext(temp.path);
  const context = { root: temp.path, http, now: new Date() };
  await assert.rejects(signingPolicy(SOURCE, undefined, context), {
    code: "keys-unreadable",
    message: /does not exist/,
  });
  await Deno.mkdir(temp.join("trust"));
  await Deno.writeTextFile(temp.join("trust/KEYS"), "Our keys:\n\n(soon)\n");
  await assert.rejects(signingPolicy(SOURCE, undefined, context), {
    code: "keys-unreadable",
    message: /no OpenPGP key that can be read/,
  });
});
