import assert from "node:assert/strict";
import { readKeyRing } from "../../lib/signature/key_ring.ts";
import { loadOpenPgp } from "../../lib/signature/openpgp.ts";
import { unusableKeys } from "../../lib/signature/unusable_keys.ts";
import { type PgpKey, pgpKey, revoked, SIGNED } from "../support/pgp.ts";

const NOW = new Date("2026-01-01T00:00:00Z");

async function judged(
  keys: readonly PgpKey[],
  only?: readonly string[],
): Promise<[string, string][]> {
  const pgp = await loadOpenPgp();
  const text = keys.map(({ armored }) => armored).join("\n");
  const ring = await readKeyRing(new TextEncoder().encode(text), "KEYS", pgp);
  return (await unusableKeys(ring, only, NOW, pgp))
    .map(({ fingerprint, because }) => [fingerprint, because]);
}

Deno.test("expired and revoked keys are told, good ones are not", async () => {
  const good = await pgpKey();
  const later = await pgpKey({ expires: 60 * 60 * 24 * 3650 });
  const expired = await pgpKey({ expires: 60 * 60 * 24 });
  const retired = await revoked(await pgpKey(), "retired", SIGNED);
  assert.deepEqual(await judged([good, expired, later, retired]), [
    [expired.fingerprint, "expired on 2025-01-02"],
    [retired.fingerprint, "was revoked on 2025-03-01"],
  ]);
});

Deno.test("of those asked for, one that the file lacks is told too", async () => {
  const good = await pgpKey();
  const expired = await pgpKey({ expires: 60 });
  const missing = "A".repeat(40);
  assert.deepEqual(
    await judged([good, expired], [good.fingerprint.toLowerCase(), missing]),
    [[missing, "is not in the file"]],
  );
});
