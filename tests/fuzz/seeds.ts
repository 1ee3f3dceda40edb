import { Buffer } from "node:buffer";
import { gzipSync } from "node:zlib";
import { pack as tarPack } from "tar-stream";
import { serializeCommittedLock } from "../../lib/lock/serialize_committed_lock.ts";
import { buildPack } from "../git/pack_builder.ts";
import { fixture } from "../signature/fixtures.ts";
import { sampleSkill } from "../support/sample_source.ts";
import { zip } from "../support/zip.ts";
import { lockedBlock, tagSource } from "../install/sample_plan.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const HEX = "4225e0434aa0ed6994587f178b2a9fd5a3f8c6b1";

const TRUST_LIST = [
  "# Trusted",
  "",
  "<!-- a comment -->",
  "",
  "```yaml",
  "- id: acme            # unique",
  "  organization: independent",
  '  name: "Acme"',
  "  method: git-tag",
  "  url: https://example.org/acme.git",
  "  ref: v1.0.0",
  `  commit: ${HEX}`,
  "  layout:",
  "    skills_root: skills",
  "    include: [docs, LICENSE]",
  "  provides:",
  "    - skill: acme-scan",
  "    - family: acme-*",
  "- id: release",
  "  method: svn-zip",
  "  url: https://example.org/x-1.0.zip",
  '  ref: "1.0"',
  `  sha512: ${"ab".repeat(64)}`,
  "  provides: [{skill: notes}]",
  "```",
  "",
  "> ```yaml",
  "> - id: hidden",
  "> ```",
  "",
].join("\n");

const POINTER = [
  "---",
  "source: acme",
  "organization: independent",
  "skill_path: skills/acme-scan",
  "evals_path: tools/skill-evals/evals/acme-scan",
  "---",
  "",
].join("\n");

const LOCAL_LOCK = [
  "- id: acme",
  "  source_method: git-tag",
  "  source_url: https://example.org/acme.git",
  "  source_ref: v1.0.0",
  `  fetched_commit: ${HEX}`,
  "  fetched_at: 2026-01-01T00:00:00Z",
  "",
].join("\n");

const DIGEST = "0123456789abcdef".repeat(8);

/** Honest inputs of every target; {@linkcode mutate} makes the dishonest ones. */
export async function seeds(): Promise<
  Readonly<Record<string, readonly Uint8Array[]>>
