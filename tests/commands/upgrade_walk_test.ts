import assert from "node:assert/strict";
import type { Adopter, Descriptor } from "../support/adopter.ts";
import { trustList } from "../support/adopter.ts";
import type { CliDocument } from "../support/run_cli.ts";
import { sampleSkill, SampleSource } from "../support/sample_source.ts";
import { signTag } from "../support/sign_tag.ts";
import { type SshSigner, sshSigner } from "../support/ssh_signer.ts";
import type { Files } from "../support/write_files.ts";
import { gitContent } from "../tree/git_content.ts";
import { blockOf, linksOf, linksTo, LIST } from "./estate.ts";
import { traces } from "./traces.ts";
import { run, setup, startWorld } from "./world.ts";

/** One move of the walk and what its review has to say. */
interface Move {
  readonly to: Descriptor;
  readonly args?: readonly string[];
  readonly skills: readonly string[];
  readonly signer: SshSigner;
  /** Lines of the review in text; Markdown has them too. */
  readonly says: readonly RegExp[];
  /** What the review in JSON holds. */
  readonly holds: (review: ReviewJson) => void;
}

/** What of a review's document the walk looks at. */
interface ReviewJson {
  readonly pin: { readonly changes: readonly { field: string }[] };
  readonly signer: { from: string; to: string; changed: boolean };
  readonly content: { from: string; to: string };
  readonly skills: {
    added: string[];
    removed: string[];
    changed: { name: string }[];
  };
  readonly files: Readonly<
    Record<"added" | "removed" | "changed", FileJson[]>
  >;
  readonly executables: string[];
}

interface FileJson {
  readonly path: string;
  readonly content: string;
  readonly to: { mode: string } | null;
}

const shown = ({ fingerprint }: SshSigner) => RegExp.escape(fingerprint);
const names = (files: readonly FileJson[]) => files.map(({ path }) => path);

Deno.test("a source walked over its releases: what is shown, what is locked, what stands on disk", async (t) => {
  await using world = await startWorld();
  const [first, second] = [await sshSigner(), await sshSigner()];
  const source = await SampleSource.create(world.root, "acme", [
    "read-mail",
    "read-news",
  ]);
  const url = `${world.git.url}/acme.git`;
  const release = async (ref: string, signer: SshSigner, files: Files) => {
    await source.commit(files, ref);
    const commit = await signTag(source, ref, signer);
    return entry(ref, commit);
  };
  const entry = (ref: string, commit: string): Descriptor => ({
    id: "acme",
    name: "Acme",
    method: "git-tag",
    url,
    ref,
    commit,
    signed_by: [first.fingerprint, second.fingerprint],
    provides: ["read-*"],
  });
  const v1 = await release("v1.0.0", first, {
    "skills/read-mail/logo.png": Uint8Array.of(0x89, 0x50, 0, 1, 2, 3),
  });
  const v2 = await release("v1.1.0", first, {
    ...sampleSkill("read-logs"),
    "skills/read-logs/scan.sh": {
      content: "#!/bin/sh\necho scan\n",
      executable: true,
    },
  });
  const v3 = await release("v1.2.0", first, {
    "skills/read-news/references/notes.md": "Notes of read-news.\r\nTwo.\r\n",
    "skills/read-mail/logo.png": Uint8Array.of(0x89, 0x50, 0, 9, 8, 7, 6),
  });
  const v4 = await release("v1.3.0", second, {
    "skills/read-mail/SKILL.md":
      "---\nname: read-mail\ndescription: Reads mail.\nallowed-tools: Read\n---\n# Read\n\n## Step 1: read\n",
  });
  const v5 = await release("v1.4.0", second, { "NEWS": "Five.\n" });
  await source.publish();

  const adopter = await world.adopter([v1]);
  assert.equal((await setup(adopter)).code, 0);
  await adopter.commit("Adopt");
  const three = ["read-logs", "read-mail", "read-news"];

  const moves: Readonly<Record<string, Move>> = {
    "a family member that brings an executable": {
      to: v2,
      skills: three,
      signer: first,
      says: [
        /pin +git-tag v1\.0\.0 \([0-9a-f]{12}\) → v1\.1\.0 \([0-9a-f]{12}\)/,
        /skills +1 added, 0 removed, 0 changed, 2 unchanged/,
        /new +1 executable, 0 outside hosts/,
        /added +read-logs/,
        /^ *skills\/read-logs\/scan\.sh$/m,
        /A +100755 +20 B +\+2 −0 +skills\/read-logs\/scan\.sh/,
        /^\+echo scan$/m,
      ],
      holds: ({ skills, executables, pin }) => {
        assert.deepEqual(skills.added, ["read-logs"]);
        assert.deepEqual(executables, ["skills/read-logs/scan.sh"]);
        assert.deepEqual(pin.changes.map(({ field }) => field), [
          "ref",
          "commit",
        ]);
      },
    },
    "line ends of another kind and a binary file": {
      to: v3,
      skills: three,
      signer: first,
      says: [
        /skills +0 added, 0 removed, 2 changed, 1 unchanged/,
        /changed +read-mail \(1 file\)/,
        /M +100644 +6→7 B +binary +skills\/read-mail\/logo\.png/,
        /Two\..*(?:\\u\{d\}|␍)/,
      ],
      holds: ({ files }) => {
        assert.deepEqual(names(files.changed), [
          "skills/read-mail/logo.png",
          "skills/read-news/references/notes.md",
        ]);
        assert.equal(files.changed[0]?.content, "binary");
      },
    },
    "a release that another hand signed": {
      to: v4,
      args: ["--allow-signer-change"],
      skills: three,
      signer: second,
      says: [
        new RegExp(`CHANGED ${shown(first)} → ${shown(second)}`),
        /changed +read-mail/,
        /allowed-tools/,
        /\+ Read$/m,
      ],
      holds: ({ signer }) =>
        assert.deepEqual(signer, {
          from: first.fingerprint,
          to: second.fingerprint,
          changed: true,
        }),
    },
    "a release whose tag was moved, and put back": {
      to: v5,
      skills: three,
      signer: second,
      says: [/files +1 added, 0 removed, 0 changed/, /A .* NEWS$/m],
      holds: ({ files }) => assert.deepEqual(names(files.added), ["NEWS"]),
    },
    "back to the first": {
      to: v1,
      args: ["--allow-older", "--allow-signer-change"],
      skills: ["read-mail", "read-news"],
      signer: first,
      says: [
        /skills +0 added, 1 removed, 2 changed/,
        /removed +read-logs/,
        /^-echo scan$/m,
      ],
      holds: ({ skills }) => assert.deepEqual(skills.removed, ["read-logs"]),
    },
  };
  let content = await gitContent(`${adopter.path}/.apache-magpie-sources/acme`);
  for (const [name, move] of Object.entries(moves)) {
    await t.step(name, async () => {
      await adopter.write({ [LIST]: trustList([move.to]) });
      if (move.to === v5) await refusedWhileMoved(adopter, source, second);
      for (const option of move.args ?? []) {
        await refused(adopter, move.args ?? [], option);
      }
      await reviewed(adopter, move, content);
      content = await moved(adopter, move);
    });
  }
  await t.step("and nothing more to do", async () => {
    const before = await traces(adopter.path);
    const again = await run(adopter, ["upgrade", "--yes", "--json"]);
    assert.equal(again.code, 0, again.stdout);
    const document = again.json<
      { changed: boolean; sources: { outcome: string; review?: unknown }[] }
    >();
    assert.equal(document.changed, false);
    assert.equal(document.sources[0]?.outcome, "unchanged");
    assert.equal(document.sources[0]?.review, undefined);
    assert.deepEqual(await traces(adopter.path), before);
  });
});

