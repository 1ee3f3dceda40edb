import assert from "node:assert/strict";
import { permissionFlags } from "../../lib/cli/permissions.ts";
import type { SshServer } from "../servers/ssh_server.ts";
import { type Adopter, makeAdopter, trustList } from "../support/adopter.ts";
import { git } from "../support/git.ts";
import { type CliRun, runCli } from "../support/run_cli.ts";
import { SampleSource } from "../support/sample_source.ts";
import { type TempDir, tempDir } from "../support/temp_dir.ts";
import { withSshd } from "../support/with_sshd.ts";
import { stands, traces } from "./traces.ts";
import { branchEntry, tagEntry } from "./world.ts";

const WITH_SSH = permissionFlags("network", { ssh: true });

/** Runs setup as the task `setup-ssh` does. */
function setupOverSsh(
  adopter: Adopter,
  server: SshServer,
  env: Readonly<Record<string, string>> = {},
): Promise<CliRun> {
  return runCli(["setup", "--yes", "--json"], {
    cwd: adopter.path,
    env: { ...env, ...server.env },
    permissions: WITH_SSH,
  });
}

async function taggedSource(temp: TempDir, name: string, skill: string) {
  const source = await SampleSource.create(temp.path, name, [skill]);
  await source.annotatedTag("v1.0.0");
  await source.publish();
  return source;
}

withSshd(
  "a tag and a branch are set up over ssh, and a colleague gets the same",
  async (server, temp) => {
    const source = await taggedSource(temp, "acme", "read-mail");
    const commit = await source.revision("HEAD");
    const byUrl = `${server.url}${source.bare}`;
    const byAlias = `${server.user}@${server.alias}:${source.bare}`;
    const adopter = await makeAdopter(
      temp.join("adopter"),
      trustList([
        tagEntry("acme", byUrl, commit, ["read-mail"]),
        {
          ...branchEntry("acme-tip", byAlias, ["write-mail"]),
          ref: "main",
        },
      ]),
    );
    await source.commit({
      "skills/write-mail/SKILL.md":
        "---\nname: write-mail\ndescription: Sample.\n---\n",
    });
    await source.publish();
    const first = await setupOverSsh(adopter, server);
    assert.equal(first.code, 0, first.stdout + first.stderr);
    for (const skill of ["read-mail", "write-mail"]) {
      const link = `${adopter.path}/.claude/skills/magpie-${skill}`;
      assert.match(await Deno.readTextFile(`${link}/SKILL.md`), /^---\n/);
    }
    const lock = await adopter.read(".apache-magpie.sources.lock");
    await adopter.commit();
    const clone = await adopter.clone(temp.join("clone"));
    assert.equal((await setupOverSsh(clone, server)).code, 0);
    assert.equal(await clone.read(".apache-magpie.sources.lock"), lock);
    // What is installed already needs neither git nor ssh.
    const again = await runCli(["setup", "--json"], { cwd: clone.path });
    assert.equal(again.code, 0, again.stdout);
  },
);

withSshd(
  "a tag that was moved is refused over ssh too",
  async (server, temp) => {
    const source = await taggedSource(temp, "acme", "read-mail");
    const commit = await source.revision("HEAD");
    await source.commit({ "skills/read-mail/evil.sh": "echo evil\n" });
    await source.annotatedTag("v1.0.0");
    await source.publish();
    const adopter = await makeAdopter(
      temp.join("adopter"),
      trustList([
        tagEntry("acme", `${server.url}${source.bare}`, commit, ["read-mail"]),
      ]),
    );
    const run = await setupOverSsh(adopter, server);
    assert.equal(run.code, 1);
    assert.deepEqual(run.json().findings.map(({ rule }) => rule), [
      "tag-moved",
    ]);
    assert.ok(!await stands(`${adopter.path}/.agents/skills/magpie-read-mail`));
  },
);

