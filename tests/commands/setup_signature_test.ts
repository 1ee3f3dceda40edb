import assert from "node:assert/strict";
import { fixture } from "../signature/fixtures.ts";
import type { Adopter, Descriptor } from "../support/adopter.ts";
import { trustList } from "../support/adopter.ts";
import type { CliDocument } from "../support/run_cli.ts";
import {
  armoredSignature,
  type PgpKey,
  pgpKey,
  pgpSign,
} from "../support/pgp.ts";
import { sshSigner } from "../support/ssh_signer.ts";
import { zip } from "../support/zip.ts";
import { stands, traces } from "./traces.ts";
import {
  archiveEntries,
  run,
  serveArchive,
  setup,
  startWorld,
  type World,
  zipEntry,
} from "./world.ts";

const LOCK = ".apache-magpie.sources.lock";
const SNAPSHOTS = ".apache-magpie-sources";
const maintainer = await pgpKey();
const second = await pgpKey({ name: "A Second Maintainer" });
const stranger = await pgpKey({ name: "A Stranger" });

/** A world with a release archive that somebody signed. */
interface Release {
  readonly world: World;
  /** The trust-list entry that pins the archive, with `more`. */
  entry(more?: Descriptor): Descriptor;
  /** Puts the signature of `key` beside the archive; none: removes it. */
  sign(key: PgpKey | undefined, suffix?: string): Promise<void>;
  /** Writes the KEYS file that the server serves. */
  publish(...keys: PgpKey[]): Promise<string>;
}

async function release(world: World): Promise<Release> {
  const bytes = zip(archiveEntries("acme-1.0.0", ["acme"]));
  const archive = await serveArchive(
    world.root,
    world.files,
    "acme-1.0.0.zip",
    bytes,
  );
  const side = (suffix: string) => `${world.root}/acme-1.0.0.zip${suffix}`;
  return {
    world,
    entry: (more = {}) => ({ ...zipEntry("acme", archive, ["acme"]), ...more }),
    async sign(key, suffix = ".asc") {
      if (key === undefined) return await Deno.remove(side(suffix));
      const signature = await pgpSign(key, bytes);
      if (suffix === ".sig") {
        return await Deno.writeFile(side(".sig"), signature);
      }
      await Deno.writeTextFile(side(suffix), armoredSignature(signature));
    },
    async publish(...keys) {
      await Deno.writeTextFile(`${world.root}/KEYS`, keysOf(...keys));
      return `${world.files.url}/KEYS`;
    },
  };
}

function keysOf(...keys: PgpKey[]): string {
  return keys.map(({ armored }) => armored).join("\n");
}

/** The rules of a run's findings of at least a note, with their levels. */
function rulesOf({ findings }: CliDocument): string[] {
  return findings.map(({ rule, level }) => `${level} ${rule}`)
    .filter((text) => /signature|signer|keys/.test(text));
}

async function assertNothing(adopter: Adopter): Promise<void> {
  assert.equal(await stands(`${adopter.path}/${SNAPSHOTS}/acme`), false);
  assert.equal(
    await stands(`${adopter.path}/.agents/skills/magpie-acme`),
    false,
  );
  const lock = await adopter.read(LOCK).catch(() => "");
  assert.doesNotMatch(lock, /acme/);
}

async function removeSnapshot(adopter: Adopter): Promise<void> {
  const folder = `${adopter.path}/${SNAPSHOTS}/acme`;
  await Deno.remove(folder, { recursive: true });
}

Deno.test("a signed release: shown, locked, and never asked for again", async () => {
  await using world = await startWorld();
  const { entry, sign } = await release(world);
  await sign(maintainer);
  const adopter = await world.adopter(
    [entry({ keys: "trust/KEYS" })],
    { "trust/KEYS": keysOf(second, maintainer) },
  );
  const first = await setup(adopter);
  assert.equal(first.code, 0, first.stdout + first.stderr);
  assert.match(first.stdout, /signer\s+any key of trust\/KEYS/);
  assert.match(first.stdout, new RegExp(`signed by ${maintainer.fingerprint}`));
  assert.match(
    await adopter.read(LOCK),
    new RegExp(
      `signer: "?${maintainer.fingerprint}`,
    ),
  );
  const before = await traces(adopter.path);
  const requests = world.requests();
  const again = await setup(adopter, "--json");
  assert.equal(again.code, 0, again.stdout);
  assert.equal(world.requests(), requests);
  assert.deepEqual(await traces(adopter.path), before);
  assert.equal((await run(adopter, ["verify"])).code, 0);

  await adopter.commit("Adopt");
  const clone = await adopter.clone(world.join("clone"));
  const frozen = await run(clone, ["setup", "--frozen", "--json"]);
  assert.equal(frozen.code, 0, frozen.stdout + frozen.stderr);
  assert.deepEqual(rulesOf(frozen.json()), ["note signature-good"]);
  const [source] = frozen.json<{ sources: { signer?: string }[] }>().sources;
  assert.equal(source?.signer, maintainer.fingerprint);
});