/** The tag leads elsewhere: nothing is touched, whoever asks. */
async function refusedWhileMoved(
  adopter: Adopter,
  source: SampleSource,
  signer: SshSigner,
): Promise<void> {
  const tag = await source.revision("refs/tags/v1.4.0");
  await source.commit({ "NEWS": "Nobody vouched for this.\n" });
  await signTag(source, "v1.4.0", signer);
  await source.publish();
  const before = await traces(adopter.path);
  const refused = await run(adopter, ["upgrade", "--yes", "--json"]);
  assert.equal(refused.code, 1);
  assert.deepEqual(rules(refused.json()), ["tag-moved"]);
  assert.deepEqual(await traces(adopter.path), before);
  await Deno.writeTextFile(`${source.bare}/refs/tags/v1.4.0`, `${tag}\n`);
}

/** What one option allows is refused without it, whatever else is allowed. */
async function refused(
  adopter: Adopter,
  options: readonly string[],
  missing: string,
): Promise<void> {
  const before = await traces(adopter.path);
  const others = options.filter((option) => option !== missing);
  const refused = await run(adopter, ["upgrade", "--yes", "--json", ...others]);
  assert.equal(refused.code, 1, refused.stdout);
  const rule = missing === "--allow-older" ? "pin-older" : "signer-changed";
  assert.deepEqual(rules(refused.json()), [rule]);
  assert.deepEqual(await traces(adopter.path), before);
}

/** The review as Markdown and as JSON, which changes nothing. */
async function reviewed(
  adopter: Adopter,
  { says, holds }: Move,
  content: string,
): Promise<void> {
  const before = await traces(adopter.path);
  const [markdown, json] = await Promise.all(
    ["md", "json"].map((format) =>
      run(adopter, ["diff", "acme", "--format", format])
    ),
  );
  assert.equal(markdown?.code, 0, markdown?.stderr);
  for (const line of says) assert.match(markdown?.stdout ?? "", line);
  assert.equal(json?.code, 0, json?.stdout);
  const review = json!.json<ReviewJson>();
  assert.equal(review.content.from, content);
  holds(review);
  assert.deepEqual(await traces(adopter.path), before);
}

/** Moves, and holds lock, bytes, links and health to it; returns the new content. */
async function moved(
  adopter: Adopter,
  { to, args = [], skills, signer, says }: Move,
): Promise<string> {
  const upgrade = await run(adopter, ["upgrade", "--yes", ...args]);
  assert.equal(upgrade.code, 0, upgrade.stdout + upgrade.stderr);
  for (const line of says) assert.match(upgrade.stdout, line);
  assert.match(upgrade.stdout, /^acme .* -> .* moved$/m);
  const content = await gitContent(
    `${adopter.path}/.apache-magpie-sources/acme`,
  );
  const block = await blockOf(adopter, "acme");
  assert.deepEqual(
    [block.ref, block.commit, block.content, block.signer],
    [to.ref, to.commit, content, signer.fingerprint],
  );
  assert.deepEqual(await linksOf(adopter), linksTo("acme", skills));
  const verify = await run(adopter, ["verify"]);
  assert.equal(verify.code, 0, verify.stdout);
  return content;
}

function rules({ findings }: CliDocument): string[] {
  return findings.filter(({ level }) => level === "error")
    .map(({ rule }) => rule);
}
