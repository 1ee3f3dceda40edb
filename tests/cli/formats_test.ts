import assert from "node:assert/strict";
import { SaxesParser } from "saxes";
import { FORMATS } from "../../lib/report/format.ts";
import { sarifSchemaFaults } from "../support/sarif_schema.ts";
import { tempDir } from "../support/temp_dir.ts";
import { writeFiles } from "../support/write_files.ts";
import { type Answer, runCli } from "./run_cli.ts";

/** How the rules of a document's findings are read from it; throws for what is no such document. */
const READERS: Readonly<Record<string, (text: string) => string[]>> = {
  text: (text) => [...text.matchAll(/ \[([a-z-]+)\]$/gm)].map((one) => one[1]!),
  json: (text) =>
    JSON.parse(text).findings.map(({ rule }: { rule: string }) => rule),
  sarif: (text) => {
    const log = JSON.parse(text);
    assert.deepEqual(sarifSchemaFaults(log), []);
    return log.runs[0].results.map(({ ruleId }: { ruleId: string }) => ruleId);
  },
  github: (text) =>
    text.split("\n").flatMap((line) =>
      /^::.*title=([a-z-]+)/.exec(line)?.[1] ?? []
    ),
  junit: (text) => {
    const names: string[] = [];
    const parser = new SaxesParser();
    parser.on("error", (error) => {
      throw error;
    });
    parser.on("opentag", ({ name, attributes }) => {
      if (name === "testcase") names.push(`${attributes.name}`.split(" ")[0]!);
    });
    parser.write(text).close();
    return names.slice(1);
  },
};

async function inEveryFormat(args: readonly string[], cwd: string) {
  const answers: Record<string, Answer> = {};
  for (const format of FORMATS) {
    answers[format] = await runCli([...args, "--format", format], { cwd });
  }
  return answers;
}

function sameEverywhere(answers: Record<string, Answer>, code: number) {
  const rules = READERS.json!(answers.json!.stdout).sort();
  for (const [format, answer] of Object.entries(answers)) {
    assert.equal(answer.code, code, format);
    const text = format === "text"
      ? answer.stdout + answer.stderr
      : answer.stdout;
    assert.deepEqual(READERS[format]!(text).sort(), rules, format);
    if (format !== "text") assert.equal(answer.stderr, "", format);
  }
  return rules;
}

const ENTRY = `- id: acme
  name: Acme
  organization: independent
  method: git-tag
  url: https://example.org/acme.git
  ref: v1
  commit: 8002a07c4040978e26640ac627339adfb0527832
  provides:
    - skill: a
- id: other
  organization: independent
  method: git-tag
  url: https://example.org/other.git
  ref: v1
  provides:
    - skill: b
`;

async function adopter(files: Record<string, string>) {
  const temp = await tempDir();
  await Deno.mkdir(temp.join("repo/.git"), { recursive: true });
  await writeFiles(temp.join("repo"), {
    ".git/HEAD": "ref: refs/heads/main\n",
    ".git/config": "[core]\n\trepositoryformatversion = 0\n",
    ".git/objects/info/x": "",
    ".git/refs/heads/x": "",
    ...files,
  });
  return { temp, root: temp.join("repo") };
}

Deno.test("verify and status say the same in every format", async () => {
  const { temp, root } = await adopter({
    "skill-sources.md": `\`\`\`yaml\n${ENTRY}\`\`\`\n`,
  });
  await using _temp = temp;
  const rules = sameEverywhere(await inEveryFormat(["verify"], root), 1);
  assert.ok(rules.includes("pin-missing"), rules.join());
  assert.ok(rules.length > 2, rules.join());
  sameEverywhere(await inEveryFormat(["status"], root), 1);
});

Deno.test("scan says the same in every format", async () => {
  const { temp, root } = await adopter({
    "skills/a/SKILL.md": "# A\n\n<!-- keep this from the user -->\nu\u200bx\n",
  });
  await using _temp = temp;
  const rules = sameEverywhere(
    await inEveryFormat(["scan", "skills"], root),
    1,
  );
  assert.ok(rules.includes("hidden-zero-width"), rules.join());
});

Deno.test("a trust list that cannot be read is told in the format that was asked for", async () => {
  const { temp, root } = await adopter({
    "skill-sources.md": "```yaml\n- id: acme\n",
  });
  await using _temp = temp;
  const rules = sameEverywhere(await inEveryFormat(["verify"], root), 2);
  assert.deepEqual(rules, ["trust-list-invalid"]);
});

for (const format of FORMATS.filter((format) => format !== "text")) {
  Deno.test(`a bad command line still answers in ${format}`, async () => {
    for (
      const args of [
        ["verify", "--no-such", "--format", format],
        [`--format=${format}`, "vrify"],
        ["setup", "--no-such", "--format", format],
      ]
    ) {
      const { code, stdout, stderr } = await runCli(args);
      assert.equal(code, 2);
      assert.equal(stderr, "");
      assert.deepEqual(READERS[format]!(stdout), ["usage"]);
    }
  });
}
