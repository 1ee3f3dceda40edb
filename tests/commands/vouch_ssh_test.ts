import assert from "node:assert/strict";
import { permissionFlags } from "../../lib/cli/permissions.ts";
import { makeAdopter } from "../support/adopter.ts";
import { runCli } from "../support/run_cli.ts";
import { SampleSource } from "../support/sample_source.ts";
import { withSshd } from "../support/with_sshd.ts";

withSshd(
  "the newest release of a source that is reached by ssh is found and verified",
  async (server, temp) => {
    const source = await SampleSource.create(temp.path, "acme", ["read-mail"]);
    await source.annotatedTag("v1.9.0");
    await source.annotatedTag("v1.10.0");
    await source.publish();
    const commit = await source.revision("HEAD");
    const adopter = await makeAdopter(temp.join("adopter"));
    const url = `${server.url}${source.bare}`;
    const args = ["vouch", url, "--json"];
    const { code, json, stdout } = await runCli(args, {
      cwd: adopter.path,
      env: server.env,
      permissions: permissionFlags("network", { ssh: true }),
    });
    assert.equal(code, 0, stdout);
    const { entry } = json<{ entry: string }>();
    assert.match(entry, new RegExp(`ref: v1\\.10\\.0\n  commit: ${commit}\n`));
    // Without leave to run git that is said before anything is tried.
    const barred = await runCli(args, { cwd: adopter.path, env: server.env });
    assert.equal(barred.code, 1);
    assert.deepEqual(
      barred.json().findings.map(({ rule, fix }) => [rule, fix]),
      [["permission-missing", "SKILL_SOURCES_SSH=1 skill-sources vouch"]],
    );
  },
);
