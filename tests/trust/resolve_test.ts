import assert from "node:assert/strict";
import { ConfigError } from "../../lib/base/errors.ts";
import {
  commitId,
  type SafePath,
  skillName,
  sourceId,
} from "../../lib/base/ids.ts";
import type { LockBlock } from "../../lib/lock/model.ts";
import type { LayerFile } from "../../lib/trust/descriptor.ts";
import { readLayerFile } from "../../lib/trust/read_layer_file.ts";
import type { ResolvedSource } from "../../lib/trust/model.ts";
import { resolveSources } from "../../lib/trust/resolve.ts";
import type { ResolveInput } from "../../lib/trust/resolve_input.ts";

const COMMIT = "0123456789abcdef0123456789abcdef01234567";
const OTHER = "f".repeat(40);
const PIN = `ref: v1\n  commit: ${COMMIT}`;
const SHORT = `- id: acme\n  name: A\n  ${PIN}`;
const WHOLE =
  `- id: acme\n  name: A\n  method: git-tag\n  url: https://example.org/r\n` +
  `  ${PIN}\n  provides: [{skill: x}]`;
const CURATED = `- id: acme\n  name: Acme\n  maintainer: M\n` +
  `  method: git-tag\n  url: https://example.org/curated\n  ref: v9\n` +
  `  commit: ${OTHER}\n  layout: {skills_root: s, evals_root: e}\n` +
  `  provides: [{family: acme-*}]\n  keys: trust/KEYS`;

function layer(
  yaml: string,
  name: "adopter" | "organization" = "adopter",
  file = "skill-sources.md",
): LayerFile {
  const bytes = new TextEncoder().encode(`\`\`\`yaml\n${yaml}\n\`\`\`\n`);
  return readLayerFile(bytes, file, name);
}

function org(yaml: string, ...more: string[]) {
  const files = [yaml, ...more].map((text, home) =>
    layer(
      text,
      "organization",
      `home${home}/organizations/org/skill-sources.md`,
    )
  );
  return { name: "org", files };
}

function resolve(yaml: string, options: Partial<ResolveInput> = {}) {
  return resolveSources({
    trustList: layer(yaml),
    organizations: [],
    knownOrganizations: new Set(["independent", "org"]),
    defaultOrganization: "org",
    unreadableOrganizations: new Map(),
    ...options,
  });
}

function codes(yaml: string, options: Partial<ResolveInput> = {}): string[] {
  const { sources, refused } = resolve(yaml, options);
  assert.deepEqual(sources, []);
  assert.equal(refused.length, 1);
  for (const { message } of refused[0]!.errors) {
    assert.match(message, /^[\w./-]+:\d+:\d+: /);
  }
  return refused[0]!.errors.map(({ code }) => code);
}

function block(pin: Partial<LockBlock["pin"]> = {}): LockBlock {
  return {
    id: sourceId("acme")!,
    pin: {
      method: "git-tag",
      url: "https://example.org/locked",
      ref: "v0",
      commit: commitId(OTHER)!,
      ...pin,
    } as LockBlock["pin"],
    layout: { skillsRoot: "locked" as SafePath, include: [] },
    provides: [{ skill: skillName("locked")! }],
    policy: { keys: "trust/KEYS", signedBy: ["A".repeat(40)] },
  };
}

Deno.test("an entry with method and url stands alone and gets the defaults", () => {
  const { sources, refused, findings } = resolve(WHOLE, {
    organizations: [org(CURATED)],
  });
  assert.deepEqual([refused, findings], [[], []]);
  assert.deepEqual(sources, [{
    id: "acme",
    organization: "org",
    name: "A",
    pin: {
      method: "git-tag",
      url: "https://example.org/r",
      ref: "v1",
      commit: COMMIT,
    },
    layout: { skillsRoot: "skills", evalsRoot: "tools/skill-evals/evals" },
    provides: [{ skill: "x" }],
    policy: {},
    vouched: { file: "skill-sources.md", line: 2, column: 7 },
  }]);
});

