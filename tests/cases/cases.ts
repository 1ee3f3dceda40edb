import assert from "node:assert/strict";
import { stands } from "../commands/traces.ts";
import { tagEntry, type World } from "../commands/world.ts";
import type { Adopter, Descriptor } from "../support/adopter.ts";
import type { CliDocument, CliRun } from "../support/run_cli.ts";
import { SampleSource } from "../support/sample_source.ts";
import type { Files } from "../support/write_files.ts";

/** What must still be there, untouched, after an attack. */
export const CANARY = "UNTOUCHED\n";

/** A source whose tag `v1.0.0` holds exactly `files`, and its trust-list entry. */
export async function sourceOf(
  world: World,
  id: string,
  files: Files,
  provides: readonly string[],
): Promise<{ readonly source: SampleSource; readonly entry: Descriptor }> {
  const source = await SampleSource.create(world.root, id);
  await source.commit(files);
  await source.lightweightTag("v1.0.0");
  await source.publish();
  const commit = await source.revision("HEAD");
  const url = `${world.git.url}/${id}.git`;
  return { source, entry: tagEntry(id, url, commit, provides) };
}

/** A readable `SKILL.md` that declares `name`. */
export function skillMd(name: string): string {
  return `---\nname: ${name}\ndescription: A skill for tests.\n---\n\n# Body\n`;
}

/** The findings of a run about one source. */
export function about(
  run: CliRun,
  source: string,
): CliDocument["findings"] {
  return run.json().findings.filter((finding) => finding.source === source);
}

/** Nothing of the source `id` came to where an agent, git or a later run would find it. */
export async function assertNothingOf(
  adopter: Adopter,
  id: string,
  skills: readonly string[] = [],
): Promise<void> {
  const paths = [
    `.apache-magpie-sources/${id}`,
    `.apache-magpie-sources/.state/${id}.files`,
    ...skills.map((skill) => `.agents/skills/magpie-${skill}`),
  ];
  for (const path of paths) {
    assert.equal(await stands(`${adopter.path}/${path}`), false, path);
  }
  for (
    const lock of [
      ".apache-magpie.sources.lock",
      ".apache-magpie.sources.local.lock",
    ]
  ) {
    if (!await stands(`${adopter.path}/${lock}`)) continue;
    assert.ok(!(await adopter.read(lock)).includes(`- id: ${id}\n`), lock);
  }
}
