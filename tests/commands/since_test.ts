import assert from "node:assert/strict";
import { type Adopter, trustList } from "../support/adopter.ts";
import { git } from "../support/git.ts";
import type { CliDocument } from "../support/run_cli.ts";
import { steps } from "./steps.ts";
import { copyOf, run, setup, startWorld, tagEntry } from "./world.ts";

const LIST = "skill-sources.md";
const LOCK = ".apache-magpie.sources.lock";

/** A change against the first commit, and the changes of trust that it makes. */
interface Change {
  readonly change: (adopter: Adopter) => Promise<unknown>;
  /** `<level> <rule> <source>` of every change of trust. */
  readonly findings: readonly string[];
  /** What the messages together say. */
  readonly says?: RegExp;
}

async function edit(
  adopter: Adopter,
  path: string,
  from: string | RegExp,
  to: string,
): Promise<void> {
  const text = await adopter.read(path);
  const next = text.replace(from, to);
  assert.notEqual(next, text, `${from} in ${path}`);
  await adopter.write({ [path]: next });
}

const dropKey = (key: string) => (adopter: Adopter) =>
  edit(adopter, LOCK, new RegExp(`^  ${key}:.*\n(?:    .*\n)*`, "m"), "");

const TRUST = new Set([
  "trust-changed",
  "lock-weakened",
  "content-changed",
]);