Deno.test("a demand that is not met installs nothing, by its own word", async () => {
  await using world = await startWorld();
  const { entry, sign, publish } = await release(world);
  const url = await publish(maintainer);
  const adopter = await world.adopter(undefined, { "empty": "no key\n" });
  await Deno.symlink("empty", `${adopter.path}/linked`);
  const rows: [PgpKey | undefined, Descriptor, string][] = [
    [undefined, { keys: url }, "signature-unsigned"],
    [stranger, { keys: url }, "signature-unknown-key"],
    [maintainer, {
      keys: url,
      signed_by: [second.fingerprint],
    }, "signature-not-listed"],
    [maintainer, {
      signed_by: [(await sshSigner()).fingerprint],
    }, "signature-unknown-key"],
    [maintainer, { keys: `${url}-that-is-none` }, "not-found"],
    [maintainer, { keys: "trust/none" }, "keys-unreadable"],
    [maintainer, { keys: "empty" }, "keys-unreadable"],
    [maintainer, { keys: "linked" }, "layer-is-a-link"],
  ];
  for (const [signer, more, rule] of rows) {
    await sign(signer ?? maintainer);
    if (signer === undefined) await sign(undefined);
    await adopter.write({ "skill-sources.md": trustList([entry(more)]) });
    const outcome = await setup(adopter, "--json");
    assert.equal(outcome.code, 1, rule);
    const { findings } = outcome.json();
    const errors = findings.filter(({ level }) => level === "error");
    assert.deepEqual(errors.map((each) => [each.rule, each.source]), [
      [rule, "acme"],
    ]);
    await assertNothing(adopter);
  }
});

Deno.test("a binary .sig counts where there is no .asc, and an .asc that is bad is not made up for by it", async () => {
  await using world = await startWorld();
  const { entry, sign, publish } = await release(world);
  const keys = await publish(maintainer);
  await sign(maintainer, ".sig");
  const descriptors = [entry({ keys })];
  const good = await setup(await world.adopter(descriptors), "--json");
  assert.equal(good.code, 0, good.stdout);
  await Deno.writeFile(
    `${world.root}/acme-1.0.0.zip.asc`,
    fixture("signatures/good.asc"),
  );
  const adopter = await world.adopter(descriptors);
  assert.equal((await setup(adopter)).code, 1);
  await assertNothing(adopter);
});

Deno.test("a signer whom the lock records stands while keys and signature are out of reach", async () => {
  await using world = await startWorld();
  const { entry, sign, publish } = await release(world);
  await sign(maintainer);
  const keys = await publish(maintainer);
  const adopter = await world.adopter([entry({ keys })]);
  assert.equal((await setup(adopter)).code, 0);
  const lock = await adopter.read(LOCK);
  const away = async (prepare: () => Promise<void> | void) => {
    await prepare();
    await removeSnapshot(adopter);
    const outcome = await setup(adopter, "--json");
    assert.equal(outcome.code, 0, outcome.stdout);
    assert.deepEqual(rulesOf(outcome.json()), ["warning signature-unchecked"]);
    assert.ok(await stands(`${adopter.path}/${SNAPSHOTS}/acme`));
    assert.equal(await adopter.read(LOCK), lock);
  };
  world.files.faults.set("/KEYS", { kind: "status", status: 404 });
  await away(() => {});
  world.files.faults.delete("/KEYS");
  await away(() => sign(undefined));

  await sign(maintainer);
  const side = "/acme-1.0.0.zip.asc";
  for (const path of ["/KEYS", side]) {
    const fault = { kind: "status", status: 451 } as const;
    await away(() => void world.files.faults.set(path, fault));
    // Out of reach is no pretext: it refuses what no lock records.
    const fresh = await world.adopter([entry({ keys })]);
    const refused = await setup(fresh, "--json");
    assert.equal(refused.code, 1);
    assert.ok(
      refused.json().findings.some(({ rule }) => rule === "http-failed"),
    );
    await assertNothing(fresh);
    world.files.faults.delete(path);
  }
});