Deno.test("a short entry takes the organization's facts but never its pin", () => {
  const { sources } = resolve(SHORT, { organizations: [org(CURATED)] });
  const [{ inherited, ...source }] = sources as [ResolvedSource];
  assert.deepEqual(
    Object.entries(inherited ?? {}).map(([key, { file }]) => [key, file]),
    [
      "method",
      "url",
      "layout.skills_root",
      "layout.evals_root",
      "provides",
      "keys",
    ].map((key) => [key, "home0/organizations/org/skill-sources.md"]),
  );
  assert.deepEqual(source, {
    id: "acme",
    organization: "org",
    name: "A",
    maintainer: "M",
    pin: {
      method: "git-tag",
      url: "https://example.org/curated",
      ref: "v1",
      commit: COMMIT,
    },
    layout: { skillsRoot: "s", evalsRoot: "e" },
    provides: [{ family: "acme" }],
    policy: { keys: "trust/KEYS" },
    vouched: { file: "skill-sources.md", line: 2, column: 7 },
    curated: {
      file: "home0/organizations/org/skill-sources.md",
      line: 2,
      column: 7,
    },
  });
});

Deno.test("an organization's ref or anchor is never a pin", () => {
  const organizations = [org(CURATED)];
  for (const pin of ["", "\n  ref: v1", `\n  commit: ${COMMIT}`]) {
    assert.deepEqual(codes(`- id: acme${pin}`, { organizations }), [
      "pin-missing",
    ]);
  }
});

Deno.test("the adopter may override any key, layout key by key", () => {
  const [source] = resolve(
    `${SHORT}\n  url: https://mirror.example.org/r\n` +
      "  layout: {include: [docs]}\n  provides: [{skill: y}]\n  keys: K",
    { organizations: [org(CURATED)] },
  ).sources;
  assert.equal(source!.pin.url, "https://mirror.example.org/r");
  assert.deepEqual(source!.layout, {
    skillsRoot: "s",
    evalsRoot: "e",
    include: ["docs"],
  });
  assert.deepEqual(source!.provides, [{ skill: "y" }]);
  assert.equal(source!.policy.keys, "K");
});

Deno.test("sources come in the order of the list, a faulty one apart", () => {
  const { sources, refused } = resolve(
    `${WHOLE.replaceAll("acme", "b")}\n- id: bad\n` +
      WHOLE.replaceAll("acme", "a"),
  );
  assert.deepEqual(sources.map(({ id }) => id), ["b", "a"]);
  assert.deepEqual(refused.map(({ id }) => id), ["bad"]);
});

Deno.test("faults of one entry refuse it by their own rules", () => {
  const swap = (from: string, to: string) => WHOLE.replace(from, to);
  for (
    const [yaml, code] of [
      [swap(`  commit: ${COMMIT}\n`, ""), "pin-missing"],
      [swap("  ref: v1\n", ""), "pin-missing"],
      [swap(COMMIT, "0123abc"), "value-invalid"],
      [swap("ref: v1", "ref: -v1"), "value-invalid"],
      [swap("ref: v1", "ref: v1..2"), "value-invalid"],
      [swap("https://example.org/r", "ext::sh"), "url-refused"],
      [swap("git-tag", "git-tags"), "value-invalid"],
      [swap("name: A", "nam: A"), "key-unknown"],
      [swap("id: acme", "id: Acme"), "value-invalid"],
      [swap("  provides: [{skill: x}]", ""), "descriptor-incomplete"],
      [swap("[{skill: x}]", "[{skill: X}]"), "value-invalid"],
      [swap("name: A", "organization: elsewhere"), "organization-unknown"],
      [swap("git-tag", "svn-zip"), "anchor-ignored"],
      [swap("git-tag", "git-branch"), "anchor-ignored"],
      [`${WHOLE}\n  sha512: ${"a".repeat(128)}`, "anchor-ignored"],
      [`${WHOLE}\n  signed_by: ${"a".repeat(40)}`, "value-invalid"],
      [SHORT, "source-unknown"],
      [swap("  url: https://example.org/r\n", ""), "source-unknown"],
    ] as const
  ) assert.equal(codes(yaml)[0], code, yaml);
});

