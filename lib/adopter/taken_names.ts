import { join } from "node:path";

const HOMES = ["skills", ".apache-magpie/skills"] as const;

/**
 * Folder names of the skills that the repository itself and the framework's
 * snapshot hold. They always win over a source's (contract section 5). A
 * folder with only a pointer (`source.md`) holds no skill.
 */
export function takenNames(root: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const home of HOMES) {
    for (const name of folders(join(root, home))) {
      if (isFile(join(root, home, name, "SKILL.md"))) names.add(name);
    }
  }
  return names;
}

function folders(path: string): string[] {
  try {
    return [...Deno.readDirSync(path)]
      .filter((entry) => entry.isDirectory)
      .map((entry) => entry.name);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

function isFile(path: string): boolean {
  try {
    return Deno.lstatSync(path).isFile;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound ||
    error instanceof Deno.errors.NotADirectory;
}
