/**
 * The command line tool: `deno run … cli.ts <command>`. See `docs/cli.md`.
 *
 * @module
 */
import { main } from "./lib/cli/main.ts";

if (import.meta.main) Deno.exit(await main(Deno.args, Deno.exit));