Deno.test("svn-zip wants an archive url and a version", () => {
  const zip = (url: string, ref: string) =>
    `- id: acme\n  name: A\n  method: svn-zip\n  url: ${url}\n  ref: ${ref}\n` +
    `  sha512: ${"a".repeat(128)}\n  provides: [{skill: x}]`;
  const [source] = resolve(zip("https://example.org/a.zip", '"1.10"')).sources;
  assert.equal(source?.pin.ref, "1.10");
  assert.deepEqual(codes(zip("https://example.org/a", "1.0")), ["url-refused"]);
  assert.deepEqual(codes(zip("https://example.org/a.zip", "a/b")), [
    "value-invalid",
  ]);
});

Deno.test("an SSH signer needs no keys, an organization's signers come along", () => {
  const ssh = `SHA256:${"a".repeat(43)}`;
  const alone = resolve(`${WHOLE}\n  signed_by: ${ssh}`).sources;
  assert.deepEqual(alone[0]?.policy, { signedBy: [ssh] });
  const signer = "A".repeat(40);
  const { sources } = resolve(SHORT, {
    organizations: [org(`${CURATED}\n  signed_by: ${signer}`)],
  });
  assert.deepEqual(sources[0]?.policy, {
    keys: "trust/KEYS",
    signedBy: [signer],
  });
});

Deno.test("a branch has no anchor and says so on every run", () => {
  const { sources, findings } = resolve(
    WHOLE.replace("git-tag", "git-branch").replace(`  commit: ${COMMIT}\n`, ""),
  );
  assert.deepEqual(sources[0]?.pin, {
    method: "git-branch",
    url: "https://example.org/r",
    ref: "v1",
  });
  assert.deepEqual(findings.map(({ rule, level }) => [rule, level]), [
    ["branch-not-pinned", "note"],
  ]);
});

Deno.test("a source without a name is a warning", () => {
  const { findings } = resolve(WHOLE.replace("  name: A\n", ""));
  assert.deepEqual(findings.map(({ rule, level }) => [rule, level]), [
    ["name-missing", "warning"],
  ]);
});

Deno.test("the first home that declares an id counts, one that differs warns", () => {
  const same = resolve(SHORT, { organizations: [org(CURATED, CURATED)] });
  assert.deepEqual(same.findings, []);
  const { sources, findings } = resolve(SHORT, {
    organizations: [
      org("- id: z\n  name: Z", CURATED, CURATED.replace("curated", "other")),
    ],
  });
  assert.equal(sources[0]?.pin.url, "https://example.org/curated");
  assert.deepEqual(findings.map(({ rule, path }) => [rule, path]), [
    ["layer-disagrees", "home2/organizations/org/skill-sources.md"],
  ]);
});

Deno.test("another organization's descriptor of the same id is not taken", () => {
  const organizations = [{ ...org(CURATED), name: "evil" }];
  assert.deepEqual(codes(SHORT, { organizations }), ["source-unknown"]);
});

Deno.test("an organization's fault reaches only who needs the key at fault", () => {
  const broken = CURATED.replace("https://example.org/curated", "ext::sh");
  const organizations = [org(broken)];
  assert.deepEqual(codes(SHORT, { organizations }), ["url-refused"]);
  const url = `${SHORT}\n  url: https://example.org/mine`;
  assert.equal(resolve(url, { organizations }).sources.length, 1);
  assert.equal(resolve(WHOLE, { organizations }).sources.length, 1);
  const stale = [org(CURATED.replace(OTHER, "TODO"))];
  assert.equal(resolve(SHORT, { organizations: stale }).sources.length, 1);
});

Deno.test("an unreadable organization refuses only the sources that need it", () => {
  const unreadableOrganizations = new Map([
    ["org", new ConfigError("organization-unreadable", "broken")],
  ]);
  assert.deepEqual(codes(SHORT, { unreadableOrganizations }), [
    "organization-unreadable",
  ]);
  assert.equal(resolve(WHOLE, { unreadableOrganizations }).sources.length, 1);
});

