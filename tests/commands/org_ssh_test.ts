import assert from "node:assert/strict";
import { permissionFlags } from "../../lib/cli/permissions.ts";
import { makeAdopter, trustList } from "../support/adopter.ts";
import { type CliDocument, runCli } from "../support/run_cli.ts";
import { SampleSource } from "../support/sample_source.ts";
import { withSshd } from "../support/with_sshd.ts";
import { tagEntry } from "./world.ts";

withSshd(
  "org check and org adopters ask repositories that are reached by ssh, each failing for itself",
  async (server, temp) => {
    const source = await SampleSource.create(temp.path, "acme", ["read-mail"]);
    await source.annotatedTag("v1.0.0");
    await source.publish();
    const url = `${server.url}${source.bare}`;
    const commit = await source.revision("HEAD");
    const entry = tagEntry("acme", url, commit, ["read-mail"]);
    const user = await SampleSource.create(temp.path, "user");
    await user.commit({
      "skill-sources.md": trustList([entry]),
      ".apache-magpie.sources.lock":
        `- id: acme\n  method: git-tag\n  url: ${url}\n  ref: v1.0.0\n  commit: "${commit}"\n`,
    });
    await user.publish();
    const org = await makeAdopter(temp.join("org"), undefined, {
      "organizations/acme/skill-sources.md": trustList([entry]),
      "list.txt": `${server.url}${user.bare}\n${server.url}${user.bare}x\n`,
    });
    const run = (ssh: boolean, ...args: string[]) =>
      runCli(["org", ...args, "--json"], {
        cwd: org.path,
        env: server.env,
        permissions: permissionFlags("network", { ssh }),
      });

    const checked = await run(true, "check", "--remote");
    assert.equal(checked.code, 0, checked.stdout);

    const asked = await run(true, "adopters", "list.txt");
    assert.equal(asked.code, 0, asked.stdout);
    const { adopters } = asked.json<
      CliDocument & {
        readonly adopters: readonly {
          readonly sources: readonly { readonly state: string }[];
          readonly faults: readonly unknown[];
        }[];
      }
    >();
    assert.deepEqual(
      adopters.map(({ sources, faults }) => [
        ...sources.map(({ state }) => state),
        faults.length,
      ]),
      [["current", 0], [1]],
    );

    const barred = await run(false, "check", "--remote");
    assert.equal(barred.code, 1);
    assert.deepEqual(
      barred.json().findings.map(({ rule, fix }) => [rule, fix]),
      [[
        "permission-missing",
        "SKILL_SOURCES_SSH=1 skill-sources org check --remote",
      ]],
    );
  },
);
