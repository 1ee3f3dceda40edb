import assert from "node:assert/strict";
import {
  checkAllowUnlisted,
  checkCommit,
  checkFamily,
  checkFingerprint,
  checkId,
  checkManifest,
  checkMethod,
  checkOrganization,
  checkSha512,
  checkSkill,
} from "../../lib/trust/grammar.ts";

Deno.test("ids and skill names are kebab-case, short and no device", () => {
  for (const text of ["a", "acme-security-skills", "a1-2", "a".repeat(64)]) {
    assert.deepEqual(checkId(text), { value: text });
    assert.deepEqual(checkSkill(text), { value: text });
  }
  for (
    const text of [
      "",
      "../x",
      "acme/../../x",
      ".git",
      "-rf",
      "a-",
      "a--b",
      "Acme",
      "a_b",
      "a".repeat(65),
      "con",
      "nul",
      "com1",
      "acmе",
      "setup",
      "magpie-setup",
      "a\n",
      "a b",
      "acme\u2010security",
    ]
  ) {
    assert.ok(checkId(text).fault !== undefined, text);
    assert.ok(checkSkill(text).fault !== undefined, text);
  }
});

Deno.test("the fault of a name says which rule it breaks", () => {
  assert.match(checkId("con").fault!, /Windows device/);
  assert.match(checkId("setup").fault!, /reserved/);
  assert.match(checkId("a".repeat(65)).fault!, /64/);
  assert.match(checkId("Acme").fault!, /lower-case/);
});

Deno.test("a value is escaped and cut before it is shown", () => {
  const { fault } = checkId(`\u001b]0;x\u0007${"y".repeat(300)}\u202e\``);
  assert.ok(fault!.length < 250);
  // deno-lint-ignore no-control-regex -- their absence is the point
  assert.doesNotMatch(fault!, /[\u0000-\u001f\u202e]/);
});

Deno.test("a family is a prefix and -*", () => {
  assert.deepEqual(checkFamily("acme-audit-*"), { value: "acme-audit" });
  for (
    const text of ["*", "acme*", "acme-**", "../*", "-*", "acme-", "a-*-*"]
  ) {
    assert.ok(checkFamily(text).fault !== undefined, text);
  }
});

Deno.test("organizations may be upper case but no path", () => {
  assert.deepEqual(checkOrganization("ASF"), { value: "ASF" });
  for (const text of ["", "../independent", "-a", "a/b", "a.b", "a b"]) {
    assert.ok(checkOrganization(text).fault !== undefined, text);
  }
});

Deno.test("a method one slip away is offered", () => {
  assert.deepEqual(checkMethod("svn-zip"), { value: "svn-zip" });
  assert.match(checkMethod("git-tags").fault!, /did you mean `git-tag`\?/);
  assert.match(checkMethod("npm").fault!, /write `git-tag`/);
});

Deno.test("a commit is whole: an abbreviation is told apart from rubbish", () => {
  const commit = "0123456789ABCDEF0123456789abcdef01234567";
  assert.deepEqual(checkCommit(commit), { value: commit.toLowerCase() });
  assert.ok(checkCommit("a".repeat(64)).value);
  assert.match(checkCommit("0123abc").fault!, /abbreviated to 7 digits/);
  assert.match(checkCommit("a".repeat(63)).fault!, /abbreviated to 63/);
  assert.match(checkCommit("v1.0.0").fault!, /40 or 64 hexadecimal/);
  assert.match(checkCommit(`${commit}\n`).fault!, /40 or 64 hexadecimal/);
});

Deno.test("a sha512 is 128 digits and nothing else", () => {
  assert.deepEqual(checkSha512("A".repeat(128)), { value: "a".repeat(128) });
  assert.match(checkSha512("a".repeat(64)).fault!, /has 64 hexadecimal/);
  assert.match(checkSha512(`sha512:${"a".repeat(128)}`).fault!, /128/);
});

Deno.test("a key id, which can be forged, is no fingerprint", () => {
  const ssh = `SHA256:${"a+/B".repeat(10)}abc`;
  assert.deepEqual(checkFingerprint(ssh), { value: ssh });
  assert.deepEqual(
    checkFingerprint("4225 4AFF 0e43 4225 4AFF  0E43 4225 4AFF 0E43 4225"),
    { value: "42254AFF0E4342254AFF0E4342254AFF0E434225" },
  );
  assert.match(checkFingerprint("0xDEADBEEF").fault!, /key id/);
  assert.match(checkFingerprint("DEADBEEFDEADBEEF").fault!, /key id/);
  assert.match(checkFingerprint("SHA256:abc").fault!, /43 base64/);
  assert.match(checkFingerprint("me@example.org").fault!, /full OpenPGP/);
});

Deno.test("policies are the listed texts, no YAML booleans", () => {
  assert.deepEqual(checkManifest("if-present"), { value: "if-present" });
  assert.ok(checkManifest("yes").fault !== undefined);
  assert.deepEqual(checkAllowUnlisted("false"), { value: false });
  for (const text of ["yes", "True", "1", ""]) {
    assert.ok(checkAllowUnlisted(text).fault !== undefined);
  }
});
