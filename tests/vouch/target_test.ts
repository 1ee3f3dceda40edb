import assert from "node:assert/strict";
import { UsageError } from "../../lib/base/errors.ts";
import { sourceNames } from "../../lib/vouch/source_names.ts";
import { readTarget } from "../../lib/vouch/target.ts";

function fault(text: string): UsageError {
  try {
    readTarget(text);
  } catch (error) {
    assert.ok(error instanceof UsageError, String(error));
    return error;
  }
  assert.fail(`${text} was not refused`);
}

Deno.test("a url's method follows from what it leads to", () => {
  const method = (url: string) => {
    const target = readTarget(url);
    return target.kind === "url" ? target.method : target.id;
  };
  assert.equal(method("https://github.com/acme/skills"), "git-tag");
  assert.equal(method("git@github.com:acme/skills.git"), "git-tag");
  assert.equal(method("https://a.example/x-1.0.zip"), "svn-zip");
  assert.equal(method("https://a.example/x-1.0.tar.gz#top"), "svn-zip");
  assert.equal(
    method("https://github.com/a/b/releases/download/v1/x-1.0.tgz"),
    "svn-zip",
  );
  assert.equal(method("acme-skills"), "acme-skills");
});

Deno.test("a web page of a forge is told from a repository, with what to write instead", () => {
  const fix = (url: string) => fault(url).fix;
  const vouch = "skill-sources vouch https://github.com/o/r";
  assert.equal(
    fix("https://github.com/o/r/tree/main/skills"),
    `${vouch} --method git-branch --ref main --skills-root skills`,
  );
  assert.equal(
    fix("https://github.com/o/r/tree/v1.2.0"),
    `${vouch} --ref v1.2.0`,
  );
  assert.equal(fix("https://github.com/o/r/blob/main/README.md"), vouch);
  assert.equal(
    fix("https://github.com/o/r/releases/tag/v1.0"),
    `${vouch} --ref v1.0`,
  );
  assert.equal(
    fix("https://gitlab.com/g/s/r/-/tree/v2/a/b"),
    "skill-sources vouch https://gitlab.com/g/s/r --ref v2 --skills-root a/b",
  );
  assert.equal(
    fix("https://codeberg.org/o/r/src/branch/dev/skills"),
    "skill-sources vouch https://codeberg.org/o/r --method git-branch --ref dev --skills-root skills",
  );
  // Elsewhere a repository may be called anything.
  assert.equal(readTarget("https://git.example/x/y/tree/z").kind, "url");
});

Deno.test("what is neither a url nor an id is explained", () => {
  assert.match(
    fault("acme/skills").message,
    /https:\/\/github\.com\/acme\/skills/,
  );
  assert.match(fault("./acme").message, /file:\/\//);
  assert.match(fault("Acme Skills").message, /neither a url nor the id/);
  assert.match(fault("").message, /neither/);
});

Deno.test("a url that is not allowed is refused before anything is asked, and shows no secret", () => {
  for (
    const url of [
      "http://a.example/x",
      "git://a.example/x",
      "https://user:hunter2@a.example/x",
      "https://a.example/x?token=hunter2",
      "ext::sh -c hunter2@",
      "https://a.example/../x",
      "https://a.example/x y",
    ]
  ) {
    const { code, message } = fault(url);
    assert.equal(code, "url-refused", url);
    assert.doesNotMatch(message, /hunter2/);
  }
});

Deno.test("ids, names and versions come out of urls", () => {
  const git = (url: string) => sourceNames(url, "git-tag");
  assert.deepEqual(git("https://github.com/Acme/Magpie_Tools.git"), {
    id: "magpie-tools",
    name: "Acme/Magpie_Tools",
    owner: "Acme",
  });
  assert.equal(git("https://github.com/acme/skills/").id, "acme-skills");
  assert.equal(
    git("https://github.com/acme/agent-skills").id,
    "acme-agent-skills",
  );
  assert.equal(git("git@host.example:team/skills.git").id, "team-skills");
  assert.equal(git("file:///srv/git/tools.git").id, "tools");
  assert.equal(git("https://a.example/x/setup").id, "x-setup");
  const zip = (name: string) =>
    sourceNames(`https://a.example/dist/${name}`, "svn-zip");
  assert.deepEqual(zip("apache-foo-skills-1.2.0-incubating-src.zip"), {
    id: "apache-foo-skills",
    name: "apache-foo-skills",
    version: "1.2.0-incubating",
  });
  assert.equal(zip("foo-v2.0-source-release.tar.gz").version, "2.0");
  assert.equal(zip("foo-v2.0.tgz").id, "foo");
  assert.equal(zip("foo.zip").version, undefined);
  assert.equal(zip("1.0.zip").id, undefined);
});
