import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { openTarGz } from "../../lib/archive/open_tar_gz.ts";
import { openZip } from "../../lib/archive/open_zip.ts";
import { readChecksums } from "../../lib/archive/read_checksums.ts";
import { safePath, sha512, skillName } from "../../lib/base/ids.ts";
import {
  EntryError,
  SkillSourcesError,
  SourceError,
} from "../../lib/base/errors.ts";
import { parseTree } from "../../lib/git/tree_object.ts";
import { commitTree } from "../../lib/git/commit_object.ts";
import { commitParents } from "../../lib/git/commit_parents.ts";
import { parseRefLine } from "../../lib/git/ls_refs.ts";
import { memoryBytes } from "../../lib/git/pack_bytes.ts";
import { readPack } from "../../lib/git/pack_reader.ts";
import { decodePackets } from "../../lib/git/pkt_line.ts";
import { parseTag } from "../../lib/git/tags.ts";
import { parseCommittedLock } from "../../lib/lock/parse_committed_lock.ts";
import { parseLocalLock } from "../../lib/lock/parse_local_lock.ts";
import { serializeCommittedLock } from "../../lib/lock/serialize_committed_lock.ts";
import { compareVersions } from "../../lib/release/compare_versions.ts";
import { shapeOf, versionOf } from "../../lib/release/version.ts";
import { printable } from "../../lib/report/printable.ts";
import { parseGitConfig } from "../../lib/repository/git_config.ts";
import { parseIndex } from "../../lib/repository/parse_index.ts";
import { parsePointer } from "../../lib/skills/parse_pointer.ts";
import { judgeSsh } from "../../lib/signature/judge_ssh.ts";
import type { SigningPolicy } from "../../lib/signature/model.ts";
import { sshFingerprint } from "../../lib/signature/ssh_public_key.ts";
import { verifyArchive } from "../../lib/signature/verify_archive.ts";
import { verifyGit } from "../../lib/signature/verify_git.ts";
import { readSkill } from "../../lib/skills/read_skill.ts";
import { relativeReferences } from "../../lib/skills/references.ts";
import { parseJournal } from "../../lib/store/journal.ts";
import { decodeNames } from "../../lib/tree/decode_names.ts";
import { parseListing } from "../../lib/tree/listing.ts";
import type { SourceTree } from "../../lib/tree/source_tree.ts";
import { appendEntry } from "../../lib/trust/append_entry.ts";
import { readProjectConfig } from "../../lib/trust/project_config.ts";
import { readLayerFile } from "../../lib/trust/read_layer_file.ts";
import { spliceEntry } from "../../lib/trust/splice_entry.ts";
import {
  fingerprint,
  fixture,
  fixtureKeys,
  NOW,
  ring,
} from "../signature/fixtures.ts";

/** A parser under attack: whatever the bytes, it returns or refuses in words. */
export type Target = (bytes: Uint8Array) => void | Promise<void>;

/** The checksum is judged while a pack arrives; the reader gets what stands before it. */
const PACK_CHECKSUM_BYTES = 20;
const signal = new AbortController().signal;
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const once = async function* (bytes: Uint8Array) {
  yield* [bytes.slice()];
};

/**
 * Every parser of text or bytes that an adopter's pull request, a source or a
 * server may bring, by name.
 */