withSshd(
  "variables, templates, hooks and configuration around it do not reach git",
  async (server, temp) => {
    const source = await taggedSource(temp, "acme", "read-mail");
    const decoy = await taggedSource(temp, "decoy", "read-mail");
    const commit = await source.revision("HEAD");
    const adopter = await makeAdopter(
      temp.join("adopter"),
      trustList([
        tagEntry("acme", `${server.url}${source.bare}`, commit, ["read-mail"]),
      ]),
    );
    await decoy.commit({ "evil": "" });
    await decoy.annotatedTag("v1.0.0");
    await decoy.publish();
    const canary = temp.join("canary");
    const script = temp.join("evil.sh");
    await Deno.writeTextFile(script, `#!/bin/sh\ntouch ${canary}\nexit 1\n`, {
      mode: 0o755,
    });
    const hooks = ["reference-transaction", "post-checkout", "post-merge"];
    await Deno.mkdir(temp.join("template/hooks"), { recursive: true });
    for (const hook of hooks) {
      await Deno.copyFile(script, temp.join("template/hooks", hook));
      await Deno.mkdir(`${adopter.path}/.git/hooks`, { recursive: true });
      await Deno.copyFile(script, `${adopter.path}/.git/hooks/${hook}`);
    }
    const home = temp.join("home");
    await Deno.mkdir(home);
    const config = [
      `[url "${server.url}${decoy.bare}"]\n\tinsteadOf = ${server.url}${source.bare}`,
      `[core]\n\tsshCommand = ${script}\n\thooksPath = ${
        temp.join("template/hooks")
      }\n\tfsmonitor = ${script}`,
      `[init]\n\ttemplateDir = ${temp.join("template")}`,
      `[uploadpack]\n\tpackObjectsHook = ${script}`,
      "",
    ].join("\n");
    await Deno.writeTextFile(`${home}/.gitconfig`, config);
    await Deno.writeTextFile(`${adopter.path}/.git/config`, config, {
      append: true,
    });
    const untouched = await traces(decoy.bare);
    const run = await setupOverSsh(adopter, server, {
      HOME: home,
      XDG_CONFIG_HOME: home,
      GIT_DIR: decoy.bare,
      GIT_INDEX_FILE: temp.join("index"),
      GIT_OBJECT_DIRECTORY: `${decoy.bare}/objects`,
      GIT_TEMPLATE_DIR: temp.join("template"),
      GIT_EXEC_PATH: temp.path,
      GIT_SSH: script,
      GIT_SSH_COMMAND: script,
      GIT_PROXY_COMMAND: script,
      GIT_ASKPASS: script,
      SSH_ASKPASS: script,
      SSH_ASKPASS_REQUIRE: "force",
      GIT_EXTERNAL_DIFF: script,
      GIT_TRACE: canary,
      GIT_CONFIG_GLOBAL: `${home}/.gitconfig`,
      GIT_CONFIG_SYSTEM: `${home}/.gitconfig`,
      GIT_CONFIG_PARAMETERS: `'core.sshcommand=${script}'`,
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "core.sshCommand",
      GIT_CONFIG_VALUE_0: script,
    });
    assert.equal(run.code, 0, run.stdout + run.stderr);
    assert.ok(await stands(`${adopter.path}/.agents/skills/magpie-read-mail`));
    assert.ok(!await stands(canary));
    assert.ok(!await stands(temp.join("index")));
    assert.deepEqual(await traces(decoy.bare), untouched);
  },
);

Deno.test("without the permission to run git nothing is asked, fetched or written", async () => {
  await using temp = await tempDir();
  const adopter = await makeAdopter(
    temp.join("adopter"),
    trustList([
      tagEntry("acme", "git@git.example.invalid:a.git", "1".repeat(40), [
        "read-mail",
      ]),
    ]),
  );
  const before = await traces(adopter.path);
  const run = await runCli(["setup", "--yes", "--json"], { cwd: adopter.path });
  assert.equal(run.code, 1);
  const [finding, ...more] = run.json().findings;
  assert.equal(finding?.rule, "permission-missing");
  assert.match(
    finding.message,
    /--allow-run=git and --allow-env=PATH,SSH_AUTH_SOCK/,
  );
  assert.equal(finding.fix, "SKILL_SOURCES_SSH=1 skill-sources setup");
  assert.deepEqual(more, []);
  assert.deepEqual(await traces(adopter.path), before);
  assert.equal(await git(adopter.path, ["status", "--porcelain"]), "");
});

Deno.test("a source that is refused anyway needs no permission to run git", async () => {
  await using temp = await tempDir();
  const adopter = await makeAdopter(
    temp.join("adopter"),
    trustList([{
      id: "acme",
      name: "Acme",
      method: "git-tag",
      url: "git@git.example.invalid:a.git",
      ref: "v1",
      provides: ["read-mail"],
    }]),
  );
  const run = await runCli(["setup", "--yes", "--json"], { cwd: adopter.path });
  assert.equal(run.code, 1);
  assert.deepEqual(run.json().findings.map(({ rule }) => rule), [
    "pin-missing",
  ]);
});
