import assert from "node:assert/strict";
import { stands } from "../commands/traces.ts";
import { run, startWorld, tagEntry } from "../commands/world.ts";
import { about } from "./cases.ts";

const COMMIT = "0123456789abcdef0123456789abcdef01234567";
const TOKEN = "ghp_SECRETTOKEN1234567890";

/** Hostile values by the key that holds them; each gets an entry of its own. */
const ATTACKS: readonly (readonly [key: string, value: string])[] = [
  ["url", "ext::sh -c 'touch PWNED'"],
  ["url", "--upload-pack=touch PWNED"],
  ["url", "-oProxyCommand=touch"],
  ["url", "ssh://-oProxyCommand=touch%20PWNED/x"],
  ["url", "https://example.org/a\\n--upload-pack=x"],
  ["url", "https://example.org/../../x"],
  ["url", "https://example.org/%2e%2e/x"],
  ["url", "javascript:x"],
  ["url", "http://example.org/r.git"],
  ["url", `https://${TOKEN}@example.org/r`],
  ["url", `https://u:${TOKEN}@example.org/r.git`],
  ["url", `https://u%3A${TOKEN}@example.org/r`],
  ["url", `https://example.org/a.zip?access_token=${TOKEN}`],
  ["ref", "--upload-pack=touch PWNED"],
  ["ref", "-v"],
  ["ref", "v1..v2"],
  ["ref", "v1:refs/heads/x"],
  ["ref", "+v1"],
  ["ref", "v1 v2"],
  ["ref", "refs/heads/*"],
  ["ref", "@"],
  ["ref", "a.lock"],
  ["layout.skills_root", "../.."],
  ["layout.skills_root", "/etc"],
  ["layout.skills_root", "skills/../.."],
  ["layout.skills_root", "a\\\\..\\\\.."],
  ["provides", "../x"],
  ["provides", "*"],
  ["organization", "../independent"],
];

/** Ids that are paths, options, devices or look like another. */
const IDS = [
  "../x",
  "acme/../../x",
  ".git",
  "-rf",
  "Acme",
  "a".repeat(300),
  "con",
  "acm\u0435",
];

Deno.test("options, transports, paths and tokens in descriptors reach nothing", async (t) => {
  await using world = await startWorld();
  const adopter = await world.adopter([
    ...ATTACKS.map(([key, value], at) => {
      const entry = tagEntry(
        `attack-${at}`,
        `${world.git.url}/r.git`,
        COMMIT,
        ["read-mail"],
      );
      return {
        ...entry,
        [key]: key === "provides" ? [`"${value}"`] : `"${value}"`,
      };
    }),
    ...IDS.map((id) => ({
      ...tagEntry("x", `${world.git.url}/r.git`, COMMIT, ["read-mail"]),
      id: JSON.stringify(id),
    })),
  ]);
  for (
    const args of [
      ["setup", "--yes", "--json"],
      ["setup", "--yes"],
      ["setup", "--dry-run"],
      ["verify"],
      ["status"],
    ]
  ) {
    await t.step(args.join(" "), async () => {
      const outcome = await run(adopter, args);
      const said = outcome.stdout + outcome.stderr;
      assert.ok(outcome.code === 1 || outcome.code === 2, said);
      assert.ok(!said.includes(TOKEN), said);
      assert.equal(world.requests(), 0);
      assert.equal(await stands(`${adopter.path}/PWNED`), false);
      assert.equal(await stands(`${adopter.path}/.agents`), false);
      assert.equal(
        await stands(`${adopter.path}/.apache-magpie.sources.lock`),
        false,
      );
    });
  }
  const outcome = await run(adopter, ["verify", "--json"]);
  for (const [at, [key, value]] of ATTACKS.entries()) {
    const errors = about(outcome, `attack-${at}`)
      .filter(({ level }) => level === "error");
    assert.equal(errors.length, 1, `${key}: ${value}`);
    assert.match(errors[0]!.rule, /^(?:url-refused|value-invalid)$/);
  }
  for (const id of IDS) {
    const shown = id.slice(0, 40);
    assert.ok(
      outcome.json().findings.some(({ rule, message }) =>
        rule === "value-invalid" && message.includes(`The id \`${shown}`)
      ),
      id,
    );
  }
});

Deno.test("comments behind values, quotes and flow lists lose no entry", async () => {
  await using world = await startWorld();
  const adopter = await world.adopter(`# Trusted

\`\`\`yaml
- id: acme-skills          # the handle that pointers reference
  organization: independent         # or your own
  name: "Acme # Skills"      # with a mark inside
  method: git-tag   # tag
  url: ${world.git.url}/acme.git#readme
  ref: v1.0.0
  commit: ${COMMIT}   # anchor
  layout:                            # the defaults
    skills_root: skills
  provides:
    - skill: read-mail        # one skill
    - family: audit-*           # a prefix
- id: second
  name: 'B: two'
  method: svn-zip
  url: ${world.files.url}/b-1.0.zip
  ref: "1.10"
  sha512: ${"c".repeat(128)}
  provides: [{skill: b-one}, {family: b-x-*}]
\`\`\`
`);
  const outcome = await run(adopter, ["setup", "--dry-run", "--json"]);
  assert.equal(outcome.code, 0, outcome.stdout + outcome.stderr);
  const { sources } = outcome.json<{ sources: Record<string, string>[] }>();
  assert.deepEqual(
    sources.map(({ id, url, ref }) => [id, url, ref]),
    [
      ["acme-skills", `${world.git.url}/acme.git#readme`, "v1.0.0"],
      ["second", `${world.files.url}/b-1.0.zip`, "1.10"],
    ],
  );
  const shown = await run(adopter, ["setup", "--dry-run"]);
  assert.match(shown.stdout, /provides +read-mail, audit-\*/);
  assert.match(shown.stdout, /provides +b-one, b-x-\*/);
});
