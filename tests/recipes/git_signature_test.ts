import assert from "node:assert/strict";
import { SourceError } from "../../lib/base/errors.ts";
import type { CommitId } from "../../lib/base/ids.ts";
import type { KeyRing } from "../../lib/signature/key_ring.ts";
import type { SigningPolicy } from "../../lib/signature/model.ts";
import type { Pin } from "../../lib/trust/model.ts";
import type { FetchedCommit } from "../../lib/git/fetch_commit.ts";
import { checkGitSignature } from "../../recipes/check_git_signature.ts";
import { fetchPin } from "../../recipes/mod.ts";
import { memoryTree } from "../tree/memory_tree.ts";
import { NOW, ring } from "../signature/fixtures.ts";
import { startGitServer } from "../servers/git_server.ts";
import type { SshServer } from "../servers/ssh_server.ts";
import { git } from "../support/git.ts";
import {
  armoredSignature,
  type PgpKey,
  pgpKey,
  pgpSign,
  revoked,
} from "../support/pgp.ts";
import { sampleFiles } from "../support/sample_source.ts";
import { type SshSigner, sshSigner } from "../support/ssh_signer.ts";
import { tempDir } from "../support/temp_dir.ts";
import { withSshd } from "../support/with_sshd.ts";
import { writeFiles } from "../support/write_files.ts";
import { recipeContext } from "./recipe_context.ts";

/** Signs the payload of a git object. */
type Sign = (payload: Uint8Array) => Promise<string>;

const DAY = 24 * 60 * 60;
const MADE = new Date("2025-01-01T00:00:00Z");
const REVOKED = new Date("2025-02-01T00:00:00Z");

const pgp = {
  trusted: await pgpKey(),
  stranger: await pgpKey({ name: "A Stranger" }),
  expired: await pgpKey({ date: MADE, expires: 30 * DAY }),
  lapsed: await pgpKey({ date: MADE, expires: 200 * DAY }),
  stolen: await revoked(await pgpKey(), "compromised", REVOKED),
};
const ssh = { trusted: await sshSigner(), stranger: await sshSigner() };
const known = [pgp.trusted, pgp.expired, pgp.lapsed, pgp.stolen];
const keys: KeyRing = await ring(
  known.map(({ armored }) => armored).join("\n"),
);
const policy: SigningPolicy = {
  keys,
  signedBy: [
    ...known.map(({ fingerprint }) => fingerprint),
    ssh.trusted.fingerprint,
  ],
  now: NOW,
};

const byPgp = (key: PgpKey): Sign => async (payload) =>
  armoredSignature(await pgpSign(key, payload));
const bySsh = (key: SshSigner): Sign => (payload) => key.sign(payload);
/** A good signature of other bytes. */
const tampered = (sign: Sign): Sign => (payload) =>
  sign(Uint8Array.from([...payload, 0x0a]));

/** Where the signature of a row stands. */
type Place = "tag" | "commit";
/** How the signature of a row was made, and what it comes to in a tag and in a commit alike. */
const SIGNATURES: readonly (readonly [string, Sign | undefined, string])[] = [
  ["OpenPGP, trusted", byPgp(pgp.trusted), "good"],
  ["OpenPGP, stranger", byPgp(pgp.stranger), "signature-unknown-key"],
  ["OpenPGP, tampered", tampered(byPgp(pgp.trusted)), "signature-bad"],
  ["OpenPGP, expired", byPgp(pgp.expired), "signature-expired-at-signing"],
  ["OpenPGP, expired since", byPgp(pgp.lapsed), "made-before-expiry"],
  ["OpenPGP, revoked", byPgp(pgp.stolen), "signature-revoked"],
  ["SSH, trusted", bySsh(ssh.trusted), "good"],
  ["SSH, stranger", bySsh(ssh.stranger), "signature-not-listed"],
  ["SSH, tampered", tampered(bySsh(ssh.trusted)), "signature-bad"],
  ["unsigned", undefined, "signature-unsigned"],
];

/** A tag and a branch of one name, and the commit they lead to; either of the two objects is signed or not. */
interface Signed {
  readonly url: string;
  /** The same repository on this disk. */
  readonly local: string;
  readonly ref: string;
  readonly commit: CommitId;
}