Deno.test("--since names every change of trust against a revision, in lint and in verify", async (t) => {
  await using world = await startWorld();
  const acme = await world.tagged("acme", ["acme", "extra"]);
  const other = await world.tagged("other", ["other"]);
  const entry = { ...acme.entry, provides: ["acme"] };
  const signers = {
    keys: "trust/KEYS",
    signed_by: ["A".repeat(40)],
    manifest: "required",
  };
  const list = (...entries: Parameters<typeof trustList>[0]) =>
    trustList(entries);
  const adopter = await world.adopter([entry]);
  assert.equal((await setup(adopter)).code, 0);
  // As a signed source would be locked: signatures are for other tests.
  await edit(
    adopter,
    LOCK,
    /^ {2}layout:/m,
    `  signer: "${"A".repeat(40)}"\n  layout:`,
  );
  await adopter.write({
    [LOCK]: [
      (await adopter.read(LOCK)).trimEnd(),
      "  keys: trust/KEYS",
      "  signed_by:",
      `    - "${"A".repeat(40)}"`,
      "  manifest: required",
      "",
    ].join("\n"),
  });
  await adopter.write({
    [LIST]: list({ ...entry, ...signers }),
    "trust/KEYS": "A key\n",
  });
  const base = await adopter.commit("Adopt");
  const signed = { ...entry, ...signers };

  const changes: Record<string, Change> = {
    "nothing": { change: () => Promise.resolve(), findings: [] },
    "only a name": {
      change: (copy) =>
        copy.write({ [LIST]: list({ ...signed, name: "Another name" }) }),
      findings: [],
    },
    "a source is added": {
      change: (copy) => copy.write({ [LIST]: list(signed, other.entry) }),
      findings: ["warning trust-changed other"],
      says:
        /other is trusted now and was not since .*url http.*commit [0-9a-f]{40}.*provides \[skill: other\]/,
    },
    "a source goes, with its block": {
      async change(copy) {
        await copy.write({ [LIST]: "# None\n", [LOCK]: "[]\n" });
      },
      findings: ["warning trust-changed acme"],
      says: /no longer trusted/,
    },
    "the trust list goes": {
      change: (copy) => Deno.remove(`${copy.path}/${LIST}`),
      findings: ["warning trust-changed acme"],
    },
    "another url and commit": {
      change: (copy) =>
        copy.write({
          [LIST]: list({
            ...signed,
            ...tagEntry("acme", other.url, other.commit, ["acme"]),
          }),
        }),
      findings: ["warning trust-changed acme", "warning trust-changed acme"],
      says:
        /another url since [0-9a-f]+: .*other\.git, which was .*acme\.git.*another commit/s,
    },
    "another ref": {
      change: (copy) => edit(copy, LIST, "v1.0.0", "v2.0.0"),
      findings: ["warning trust-changed acme"],
      says: /another ref since [0-9a-f]+: v2\.0\.0, which was v1\.0\.0/,
    },
    "more is provided": {
      change: (copy) =>
        copy.write({
          [LIST]: list({ ...signed, provides: ["acme", "extra"] }),
        }),
      findings: ["warning trust-changed acme"],
      says:
        /provides since [0-9a-f]+: \[skill: acme, skill: extra\], which was \[skill: acme\]/,
    },
    "another signer": {
      change: (copy) => edit(copy, LIST, "A".repeat(40), "B".repeat(40)),
      findings: ["warning trust-changed acme"],
      says: /signed_by since [0-9a-f]+: \[B+\]/,
    },
    "no signature is demanded any more": {
      change: (copy) => copy.write({ [LIST]: list(entry) }),
      findings: [
        "warning trust-changed acme",
        "warning trust-changed acme",
        "warning trust-changed acme",
      ],
      says: /another keys since [0-9a-f]+: none, which was trust\/KEYS/,
    },
    "an entry breaks": {
      change: (copy) => edit(copy, LIST, /^ {2}commit:.*\n/m, ""),
      findings: ["warning trust-changed acme"],
      says: /cannot be used any more/,
    },
    "another signer in the lock": {
      change: (copy) =>
        edit(
          copy,
          LOCK,
          `signer: "${"A".repeat(40)}"`,
          `signer: "${"C".repeat(40)}"`,
        ),
      findings: ["warning trust-changed acme"],
    },
    "another content under the same pin": {
      change: (copy) =>
        edit(copy, LOCK, /content: .*/, `content: "${"ab".repeat(32)}"`),
      findings: ["error content-changed acme"],
      says: /though its pin is the same/,
    },
    "the block goes and the source stays": {
      change: (copy) => copy.write({ [LOCK]: "[]\n" }),
      findings: ["error lock-weakened acme"],
      says: /has no block/,
    },
    "the lock goes": {
      change: (copy) => Deno.remove(`${copy.path}/${LOCK}`),
      findings: ["error lock-weakened acme"],
    },
    ...Object.fromEntries(
      [
        "selection",
        "content",
        "signer",
        "provides",
        "keys",
        "signed_by",
        "manifest",
      ].map((key): [string, Change] => [`the lock loses ${key}`, {
        change: dropKey(key),
        findings: ["error lock-weakened acme"],
        says: new RegExp(`lacks ${key}, which was `),
      }]),
    ),
    "another content of the keys in the repository": {
      change: (copy) => copy.write({ "trust/KEYS": "Another key\n" }),
      findings: ["warning trust-changed acme"],
      says: /another content of its keys, trust\/KEYS, since /,
    },
    "the keys in the repository are a link": {
      async change(copy) {
        await Deno.remove(`${copy.path}/trust/KEYS`);
        await copy.write({ "trust/KEYS": { link: "../elsewhere" } });
      },
      findings: ["warning trust-changed acme"],
    },
    "an organization takes the pin's source over": {
      async change(copy) {
        await copy.write({
          "organizations/independent/skill-sources.md": list(
            tagEntry("acme", other.url, other.commit, ["other"]),
          ),
          [LIST]: list({
            id: "acme",
            ref: "v1.0.0",
            commit: acme.commit,
            ...signers,
          }),
        });
      },
      findings: [
        "warning trust-changed acme",
        "warning trust-changed acme",
      ],
      says: /another url since [0-9a-f]+: .*other\.git/,
    },
  };
  const table = Object.entries(changes).map(([name, change], number) =>
    [name, async () => {
      const copy = await copyOf(adopter, world.join(`copy-${number}`));
      await change.change(copy);
      if (number % 2 === 0) await copy.commit("The change");
      const command = number % 3 === 0 ? "verify" : "lint";
      const ran = await run(copy, [command, "--since", base, "--json"]);
      const document = ran.json<
        CliDocument & { readonly since: { readonly commit: string } }
      >();
      const { findings } = document;
      // What `verify` says of the snapshot itself is not about the revision.
      const seen = findings.filter(({ rule, message }) =>
        TRUST.has(rule) && message.includes(base)
      );
      assert.deepEqual(
        seen.map(({ level, rule, source }) => `${level} ${rule} ${source}`),
        change.findings,
        JSON.stringify(findings, undefined, 1),
      );
      assert.equal(document.since.commit, base);
      if (change.says !== undefined) {
        assert.match(
          seen.map(({ message }) => message).join("\n"),
          change.says,
        );
      }
      await Deno.remove(copy.path, { recursive: true });
    }] as const
  );
  await steps(t, Object.fromEntries(table));

  await t.step(
    "a list that a change commits into the framework's folder was not there before",
    async () => {
      const home = "organizations/independent/skill-sources.md";
      const declared = (url: string) =>
        list(tagEntry("acme", url, acme.commit, ["acme"]));
      const copy = await copyOf(adopter, world.join("framework"));
      await copy.write({
        [LIST]: list({ id: "acme", ref: "v1.0.0", commit: acme.commit }),
        [`.apache-magpie-overrides/${home}`]: declared(acme.url),
      });
      await copy.commit("Trust by way of the organization");
      await copy.write({ [`.apache-magpie/${home}`]: declared(other.url) });
      const urls = async () => {
        const ran = await run(copy, ["lint", "--since", "HEAD", "--json"]);
        return ran.json().findings.flatMap(({ rule, message }) =>
          rule === "trust-changed" ? [message] : []
        );
      };
      assert.deepEqual(await urls(), []);
      await git(copy.path, ["add", "--force", ".apache-magpie"]);
      assert.match(
        (await urls()).join(),
        /another url since HEAD: .*other\.git/,
      );
    },
  );

  await t.step(
    "changes of trust come first: a forge shows ten warnings of a step",
    async () => {
      const copy = await copyOf(adopter, world.join("crowded"));
      await edit(copy, LIST, "v1.0.0", "v2.0.0");
      for (let count = 0; count < 12; count++) {
        await copy.write({ [`.claude/skills/${count}`]: { link: "nowhere" } });
      }
      for (const command of ["lint", "verify"]) {
        const ran = await run(copy, [
          command,
          "--since",
          base,
          "--format=github",
        ]);
        const first = /^::warning.*/m.exec(ran.stdout)?.[0] ?? "";
        assert.match(first, /title=trust-changed/);
      }
    },
  );

  await t.step(
    "a revision before the adoption makes everything new, one that was broken too",
    async () => {
      const copy = await copyOf(adopter, world.join("broken"));
      await copy.write({ [LOCK]: "<<<<<<<\n" });
      await copy.commit("Break the lock");
      await git(copy.path, ["revert", "-n", "HEAD"]);
      await copy.commit("Mend it");
      const mended = await run(copy, ["lint", "--since", "HEAD~1", "--json"]);
      const changed = mended.json().findings.filter(({ rule }) =>
        rule === "trust-changed"
      );
      assert.match(changed[0]?.message ?? "", /cannot be read/);
      const first = await run(copy, [
        "lint",
        "--since",
        await git(copy.path, ["rev-list", "--max-parents=0", "HEAD"]),
        "--json",
      ]);
      assert.equal(
        first.json().findings.some(({ rule }) => rule === "lock-weakened"),
        false,
      );
    },
  );

  await t.step(
    "revisions that name nothing end in a usage error; a shallow clone says so",
    async () => {
      const unknown = await run(adopter, ["lint", "--since", "origin/main"]);
      assert.equal(unknown.code, 2);
      assert.match(unknown.stderr + unknown.stdout, /names no commit of this/);
      await adopter.commit("One more");
      const shallow = world.join("shallow");
      await git(world.path, [
        "clone",
        "-q",
        "--depth=1",
        `file://${adopter.path}`,
        shallow,
      ]);
      const cut = await run({ ...adopter, path: shallow }, [
        "lint",
        "--since",
        base,
      ]);
      assert.equal(cut.code, 2);
      assert.match(cut.stderr + cut.stdout, /shallow clone.*fetch-depth: 0/);
      const partial = world.join("partial");
      await git(adopter.path, ["config", "uploadpack.allowFilter", "true"]);
      await git(world.path, [
        "clone",
        "-q",
        "--filter=tree:0",
        `file://${adopter.path}`,
        partial,
      ]);
      const lacking = await run({ ...adopter, path: partial }, [
        "lint",
        "--since",
        `${base}~1`,
      ]);
      assert.equal(lacking.code, 1);
      assert.match(lacking.stderr, /partial clone: run `git fetch --refetch/);
      const clone = await adopter.clone(world.join("clone"));
      const remote = await run(clone, ["verify", "--since", "origin/main~1"]);
      assert.notEqual(remote.code, 2);
    },
  );
});