> {
  const tar = await tarball();
  const blob = bytes("content\n");
  const tree = Buffer.concat([
    bytes("100644 a.md\0"),
    new Uint8Array(20).fill(7),
    bytes("40000 skills\0"),
    new Uint8Array(20).fill(9),
  ]);
  const commit = bytes(
    `tree ${HEX}\nparent ${HEX}\nauthor A <a@example.org> 1 +0000\n` +
      "committer A <a@example.org> 1 +0000\ngpgsig -----BEGIN\n x\n\nmessage\n",
  );
  const tag = bytes(
    `object ${HEX}\ntype commit\ntag v1.0.0\n` +
      "tagger A <a@example.org> 1 +0000\n\nrelease\n",
  );
  const skill = bytes(sampleSkill("scan")["skills/scan/SKILL.md"]!);
  return {
    "trust-list": [bytes(TRUST_LIST)],
    "trust-list-edits": [bytes(TRUST_LIST)],
    "organization-list": [bytes(TRUST_LIST)],
    "project-config": [
      bytes("# Project\n\norganization: acme\nagents: claude-code, kiro\n"),
      bytes("| key | value |\n|---|---|\n| organization | `acme` |\n"),
    ],
    "committed-lock": [
      bytes(serializeCommittedLock({ blocks: [lockedBlock(tagSource("a"))] })),
    ],
    "local-lock": [bytes(LOCAL_LOCK)],
    "skill-md": [
      skill,
      bytes("---\nname: scan\ndescription: Use it: often\n---\n"),
    ],
    "pointer": [bytes(POINTER)],
    "references": [
      skill,
      bytes("See [a](../b.md), `./c.md`, [d]: <e.md> and ![x](y.png#z).\n"),
    ],
    "checksum": [
      bytes(`${DIGEST}  x-1.0.zip\n`),
      bytes(`SHA512 (x-1.0.zip) = ${DIGEST}\n`),
      bytes(`x-1.0.zip: ${DIGEST.toUpperCase().replace(/.{8}/g, "$& ")}\r\n`),
    ],
    "zip": [
      zip([
        { name: "x/", content: "" },
        { name: "x/skills/scan/SKILL.md", content: skill },
        { name: "x/run.sh", content: "#!/bin/sh\n", mode: 0o100755 },
        { name: "x/link", link: "run.sh" },
        { name: "x/late", content: "late", dataDescriptor: true },
      ], { comment: "made by a test" }),
    ],
    "tar-gz": [tar],
    "gzip": [gzipSync(tar), gzipSync(bytes("no tar"))],
    "pack": [
      buildPack([
        { type: "blob", body: blob },
        { type: "tree", body: tree },
        { type: "commit", body: commit },
        { type: "tag", body: tag },
        { ofsDelta: 0, delta: Uint8Array.of(8, 4, 0x90, 4) },
      ]),
    ],
    "tree-object": [tree],
    "commit-object": [commit],
    "tag-version": ["v1.2.3-rc.1+b", "rel/1.0.0-incubating", "REL_16_1"]
      .map(bytes),
    "tag-object": [tag],
    "keys": [
      fixture("keys/good.asc"),
      fixture("keys/twice-old.asc"),
      fixture("binary.keys"),
    ],
    "signature-file": [
      fixture("signatures/good.asc"),
      fixture("signatures/good.sig"),
    ],
    "signed-commit": [
      fixture("git/sha1-openpgp.commit"),
      fixture("git/sha1-ssh.commit"),
    ],
    "signed-tag": [
      fixture("git/sha1-openpgp.tag"),
      fixture("git/sha1-ssh.tag"),
    ],
    "ssh-signature": [
      fixture("ssh/ed25519.sig"),
      fixture("ssh/ecdsa-521.sig"),
      fixture("ssh/rsa-3072.sig"),
    ],
    "pkt-line": [bytes("000bversion000100020009agent0000")],
    "ref-line": [bytes(`${HEX} refs/tags/v1 peeled:${HEX}`)],
    "git-config": [
      bytes(
        '[core]\n\tsymlinks = false ; x\n[remote "o"]\n\turl = "a\\"b" \\\n',
      ),
    ],
    "git-index": [index()],
    "journal": [bytes(JSON.stringify({
      version: 1,
      steps: [
        { step: "retire", id: "acme" },
        { step: "link", path: ".agents/skills/magpie-a", text: "../../x" },
        { step: "write", file: ".gitignore", over: null, bytes: "eA==" },
      ],
    }))],
    "listing": [
      bytes(`100644 ${"ab".repeat(32)} 8 1700000000000 skills/a/SKILL.md\n`),
    ],
  };
}

async function tarball(): Promise<Uint8Array> {
  const tar = tarPack();
  tar.entry({ name: "x/skills/scan/SKILL.md", mode: 0o644 }, "text\n");
  tar.entry({ name: "x/run.sh", mode: 0o755 }, "#!/bin/sh\n");
  tar.entry({ name: "x/link", type: "symlink", linkname: "run.sh" });
  tar.entry({ name: `x/${"long/".repeat(30)}name` }, "deep\n");
  tar.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of tar) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

/** A version 2 index of one path. */
function index(): Uint8Array {
  const path = bytes("skill-sources.md");
  const entry = new Uint8Array(Math.ceil((62 + path.length + 1) / 8) * 8);
  entry[61] = path.length;
  entry.set(path, 62);
  const head = Uint8Array.of(...bytes("DIRC"), 0, 0, 0, 2, 0, 0, 0, 1);
  return Buffer.concat([head, entry, new Uint8Array(20)]);
}
