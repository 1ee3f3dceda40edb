import assert from "node:assert/strict";
import fc from "fast-check";
import { HostError } from "../../lib/base/errors.ts";
import { sshFailure } from "../../lib/git/ssh_failure.ts";

const URL = "git@git.example.org:team/a.git";
const ADVICE = [
  "fatal: Could not read from remote repository.",
  "",
  "Please make sure you have the correct access rights",
  "and the repository exists.",
  "",
].join("\n");

const failure = (stderr: string) =>
  sshFailure(URL, { end: "failure", stdout: "", stderr });

const WORDS: readonly (readonly [string, string])[] = [
  ["Host key verification failed.", "host-key-refused"],
  [
    "@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @\r\nHost key verification failed.",
    "host-key-refused",
  ],
  ["git@git.example.org: Permission denied (publickey).", "ssh-refused"],
  ["ERROR: Repository not found.", "not-found"],
  [
    "remote: ERROR: The project you were looking for could not be found or you don't have permission to view it.",
    "not-found",
  ],
  [
    "fatal: '/a.git' does not appear to be a git repository",
    "not-found",
  ],
  [
    "ssh: Could not resolve hostname git.example.org: Name or service not known",
    "ssh-failed",
  ],
  [
    "ssh: connect to host git.example.org port 22: Connection timed out",
    "ssh-failed",
  ],
  [
    "kex_exchange_identification: read: Connection reset by peer",
    "ssh-failed",
  ],
  [
    `fatal: remote error: upload-pack: not our ref ${"a".repeat(40)}`,
    "commit-unknown",
  ],
  ["fatal: couldn't find remote ref refs/tags/v1", "ref-missing"],
  ["fatal: fsck error in packed object", "git-damaged"],
  ["fatal: something else", "ssh-failed"],
];

for (const [words, code] of WORDS) {
  Deno.test(`what ssh says is told apart: ${words.slice(0, 60)}`, () => {
    const error = failure(`${words}\n${ADVICE}`);
    assert.equal(error.code, code);
    assert.match(error.message, /^git\.example\.org:team\/a\.git /);
    assert.doesNotMatch(error.message, /correct access rights/);
    assert.ok(error.message.includes(words.slice(-20).replace(/\.$/, "")));
  });
}

Deno.test("a machine without ssh is not the server's fault", () => {
  const error = failure(`sh: 1: ssh: not found\n${ADVICE}`);
  assert.ok(error instanceof HostError);
  assert.equal(error.code, "program-missing");
});

Deno.test("silence and excess have words of their own", () => {
  const run = { stdout: "", stderr: "" };
  assert.match(sshFailure(URL, { ...run, end: "idle" }).message, /silent/);
  assert.equal(
    sshFailure(URL, { ...run, end: "limit" }).code,
    "limit-exceeded",
  );
});

Deno.test("whatever the server says, the message is one short line of visible text", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    const { message } = failure(text);
    // deno-lint-ignore no-control-regex -- no control character may be shown
    assert.doesNotMatch(message, /[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
  }));
  assert.ok(failure("word ".repeat(10_000)).message.length < 600);
});
