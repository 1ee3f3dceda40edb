import { DEFAULT_JOBS } from "../base/limits.ts";
import type { SetupOptions } from "../install/setup_options.ts";

/** How `upgrade` uses the machinery of `setup`: it prunes nothing and plans for itself. */
export const UPGRADE_AS_SETUP: SetupOptions = {
  only: [],
  noGit: false,
  dryRun: false,
  frozen: false,
  allowUnpinned: false,
  prune: false,
  jobs: DEFAULT_JOBS,
  agents: undefined,
};
