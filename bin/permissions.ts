/**
 * Prints, one a line, the flags of `deno run` for a command line. The first
 * word is `1` where sources may be reached by ssh. Only `bin/skill-sources`
 * runs this, and without any permission.
 *
 * @module
 */
import { launchFlags } from "../lib/cli/launch_flags.ts";
// One file of one package: with it Deno, run with `--cached-only`, fails here
// already where any package of deno.lock is not in its cache yet.
import "semver/package.json" with { type: "json" };

const [ssh, ...argv] = Deno.args;
console.log(launchFlags(argv, { ssh: ssh === "1" }).join("\n"));
