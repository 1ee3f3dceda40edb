import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { TextModeHash } from "../../lib/signature/text_mode_hash.ts";
import { verifyArchive } from "../../lib/signature/verify_archive.ts";
import { NOW, ring } from "./fixtures.ts";

const BYTES = new TextEncoder().encode("one\r\r\ntwo\0\nend\0\0");

// Made by `gpg --textmode --detach-sign` over BYTES, which end like an archive.
const KEYS = `
-----BEGIN PGP PUBLIC KEY BLOCK-----

mDMEZ3SFgBYJKwYBBAHaRw8BAQdAKOPyUmDk0M58e16PPBX22tcV7SD47MYULY/r
JhfpRTy0HEEgTWFpbnRhaW5lciA8YUBleGFtcGxlLm9yZz6IkAQTFggAOBYhBCkt
0Jge3BrZFk2wjrN9WuRuvUl0BQJndIWAAhsDBQsJCAcCBhUKCQgLAgQWAgMBAh4B
AheAAAoJELN9WuRuvUl0oj0BAOqtQnnFwCQWxm0NdKwrq95LtmipBYVqijr0/4Wl
EDG7AQCUWVflt4AnQfs9fYebNnS7VGaRrwCzgd8boYqRhHukCw==
=8WDZ
-----END PGP PUBLIC KEY BLOCK-----
`;
const SIGNATURE = `
-----BEGIN PGP SIGNATURE-----

iHUEARYIAB0WIQQpLdCYHtwa2RZNsI6zfVrkbr1JdAUCZ8JOAAAKCRCzfVrkbr1J
dBTwAQDSNU+GHyiIXM2R/N0oQb1I9osioChGMqGCOd20DEWGGQEA8TqfRd6hSc9h
xypnEOLfSPXDjfmjo1GfN5k66i5w7wU=
=CUBQ
-----END PGP SIGNATURE-----
`;

Deno.test("gpg's text-mode signature over bytes that end with NUL is good", async () => {
  const file = {
    name: "x.zip.asc",
    bytes: new TextEncoder().encode(SIGNATURE.trimStart()),
  };
  const keys = await ring(KEYS.trimStart());
  const found = await verifyArchive(file, "x.zip", () => [BYTES], {
    keys,
    now: NOW,
  });
  assert.deepEqual(
    found.findings.map(({ rule }) => rule),
    ["signature-good", "signature-text-mode"],
  );
});

Deno.test("a text hashes the same however it is cut into chunks", () => {
  const text = new TextEncoder().encode("a\r\r\nb\0\n\0\0c\rd\n\n\r\0\r");
  const meant = createHash("sha256").update("a\r\nb\r\n\0\0c\rd\r\n\r\n")
    .digest("hex");
  for (let first = 0; first <= text.length; first++) {
    for (let second = first; second <= text.length; second++) {
      const hash = new TextModeHash(createHash("sha256"));
      hash.update(text.subarray(0, first));
      hash.update(text.subarray(first, second));
      hash.update(text.subarray(second));
      assert.equal(hash.copy().digest("hex"), meant, `${first}, ${second}`);
    }
  }
});
