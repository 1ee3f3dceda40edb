import { RUNNER_VARIABLES } from "../evals/runner_environment.ts";
import type { Needs } from "./spec.ts";

/** Keeps every module load on what is cached and locked, and asks nothing at run time. */
const CLOSED = [
  "--cached-only",
  "--no-remote",
  "--frozen",
  "--no-prompt",
  "--deny-net",
  "--deny-run",
  "--deny-ffi",
];
const LOCAL_ENV = "--allow-env=CI,INIT_CWD";
const NETWORK_ENV = "--allow-env=" + [
  "CI",
  "INIT_CWD",
  "HOME",
  "GITHUB_TOKEN",
  "GH_TOKEN",
  "SKILL_SOURCES_*",
  ...["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "NO_PROXY"]
    .flatMap((name) => [name, name.toLowerCase()]),
].join(",");

/** What a source that is reached by ssh needs on top: git, and what git and ssh read. */
const SSH_ENV = "PATH,SSH_AUTH_SOCK";

/** Choices of {@linkcode permissionFlags}. */
export interface PermissionOptions {
  /** Some source is reached by ssh. */
  readonly ssh?: boolean;
}

/**
 * The flags of `deno run` that are enough for a command of these needs, and
 * no more (contract section 10). Reading is unscoped because worktrees and
 * subfolders leave the working folder, writing because Deno makes symbolic
 * links under unscoped permissions only.
 */
export function permissionFlags(
  needs: Needs,
  { ssh = false }: PermissionOptions = {},
): readonly string[] {
  switch (needs) {
    case "nothing":
      return [...CLOSED, "--deny-write"];
    case "read":
      return [...CLOSED, "--deny-write", "--allow-read", LOCAL_ENV];
    case "run":
      return [
        ...CLOSED.map((flag) =>
          flag === "--deny-run" ? "--allow-run=python3" : flag
        ),
        "--deny-write",
        "--allow-read",
        `${LOCAL_ENV},${RUNNER_VARIABLES.join(",")}`,
      ];
    case "write":
      return [...CLOSED, "--allow-read", "--allow-write", LOCAL_ENV];
    case "network":
      return [
        "--no-remote",
        "--frozen",
        "--no-prompt",
        ssh ? "--allow-run=git" : "--deny-run",
        "--deny-ffi",
        "--allow-read",
        "--allow-write",
        "--allow-net",
        ssh ? `${NETWORK_ENV},${SSH_ENV}` : NETWORK_ENV,
      ];
  }
}