interface World extends AsyncDisposable {
  /** Makes and publishes a commit, a tag of it and a branch. */
  make(
    signs: Partial<Record<Place, Sign>>,
    options?: MakeOptions,
  ): Promise<Signed>;
  /** The signer of what a pin leads to; nothing may stay behind either way. */
  fetch(pin: Pin, signing?: Partial<SigningPolicy>): Promise<string>;
}

interface MakeOptions {
  /** The name inside the tag object; the ref's own unless given. */
  readonly inner?: string;
  readonly format?: "sha1" | "sha256";
  /** A tag in front, which the ref leads to, unsigned or signed. */
  readonly nested?: boolean | Sign;
}

interface WorldOptions {
  /** The protocol of the http server. */
  readonly protocol?: "v0" | "v2";
  /** Reach the repositories over this server instead. */
  readonly sshd?: SshServer;
}

async function world({ protocol, sshd }: WorldOptions = {}): Promise<World> {
  const temp = await tempDir();
  const scratch = temp.join("scratch");
  const root = temp.join("served");
  await Deno.mkdir(scratch);
  await Deno.mkdir(root);
  const server = await startGitServer(
    root,
    protocol === undefined ? {} : { protocol },
  );
  const base = sshd === undefined ? server.url : `${sshd.url}${root}`;
  const repositories = new Map<string, Promise<Repository>>();
  let count = 0;
  return {
    async make(signs, { inner, format = "sha1", nested = false } = {}) {
      const made = repositories.get(format) ?? repository(root, format);
      repositories.set(format, made);
      const { bare, unsigned } = await made;
      const ref = `v${++count}.0`;
      const raw = unsigned.replace(/\n\n.*/s, `\n\nRelease ${ref}\n`);
      const commit = await signedCommit(bare, raw, format, signs.commit);
      let tag = await signedTag(bare, commit, inner ?? ref, signs.tag);
      if (nested !== false) {
        const outer = tagText(tag, "tag", ref);
        const signature = nested === true
          ? ""
          : await nested(new TextEncoder().encode(outer));
        tag = await object(bare, "tag", outer + signature);
      }
      await git(bare, ["update-ref", `refs/heads/${ref}`, commit]);
      await git(bare, ["update-ref", `refs/tags/${ref}`, tag]);
      return {
        url: `${base}/${format}.git`,
        local: `file://${bare}`,
        ref,
        commit: commit as CommitId,
      };
    },
    async fetch(pin, signing = {}) {
      try {
        const fetched = await fetchPin(pin, {
          ...recipeContext(scratch),
          ...(sshd === undefined ? {} : { env: (name) => sshd.env[name] }),
          signing: { ...policy, ...signing },
        });
        await fetched.tree.close();
        assert.ok(fetched.signer !== undefined);
        return fetched.signer;
      } finally {
        assert.deepEqual([...Deno.readDirSync(scratch)], []);
      }
    },
    async [Symbol.asyncDispose]() {
      await server.close();
      await temp[Symbol.asyncDispose]();
    },
  };
}

interface Repository {
  readonly bare: string;
  /** A commit, as git wrote it. */
  readonly unsigned: string;
}

async function repository(root: string, format: string): Promise<Repository> {
  const checkout = `${root}/${format}.checkout`;
  const bare = `${root}/${format}.git`;
  const init = ["init", "-q", "-b", "main", `--object-format=${format}`];
  await git(root, [...init, checkout]);
  await git(root, [...init, "--bare", bare]);
  await writeFiles(checkout, sampleFiles(["one"]));
  await git(checkout, ["add", "-A"]);
  await git(checkout, ["commit", "-q", "-m", "Add a skill"]);
  await git(checkout, ["push", "-q", bare, "main"]);
  const raw = await git(checkout, ["cat-file", "commit", "HEAD"]);
  return { bare, unsigned: `${raw}\n` };
}

/** Stores a commit with its signature where git puts it. */
async function signedCommit(
  bare: string,
  payload: string,
  format: "sha1" | "sha256",
  sign: Sign | undefined,
): Promise<string> {
  if (sign === undefined) return await object(bare, "commit", payload);
  const signature = await sign(new TextEncoder().encode(payload));
  const header = format === "sha1" ? "gpgsig" : "gpgsig-sha256";
  const at = payload.indexOf("\n\n") + 1;
  const folded = signature.trimEnd().replaceAll("\n", "\n ");
  const [head, message] = [payload.slice(0, at), payload.slice(at)];
  return await object(bare, "commit", `${head}${header} ${folded}\n${message}`);
}

