import {
  HostError,
  type SkillSourcesError,
  SourceError,
} from "../base/errors.ts";
import type { RuleName } from "../base/rules.ts";
import { redactUrl } from "../http/redact_url.ts";
import { printable } from "../report/printable.ts";
import type { SshGitRun } from "./ssh_git.ts";

/** Characters of ssh's and git's own words that a message shows. */
const MAX_SHOWN = 300;
/** Lines of them. */
const MAX_LINES = 3;

/** What each kind of failure says about itself, most telling first, and what to do. */
const KINDS: readonly (readonly [RegExp, RuleName, string])[] = [
  [
    /IDENTIFICATION HAS CHANGED|Host key for .{1,300} has changed|REVOKED HOST KEY/,
    "host-key-refused",
    "shows another host key than the one you know, which is what an attack on the way looks like; ask who runs the server before you change known_hosts",
  ],
  [
    /Host key verification failed|host key is known for/,
    "host-key-refused",
    "shows a host key that is not in known_hosts; compare its fingerprint with what the host publishes, connect once by hand, and try again",
  ],
  [
    /Permission denied \(|Too many authentication failures|No supported authentication methods/,
    "ssh-refused",
    "does not accept your ssh key, and nobody can be asked for a passphrase; load the key into ssh-agent (ssh-add) or register it with the host",
  ],
  [
    /repository .{0,200}not found|repository not found|does not appear to be a git repository|no such (?:repository|project)|project you were looking for could not be found/i,
    "not-found",
    "has no such repository, or one that your key may not read, which looks the same",
  ],
  [
    /not our ref|unadvertised object/,
    "commit-unknown",
    "does not give out a commit that is asked for",
  ],
  [
    /couldn't find remote ref/,
    "ref-missing",
    "no longer has the ref it had a moment ago; try again",
  ],
  [
    /Could not resolve hostname|connect to host|Connection (?:timed out|refused|reset|closed)|timed out|No route to host|kex_exchange_identification|Broken pipe/,
    "ssh-failed",
    "cannot be reached by ssh; check the host, the port and your network",
  ],
  [
    /fsck error|index-pack|pack has|(?:bad|invalid) (?:pack|object)|corrupt|mismatched algorithms/i,
    "git-damaged",
    "sent objects that git refuses",
  ],
];

/** The error for a run of git over ssh that did not succeed. */
export function sshFailure(
  url: string,
  { end, stderr }: SshGitRun,
): SkillSourcesError {
  const where = redactUrl(url);
  if (end === "idle") {
    return new SourceError(
      "ssh-failed",
      `${where} was silent for too long, so ssh was ended; try again.`,
    );
  }
  if (end === "limit") {
    return new SourceError(
      "limit-exceeded",
      `${where} sends more than a source may have; the transfer was ended.`,
    );
  }
  if (/\bssh: (?:command )?not found|cannot run ssh/.test(stderr)) {
    return new HostError(
      "program-missing",
      `ssh is not installed or not on the PATH, and ${where} needs it; install the OpenSSH client.`,
    );
  }
  const [, code, what] = KINDS.find(([words]) => words.test(stderr)) ??
    [undefined, "ssh-failed", "could not be asked over ssh"] as const;
  return new SourceError(code, `${where} ${what}${lastWords(stderr)}.`);
}

/** The lines that say something: no progress, and none of git's standing advice. */
function lastWords(stderr: string): string {
  const lines = stderr.split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => /[A-Za-z0-9]/.test(line) && !NOISE.test(line));
  if (lines.length === 0) return "";
  const shown = lines.slice(-MAX_LINES).join(" / ");
  const cut = shown.length > MAX_SHOWN
    ? `${shown.slice(0, MAX_SHOWN)}…`
    : shown;
  return ` (it said: ${printable(cut).replace(/[.\s]+$/, "")})`;
}

const NOISE =
  /^(?:fatal: fetch-pack: |fatal: Could not read from remote repository|Please make sure you have the correct|and the repository exists|remote: (?:Enumerating|Counting|Compressing|Total)|Receiving objects|Resolving deltas|warning: )/;
