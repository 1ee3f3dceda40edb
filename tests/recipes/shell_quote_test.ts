import assert from "node:assert/strict";
import fc from "fast-check";
import { shellQuote } from "../../recipes/shell_quote.ts";

Deno.test("a shell reads a quoted argument back as it was", async () => {
  const argument = fc.string({ unit: "binary" })
    .filter((text) => !text.includes("\0") && text.isWellFormed());
  await fc.assert(
    fc.asyncProperty(
      fc.array(argument, { minLength: 1, maxLength: 30 }),
      async (texts) => {
        const { stdout } = await new Deno.Command("sh", {
          args: ["-c", `printf '%s\\0' ${texts.map(shellQuote).join(" ")}`],
        }).output();
        const read = new TextDecoder("utf-8", { ignoreBOM: true })
          .decode(stdout).split("\0").slice(0, -1);
        assert.deepEqual(read, texts);
      },
    ),
    { numRuns: 20 },
  );
});

Deno.test("plain urls and refs stay readable", () => {
  assert.equal(
    shellQuote("https://example.org/a.git"),
    "https://example.org/a.git",
  );
  assert.equal(shellQuote("a'b"), `'a'\\''b'`);
  assert.equal(shellQuote(""), "''");
});