Deno.test("another signer than the locked one is refused, and the last good snapshot stays", async () => {
  await using world = await startWorld();
  const { entry, sign } = await release(world);
  await sign(maintainer);
  const adopter = await world.adopter([entry({ keys: "KEYS" })], {
    "KEYS": keysOf(maintainer, second),
  });
  assert.equal((await setup(adopter)).code, 0);
  const lock = await adopter.read(LOCK);
  await sign(second);
  const skill = `${SNAPSHOTS}/acme/skills/acme/SKILL.md`;
  await Deno.writeTextFile(`${adopter.path}/${skill}`, "edited\n");
  const outcome = await setup(adopter, "--json");
  assert.equal(outcome.code, 1);
  assert.deepEqual(rulesOf(outcome.json()), ["error signer-changed"]);
  assert.equal(await adopter.read(skill), "edited\n");
  assert.equal(await adopter.read(LOCK), lock);
});

Deno.test("keys from the archive's own server are a note until a signer is named or locked", async () => {
  await using world = await startWorld();
  const { entry, sign, publish } = await release(world);
  await sign(maintainer);
  const keys = await publish(maintainer);
  const adopter = await world.adopter([entry({ keys })]);
  const rules = async (here: Adopter) =>
    rulesOf((await setup(here, "--json")).json());
  const good = "note signature-good";
  assert.deepEqual(await rules(adopter), ["note keys-same-origin", good]);
  await removeSnapshot(adopter);
  assert.deepEqual(await rules(adopter), [good]);
  const named = entry({ keys, signed_by: [maintainer.fingerprint] });
  assert.deepEqual(await rules(await world.adopter([named])), [good]);
  const own = { "KEYS": keysOf(maintainer) };
  const kept = await world.adopter([entry({ keys: "KEYS" })], own);
  assert.deepEqual(await rules(kept), [good]);
});

Deno.test("a demand that is new is met at once, or changes nothing", async () => {
  await using world = await startWorld();
  const { entry, sign } = await release(world);
  const adopter = await world.adopter([entry()], {
    "KEYS": keysOf(maintainer),
  });
  assert.equal((await setup(adopter)).code, 0);
  const loose = await adopter.read(LOCK);
  await adopter.write({
    "skill-sources.md": trustList([entry({ keys: "KEYS" })]),
  });
  const unsigned = await setup(adopter, "--json");
  assert.equal(unsigned.code, 1);
  assert.deepEqual(rulesOf(unsigned.json()), ["error signature-unsigned"]);
  assert.equal(await adopter.read(LOCK), loose);
  const health = await run(adopter, ["verify", "--json"]);
  assert.equal(health.code, 1);
  assert.deepEqual(rulesOf(health.json()), ["error signature-required"]);

  await sign(maintainer);
  const signed = await setup(adopter, "--json");
  assert.equal(signed.code, 0, signed.stdout);
  assert.match(
    await adopter.read(LOCK),
    new RegExp(`signer: "?${maintainer.fingerprint}`),
  );
  assert.equal((await run(adopter, ["verify"])).code, 0);
});

Deno.test("a signer written into the lock by hand counts only while the trust list accepts them", async () => {
  await using world = await startWorld();
  const { entry, sign } = await release(world);
  await sign(maintainer);
  const adopter = await world.adopter(
    [entry({ keys: "KEYS", signed_by: [maintainer.fingerprint] })],
    { "KEYS": keysOf(maintainer, second) },
  );
  assert.equal((await setup(adopter)).code, 0);
  const lock = await adopter.read(LOCK);
  await adopter.write({
    [LOCK]: lock.replace(
      new RegExp(`(signer: "?)${maintainer.fingerprint}`),
      `$1${second.fingerprint}`,
    ),
  });
  const health = await run(adopter, ["verify", "--json"]);
  assert.deepEqual(rulesOf(health.json()), ["error signature-required"]);
  assert.equal((await setup(adopter)).code, 1);
});

Deno.test("a damaged block and a private key in KEYS are warnings, and --strict counts them", async () => {
  await using world = await startWorld();
  const { entry, sign } = await release(world);
  await sign(maintainer);
  const keys = [
    second.armored.replace(/^=.{4}$/m, "=AAAA"),
    maintainer.key.armor(),
  ].join("\n");
  const adopter = await world.adopter([entry({ keys: "KEYS" })], {
    KEYS: keys,
  });
  const outcome = await setup(adopter, "--json");
  assert.equal(outcome.code, 0, outcome.stdout);
  assert.deepEqual(rulesOf(outcome.json()).sort(), [
    "note signature-good",
    "warning keys-damaged",
    "warning keys-private",
  ]);
  await removeSnapshot(adopter);
  assert.equal((await setup(adopter, "--strict")).code, 1);
});