/** Stores a tag of a commit, its signature behind it. */
async function signedTag(
  bare: string,
  commit: string,
  name: string,
  sign: Sign | undefined,
): Promise<string> {
  const payload = tagText(commit, "commit", name);
  const signature = await sign?.(new TextEncoder().encode(payload)) ?? "";
  return await object(bare, "tag", payload + signature);
}

function tagText(target: string, type: string, name: string): string {
  const tagger = "A Maintainer <a@example.org> 1740787200 +0000";
  return `object ${target}\ntype ${type}\ntag ${name}\ntagger ${tagger}\n\nA release\n`;
}

async function object(
  bare: string,
  type: string,
  text: string,
): Promise<string> {
  const args = ["hash-object", "-t", type, "-w", "--stdin"];
  return await git(bare, args, { input: text });
}

function tagPin({ url, ref, commit }: Signed): Pin {
  return { method: "git-tag", url, ref, commit };
}

function branchPin({ url, ref }: Signed): Pin {
  return { method: "git-branch", url, ref };
}

/** The word for what became of a fetch: `passes`, or the rule that refused it. */
async function outcome(fetching: Promise<string>): Promise<string> {
  return await fetching.then(() => "passes", (error) => {
    assert.ok(error instanceof SourceError, String(error));
    return error.code;
  });
}

Deno.test("signatures of tags and commits: each kind, each place, each verdict", async () => {
  await using here = await world();
  for (const [name, sign, verdict] of SIGNATURES) {
    const expected = verdict.startsWith("signature-") ? verdict : "passes";
    const inTag = await here.make(sign === undefined ? {} : { tag: sign });
    assert.equal(
      await outcome(here.fetch(tagPin(inTag))),
      expected,
      `${name}, in the tag`,
    );
    const inCommit = await here.make(
      sign === undefined ? {} : { commit: sign },
    );
    assert.equal(
      await outcome(here.fetch(tagPin(inCommit))),
      expected,
      `${name}, in the commit`,
    );
    assert.equal(
      await outcome(here.fetch(branchPin(inCommit))),
      expected,
      `${name}, at the tip of a branch`,
    );
  }
});

Deno.test("one good signature is enough, a bad one refuses", async () => {
  await using here = await world();
  const good = byPgp(pgp.trusted);
  const rows: [Sign, Sign, string][] = [
    [good, bySsh(ssh.trusted), "passes"],
    [good, byPgp(pgp.stranger), "passes"],
    [byPgp(pgp.stranger), good, "passes"],
    [bySsh(ssh.stranger), good, "passes"],
    [good, tampered(good), "signature-bad"],
    [tampered(good), good, "signature-bad"],
    [byPgp(pgp.stranger), byPgp(pgp.expired), "signature-unknown-key"],
  ];
  for (const [tag, commit, expected] of rows) {
    const made = await here.make({ tag, commit });
    assert.equal(await outcome(here.fetch(tagPin(made))), expected);
  }
});

Deno.test("a signed v0.9 served as a later version is refused, though its commit is good", async () => {
  await using here = await world();
  for (const sign of [byPgp(pgp.trusted), bySsh(ssh.trusted)]) {
    const renamed = await here.make(
      { tag: sign, commit: sign },
      { inner: "v0.9" },
    );
    assert.equal(await outcome(here.fetch(tagPin(renamed))), "signature-bad");
  }
  // An unsigned tag says nothing that anybody signed.
  const unsigned = await here.make(
    { commit: byPgp(pgp.trusted) },
    { inner: "v0.9" },
  );
  assert.equal(await outcome(here.fetch(tagPin(unsigned))), "passes");
});

Deno.test("a signed tag behind another tag is refused under another name, and counts under its own", async () => {
  await using here = await world();
  const tag = byPgp(pgp.trusted);
  const renamed = await here.make({ tag }, { inner: "v0.9", nested: true });
  assert.equal(await outcome(here.fetch(tagPin(renamed))), "signature-bad");
  const same = await here.make({ tag }, { nested: true });
  assert.equal(await outcome(here.fetch(tagPin(same))), "passes");
  // A signature over a tag of a tag does not name the commit.
  const outer = await here.make({}, { nested: tag });
  assert.equal(await outcome(here.fetch(tagPin(outer))), "signature-bad");
});

