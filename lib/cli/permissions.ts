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

/**
 * The flags of `deno run` that are enough for a command of these needs, and
 * no more (contract section 10). Reading is unscoped because worktrees and
 * subfolders leave the working folder, writing because Deno makes symbolic
 * links under unscoped permissions only.
 */
export function permissionFlags(needs: Needs): readonly string[] {
  switch (needs) {
    case "nothing":
      return [...CLOSED, "--deny-write"];
    case "read":
      return [...CLOSED, "--deny-write", "--allow-read", LOCAL_ENV];
    case "write":
      return [...CLOSED, "--allow-read", "--allow-write", LOCAL_ENV];
    case "network":
      return [
        "--no-remote",
        "--frozen",
        "--no-prompt",
        "--deny-run",
        "--deny-ffi",
        "--allow-read",
        "--allow-write",
        "--allow-net",
        NETWORK_ENV,
      ];
  }
}
