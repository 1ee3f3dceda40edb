import { AGENTS } from "../../lib/wiring/agents.ts";
import type { Adopter } from "../support/adopter.ts";
import { traces } from "./traces.ts";

/** Path of the committed lock. */
export const LOCK = ".apache-magpie.sources.lock";
/** Path of the trust list that tests write. */
export const LIST = "skill-sources.md";

/** The plain values of a source's block in the committed lock; empty: no block. */
export async function blockOf(
  adopter: Adopter,
  id: string,
): Promise<Record<string, string>> {
  const lock = await adopter.read(LOCK);
  const block = new RegExp(`- id: ${id}\n(?: .*\n)*`).exec(lock)?.[0] ?? "";
  return Object.fromEntries(
    [...block.matchAll(/^ {2}([a-z0-9_]+): "?([^"\n]+)"?$/gm)]
      .map(([, key, value]) => [key, value]),
  );
}

/** Every `magpie-` link of an adopter as `<path> -> <text>`, sorted. */
export async function linksOf({ path }: Adopter): Promise<string[]> {
  const found: string[] = [];
  for (const { folder } of AGENTS) {
    try {
      for await (const entry of Deno.readDir(`${path}/${folder}`)) {
        const { name, isSymlink } = entry;
        if (!isSymlink || !name.startsWith("magpie-")) continue;
        const text = await Deno.readLink(`${path}/${folder}/${name}`);
        found.push(`${folder}/${name} -> ${text}`);
      }
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  return found.sort();
}

/** The links that the skills of one source have in a checkout with the usual agents. */
export function linksTo(id: string, skills: readonly string[]): string[] {
  return skills.flatMap((skill) => [
    `.agents/skills/magpie-${skill} -> ../../.apache-magpie-sources/${id}/skills/${skill}`,
    `.claude/skills/magpie-${skill} -> ../../.agents/skills/magpie-${skill}`,
    `.github/skills/magpie-${skill} -> ../../.agents/skills/magpie-${skill}`,
  ]).sort();
}

/** All that a refused move must leave of one source as it was: block, links, bytes and times. */
export async function estateOf(adopter: Adopter, id: string) {
  const links = await linksOf(adopter);
  const folder = `${adopter.path}/.apache-magpie-sources`;
  return {
    block: await blockOf(adopter, id),
    snapshot: await traces(`${folder}/${id}`),
    links: links.filter((link) => link.includes(`/${id}/`)),
    listing: await Deno.readTextFile(`${folder}/.state/${id}.files`),
  };
}
