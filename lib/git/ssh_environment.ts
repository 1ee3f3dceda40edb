import { CONNECT_TIMEOUT_MS } from "../base/limits.ts";
import { SSH_VARIABLES } from "./ssh_permission.ts";

/** Milliseconds without a sign of life after which ssh takes a connection for dead. */
const KEEPALIVE_MS = 10_000;

/**
 * Options that stand before the user's own `~/.ssh/config`, which decides the
 * rest: keys, jump hosts, and above all how host keys are checked
 * (`StrictHostKeyChecking` is never named here, so it is never weakened).
 *
 * `ControlMaster=no`: a master left behind would hold our pipes open.
 * `LogLevel=ERROR` keeps ssh's last words and drops a server's banner.
 */
const SSH = [
  "ssh",
  "-oBatchMode=yes",
  "-oClearAllForwardings=yes",
  "-oForwardAgent=no",
  "-oForwardX11=no",
  "-oPermitLocalCommand=no",
  "-oControlMaster=no",
  "-oLogLevel=ERROR",
  "-oConnectionAttempts=1",
  `-oConnectTimeout=${CONNECT_TIMEOUT_MS / 1000}`,
  `-oServerAliveInterval=${KEEPALIVE_MS / 1000}`,
  "-oServerAliveCountMax=3",
].join(" ");

/**
 * What git's shell runs, git's own arguments behind it. Git leaves ssh running
 * when it is ended itself, and a server that keeps on answering could hold it
 * for ever: something that looks after git every second ends ssh with it.
 */
const SSH_COMMAND = [
  "ssh_for_git() {",
  "(while kill -0 $$; do kill -0 $PPID || { kill $$; exit; }; sleep 1 || exit; done)",
  "</dev/null >/dev/null 2>&1 &",
  `exec ${SSH} "$@";`,
  "}; ssh_for_git",
].join(" ");

/**
 * The whole environment of git and, through it, ssh. Nothing else of the
 * caller's gets through: `GIT_DIR`, `GIT_SSH`, `GIT_TEMPLATE_DIR`,
 * `GIT_CONFIG_COUNT`, `SSH_ASKPASS`, `LD_PRELOAD` and their like would make
 * git read, run or write what somebody else chose.
 *
 * @param env Looks up a variable of the caller's; none is passed without it.
 * @param gitDir The git directory, which need not exist: git then looks for
 * none, so that the configuration of a repository around the folder, with its
 * `insteadOf` and `sshCommand`, is not read.
 */
export function sshEnvironment(
  env: ((name: string) => string | undefined) | undefined,
  gitDir: string,
): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const name of SSH_VARIABLES) {
    const value = env?.(name);
    if (value !== undefined) passed[name] = value;
  }
  return {
    ...passed,
    LANG: "C",
    LC_ALL: "C",
    GIT_DIR: gitDir,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_DEFAULT_REF_FORMAT: "files",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ALLOW_PROTOCOL: "ssh",
    GIT_PROTOCOL_FROM_USER: "0",
    GIT_SSH_COMMAND: SSH_COMMAND,
    GIT_SSH_VARIANT: "ssh",
  };
}
