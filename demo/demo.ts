/**
 * The whole job on one machine, in seconds: a small organization with real
 * servers, an adopter, and the real program under its own permissions. Exits
 * with 1 when any step did not do what it says.
 */
import { tempDir } from "../tests/support/temp_dir.ts";
import { buildOrganization } from "./organization.ts";
import { DemoFailed, say } from "./narrator.ts";
import {
  adopt,
  editOneByte,
  moveTheTag,
  moveToTheNewest,
  repair,
  repeat,
} from "./steps.ts";

async function main(): Promise<void> {
  await using temp = await tempDir("skill-sources-demo-");
  await using organization = await buildOrganization(temp.path);
  say("A small organization stands on loopback:");
  say(`  ${organization.git.url}/reviewers.git  git, annotated tag v1.0.0`);
  say(`  ${organization.git.url}/drafts.git     git, branch main`);
  say(`  ${organization.dist.url}/release-skills-1.2.0.zip  with its .sha512`);
  say("and an adopter with a trust list, an organization list and a registry.");
  await adopt(organization);
  await repeat(organization);
  await editOneByte(organization);
  const clone = await moveTheTag(organization, temp.join("clone"));
  await repair(organization, clone);
  await moveToTheNewest(organization);
  say();
  say("Every step did what it says. The temporary folder is removed.");
}

try {
  await main();
} catch (error) {
  if (!(error instanceof DemoFailed)) throw error;
  say(error.message);
  Deno.exitCode = 1;
}
