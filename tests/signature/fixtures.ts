import { type KeyRing, readKeyRing } from "../../lib/signature/key_ring.ts";
import { loadOpenPgp } from "../../lib/signature/openpgp.ts";

const FOLDER = new URL("fixtures/", import.meta.url);

/** When the fixtures are judged: after every date that `make.sh` gives them, but the one in the future. */
export const NOW = new Date("2026-06-01T00:00:00Z");

/** The bytes of a file that `fixtures/make.sh` made with gpg, ssh-keygen or git. */
export function fixture(path: string): Uint8Array<ArrayBuffer> {
  return Deno.readFileSync(new URL(path, FOLDER));
}

/** The names of the fixtures in a folder. */
export function fixturesIn(folder: string): string[] {
  return [...Deno.readDirSync(new URL(folder, FOLDER))]
    .map(({ name }) => name).sort();
}

/** The fingerprint of a fixture's key. */
export function fingerprint(name: string): string {
  const text = new TextDecoder().decode(fixture("fingerprints.txt"));
  const line = text.split("\n").find((line) => line.startsWith(`${name} `));
  return line!.slice(name.length + 1);
}

/** Every fixture key but the stranger's, as one KEYS file. */
export function fixtureKeys(): Promise<KeyRing> {
  const files = fixturesIn("keys").map((name) => fixture(`keys/${name}`));
  return ring(Uint8Array.from(files.flatMap((bytes) => [...bytes])));
}

/** A KEYS file as the tool reads it. */
export async function ring(keys: Uint8Array | string): Promise<KeyRing> {
  const bytes = typeof keys === "string"
    ? new TextEncoder().encode(keys)
    : keys;
  return await readKeyRing(bytes, "KEYS", await loadOpenPgp());
}