Deno.test("independent is always known", () => {
  const input = { knownOrganizations: new Set<string>() };
  const yaml = WHOLE.replace("name: A", "organization: independent");
  assert.equal(resolve(yaml, input).sources.length, 1);
  assert.equal(
    resolve(WHOLE, { ...input, defaultOrganization: "independent" })
      .sources.length,
    1,
  );
});

Deno.test("an organization that leads out of its folder is none, wherever it is said", () => {
  const defaultOrganization = "../org";
  const knownOrganizations = new Set([defaultOrganization]);
  assert.deepEqual(codes(WHOLE, { defaultOrganization, knownOrganizations }), [
    "value-invalid",
  ]);
});

Deno.test("a near organization or id is offered", () => {
  const yaml = WHOLE.replace("name: A", "organization: orgg");
  assert.match(resolve(yaml).refused[0]!.errors[0]!.message, /`org`\?$/);
  const { refused } = resolve(SHORT.replace("acme", "acmee"), {
    organizations: [org(CURATED)],
  });
  assert.match(refused[0]!.errors[0]!.message, /did you mean `acme`\?$/);
});

Deno.test("in a fresh clone the locked facts stand in, with the adopter's pin", () => {
  const knownOrganizations = new Set<string>();
  const input = { knownOrganizations, locked: () => block() };
  const { sources, findings } = resolve(SHORT, input);
  assert.deepEqual(sources[0]?.pin, {
    method: "git-tag",
    url: "https://example.org/locked",
    ref: "v1",
    commit: COMMIT,
  });
  assert.deepEqual(sources[0]?.layout, {
    skillsRoot: "locked",
    evalsRoot: "tools/skill-evals/evals",
    include: [],
  });
  assert.deepEqual(sources[0]?.provides, [{ skill: "locked" }]);
  assert.deepEqual(sources[0]?.policy, {
    keys: "trust/KEYS",
    signedBy: ["A".repeat(40)],
  });
  assert.deepEqual(findings.map(({ rule, level }) => [rule, level]), [
    ["organization-not-on-disk", "note"],
  ]);
  const alone = resolve(WHOLE, input);
  assert.equal(alone.sources[0]?.pin.url, "https://example.org/r");
  assert.deepEqual(alone.sources[0]?.policy, {});
  assert.deepEqual(alone.findings.map(({ rule }) => rule), [
    "organization-not-on-disk",
  ]);
});

Deno.test("locked facts never stand in for a branch, whose url has no anchor", () => {
  const locked = () => block({ method: "git-branch" });
  const input = { knownOrganizations: new Set<string>(), locked };
  assert.deepEqual(codes("- id: acme\n  name: A\n  ref: main", input), [
    "organization-unknown",
  ]);
  assert.deepEqual(
    codes(
      "- id: acme\n  name: A\n  ref: main\n  organization: independent",
      input,
    ),
    ["source-unknown"],
  );
});

Deno.test("a lock cannot turn an anchored entry into an unanchored one", () => {
  const input = {
    knownOrganizations: new Set<string>(),
    locked: () => block(),
  };
  const yaml = "- id: acme\n  name: A\n  ref: main\n  method: git-branch";
  assert.deepEqual(codes(yaml, input), ["organization-unknown"]);
});

Deno.test("a lock with the RFC's keys only cannot say what is provided", () => {
  const { provides: _, layout: __, ...bare } = block();
  const input = { knownOrganizations: new Set<string>(), locked: () => bare };
  assert.deepEqual(codes(SHORT, input), ["descriptor-incomplete"]);
});

Deno.test("warnings of the files come along", () => {
  const { findings } = resolve(SHORT, {
    organizations: [org(`${CURATED}\n  comit: x`)],
  });
  assert.deepEqual(findings.map(({ rule, level }) => [rule, level]), [
    ["key-unknown", "warning"],
  ]);
});