export const TARGETS: Readonly<Record<string, Target>> = {
  "trust-list": (bytes) => {
    readLayerFile(bytes, "skill-sources.md", "adopter");
  },
  "trust-list-edits": (bytes) => {
    const file = "skill-sources.md";
    const { entries } = readLayerFile(bytes, file, "adopter");
    for (const { sourceId, descriptor } of entries.slice(0, 3)) {
      if (sourceId === undefined) continue;
      const edited = spliceEntry(bytes, file, sourceId, { ref: "v9.9.9" });
      const [again] = readLayerFile(edited, file, "adopter").entries
        .filter(({ id }) => id === sourceId);
      assert.deepEqual(again?.descriptor.ref?.value, "v9.9.9");
      assert.deepEqual(
        again?.descriptor.url?.value,
        descriptor.url?.value,
      );
    }
    const list = appendEntry(bytes, file, "- id: appended-by-fuzz");
    assert.deepEqual(list.subarray(0, bytes.length), bytes);
    assert.equal(
      readLayerFile(list, file, "adopter").entries.length,
      entries.length + 1,
    );
  },
  "organization-list": (bytes) => {
    readLayerFile(bytes, "skill-sources.md", "organization");
  },
  "project-config": (bytes) => {
    readProjectConfig(bytes, "project.md");
  },
  "committed-lock": (bytes) => {
    const lock = parseCommittedLock(bytes, "lock");
    const again = parseCommittedLock(serializeCommittedLock(lock), "lock");
    assert.equal(again.blocks.length, lock.blocks.length);
  },
  "local-lock": (bytes) => {
    parseLocalLock(bytes, "lock");
  },
  "skill-md": (bytes) => {
    readSkill(bytes, skillName("scan")!);
  },
  "pointer": (bytes) => {
    parsePointer(bytes, { file: "skills/a/source.md", besideSkill: false });
  },
  "references": (bytes) => {
    relativeReferences(text(bytes), "skills/a/SKILL.md");
  },
  "checksum": (bytes) => {
    const digest = sha512("0".repeat(128))!;
    readChecksums(bytes, "x-1.0.zip", digest);
  },
  "zip": (bytes) => overFile(bytes, openZip),
  "tar-gz": (bytes) => overFile(Buffer.from(gzip(bytes)), openTarGz),
  "gzip": (bytes) => overFile(bytes, openTarGz),
  "pack": async (bytes) => {
    const store = await readPack(
      memoryBytes(bytes.slice(0, -PACK_CHECKSUM_BYTES)),
      "sha1",
      signal,
      32 * 1024 * 1024,
    );
    store.close();
  },
  "tree-object": (bytes) => {
    for (const { name } of parseTree(bytes, "sha1")) printable(text(name));
  },
  "commit-object": (bytes) => {
    commitTree(bytes, "sha1");
    for (const parent of commitParents(bytes, "sha1")) {
      assert.match(parent, /^[0-9a-f]{40}$/);
    }
  },
  "tag-object": (bytes) => {
    parseTag(bytes, "sha1");
  },
  "keys": async (bytes) => {
    const { findings, size } = await ring(bytes);
    for (const { message } of findings) {
      assert.equal(message, printable(message), "raw controls");
    }
    if (size === 0) throw new EntryError("keys-unreadable", "No key.");
  },
  "signature-file": async (bytes) => {
    const check = async (data: Uint8Array) => {
      const file = { name: "x.asc", bytes };
      await verifyArchive(file, "x", () => [data], await signing());
    };
    await assert.rejects(check(fixture("tampered")), SourceError);
    await check(fixture("data"));
  },
  "signed-commit": async (raw) => {
    const commit = { id: "0".repeat(40), raw };
    const evidence = { format: "sha1" as const, commit, tags: [] };
    await verifyGit(evidence, "main", await signing());
  },
  "signed-tag": async (raw) => {
    const { object, name } = parseTag(raw, "sha1");
    const commit = { id: object, raw: new Uint8Array() };
    const tags = [{ object, name, raw }];
    await verifyGit(
      { format: "sha1", commit, tags },
      "v1.0",
      await signing(),
    );
  },
  "ssh-signature": async (bytes) => {
    const judge = async (path: string) =>
      await judgeSsh(bytes, () => [fixture(path)], await signing());
    assert.equal((await judge("tampered")).passes, false);
    const { because } = await judge("data");
    assert.equal(because, printable(because), "raw controls");
  },
  "pkt-line": async (bytes) => {
    for await (const _packet of decodePackets(once(bytes))) continue;
  },
  "tag-version": (bytes) => {
    const ref = text(bytes);
    const found = shapeOf(ref);
    if (found === undefined) throw new EntryError("value-invalid", "None.");
    assert.deepEqual(versionOf(ref, found.shape), found.version);
    assert.equal(compareVersions(found.version, found.version), 0);
  },
  "ref-line": (bytes) => {
    parseRefLine(text(bytes), "sha1");
  },
  "git-config": (bytes) => {
    parseGitConfig(text(bytes));
  },
  "git-index": (bytes) => {
    parseIndex(bytes, 20);
  },
  "journal": (bytes) => {
    for (const step of parseJournal(text(bytes)) ?? []) {
      if ("path" in step) assert.ok(safePath(step.path));
    }
  },
  "listing": (bytes) => {
    for (const { path } of parseListing(text(bytes)) ?? []) {
      assert.ok(safePath(path));
    }
  },
};

let policy: Promise<SigningPolicy> | undefined;

/** What the fixtures of the signature tests are good under. */
function signing(): Promise<SigningPolicy> {
  policy ??= (async () => ({
    keys: await fixtureKeys(),
    signedBy: [
      fingerprint("good"),
      sshFingerprint(Uint8Array.fromBase64(
        text(fixture("ssh/ed25519.pub")).split(" ")[1]!,
      )),
    ],
    now: NOW,
  }))();
  return policy;
}

/** Runs a target; a refusal in words is no fault, anything else is thrown on. */
export async function attack(
  target: Target,
  bytes: Uint8Array,
): Promise<"passed" | "refused"> {
  try {
    await target(bytes);
    return "passed";
  } catch (error) {
    if (!(error instanceof SkillSourcesError)) throw error;
    assert.equal(error.message, printable(error.message), "raw controls");
    return "refused";
  }
}

/** Opens `bytes` as an archive and reads it to its end; no name may escape. */
async function overFile(
  bytes: Uint8Array,
  open: (
    file: Deno.FsFile,
    size: number,
    name: string,
  ) => SourceTree | Promise<SourceTree>,
): Promise<void> {
  const path = Deno.makeTempFileSync({ prefix: "skill-sources-fuzz-" });
  Deno.writeFileSync(path, bytes);
  const file = Deno.openSync(path);
  // Without a name it is gone with its last reader, also where a run is killed.
  Deno.removeSync(path);
  let tree: SourceTree | undefined;
  try {
    tree = await open(file, bytes.length, "x.zip");
    for (const { path } of decodeNames(tree.entries)) assert.ok(safePath(path));
    for await (const { chunks } of tree.contents(tree.entries)) {
      for await (const chunk of chunks) createHash("md5").update(chunk);
    }
  } finally {
    if (tree === undefined) closeQuietly(file);
    else await tree.close();
  }
}

function closeQuietly(file: Deno.FsFile): void {
  try {
    file.close();
  } catch {
    // The reader that refused the archive has closed it.
  }
}

function gzip(bytes: Uint8Array): Uint8Array {
  return gzipSync(bytes, { level: 1 });
}
