import assert from "node:assert/strict";
import { Malformed } from "../../lib/signature/malformed.ts";
import { readSshPublicKey } from "../../lib/signature/ssh_public_key.ts";
import { blob } from "../support/ssh_signer.ts";

const text = (value: string) => new TextEncoder().encode(value);

Deno.test("a key that is written in two ways, or in none, is no key", () => {
  const point = new Uint8Array(32);
  const rows: [Uint8Array, RegExp][] = [
    [blob(text("ssh-ed25519"), point.subarray(1)), /malformed key/],
    [
      blob(text("ecdsa-sha2-nistp256"), text("nistp384"), point),
      /malformed key/,
    ],
    [
      blob(text("ssh-rsa"), Uint8Array.of(0x83), Uint8Array.of(5)),
      /negative number/,
    ],
    [blob(text("ssh-ed25519"), point, text("more")), /more than/],
    [blob(text("ssh-ed25519"), point).subarray(0, -1), /cut off/],
  ];
  for (const [key, words] of rows) {
    assert.throws(() => readSshPublicKey(key), (error) => {
      assert.ok(error instanceof Malformed);
      assert.match(error.message, words);
      return true;
    });
  }
  const key = readSshPublicKey(blob(text("ssh-ed25519"), point));
  assert.equal(key.type, "ed25519");
});