Deno.test("words behind a signature, which nobody signed, refuse it", async () => {
  await using here = await world();
  for (const sign of [byPgp(pgp.trusted), bySsh(ssh.trusted)]) {
    const tag: Sign = async (payload) =>
      `${await sign(payload)}Reviewed and approved.\n`;
    const made = await here.make({ tag });
    assert.equal(await outcome(here.fetch(tagPin(made))), "signature-bad");
  }
});

Deno.test("SHA-256 repositories sign under a header of their own", async () => {
  await using here = await world();
  for (const sign of [byPgp(pgp.trusted), bySsh(ssh.trusted)]) {
    const made = await here.make({ tag: sign }, { format: "sha256" });
    assert.equal(await outcome(here.fetch(tagPin(made))), "passes");
    const commit = await here.make({ commit: sign }, { format: "sha256" });
    assert.equal(await outcome(here.fetch(tagPin(commit))), "passes");
  }
});

Deno.test("a repository on this disk is held to the same", async () => {
  await using here = await world();
  for (
    const [sign, expected] of [
      [byPgp(pgp.trusted), "passes"],
      [byPgp(pgp.stranger), "signature-unknown-key"],
    ] as const
  ) {
    const made = await here.make({ tag: sign });
    const pin = { ...tagPin(made), url: made.local };
    assert.equal(await outcome(here.fetch(pin)), expected);
  }
});

/** Signed tags and signed commits pass, wrong ones do not, whatever the way they come. */
async function holdToSignatures(here: World): Promise<void> {
  const tag = byPgp(pgp.trusted);
  const commit = bySsh(ssh.trusted);
  const rows: [Partial<Record<Place, Sign>>, MakeOptions, string][] = [
    [{ tag }, {}, "passes"],
    [{ commit }, {}, "passes"],
    [{ tag: tampered(tag), commit }, {}, "signature-bad"],
    [{ tag, commit: tampered(commit) }, {}, "signature-bad"],
    [{ tag, commit }, { inner: "v0.9" }, "signature-bad"],
    [{}, {}, "signature-unsigned"],
  ];
  for (const [signs, options, expected] of rows) {
    const made = await here.make(signs, options);
    assert.equal(await outcome(here.fetch(tagPin(made))), expected);
  }
}

Deno.test("a server that speaks protocol 0 only is held to the same", async () => {
  await using here = await world({ protocol: "v0" });
  await holdToSignatures(here);
});

withSshd(
  "a server that is reached by ssh is held to the same",
  async (sshd) => {
    await using here = await world({ sshd });
    await holdToSignatures(here);
  },
);

Deno.test("the locked signer stays, whoever else signs", async () => {
  await using here = await world();
  const both = await here.make({
    tag: byPgp(pgp.trusted),
    commit: bySsh(ssh.trusted),
  });
  for (
    const lockedSigner of [pgp.trusted, ssh.trusted].map(({ fingerprint }) =>
      fingerprint
    )
  ) {
    assert.equal(
      await here.fetch(tagPin(both), { lockedSigner }),
      lockedSigner,
    );
  }
  const lockedSigner = pgp.lapsed.fingerprint;
  const other = here.fetch(tagPin(both), { lockedSigner });
  assert.equal(await outcome(other), "signer-changed");
  const unsigned = await here.make({});
  const none = here.fetch(tagPin(unsigned), { lockedSigner });
  assert.equal(await outcome(none), "signer-changed");
});

Deno.test("a commit that is refused is given up, and its temporary files with it", async () => {
  let closed = 0;
  const fetched: FetchedCommit = {
    tree: { ...memoryTree([]), close: () => Promise.resolve(void closed++) },
    commit: "0".repeat(40) as CommitId,
    findings: [],
    signedObjects: () => ({
      format: "sha1",
      commit: {
        id: "0".repeat(40) as CommitId,
        raw: new TextEncoder().encode("tree 0\n\nunsigned\n"),
      },
      tags: [],
    }),
  };
  const context = { ...recipeContext("/nonexistent"), signing: policy };
  await assert.rejects(checkGitSignature(fetched, "main", context), {
    code: "signature-unsigned",
  });
  assert.equal(closed, 1);
});
