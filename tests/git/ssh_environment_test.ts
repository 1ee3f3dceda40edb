import assert from "node:assert/strict";
import { sshEnvironment } from "../../lib/git/ssh_environment.ts";

/** A caller whose every variable is set to `evil`. */
const environment = sshEnvironment(() => "evil", "/scratch/fetched.git");

Deno.test("of the caller's variables git sees PATH, HOME and the agent's socket only", () => {
  const passed = Object.entries(environment)
    .filter(([, value]) => value.includes("evil")).map(([name]) => name);
  assert.deepEqual(passed.sort(), ["HOME", "PATH", "SSH_AUTH_SOCK"]);
});

Deno.test("a variable that is not set is not made up", () => {
  for (const env of [undefined, () => undefined]) {
    assert.equal("HOME" in sshEnvironment(env, "/x"), false);
  }
});

Deno.test("host key checking stays as the user has set it", () => {
  const command = environment.GIT_SSH_COMMAND ?? "";
  assert.doesNotMatch(
    command,
    /StrictHostKeyChecking|KnownHosts|NoHostAuthentication|HostKeyAlias/i,
  );
  assert.match(command, / exec ssh -oBatchMode=yes /);
});

Deno.test("git reads no configuration of the machine or the user, and asks nothing", () => {
  assert.equal(environment.GIT_CONFIG_NOSYSTEM, "1");
  assert.equal(environment.GIT_CONFIG_GLOBAL, "/dev/null");
  assert.equal(environment.GIT_TERMINAL_PROMPT, "0");
  assert.equal(environment.GIT_ALLOW_PROTOCOL, "ssh");
  assert.equal(environment.GIT_DIR, "/scratch/fetched.git");
});
