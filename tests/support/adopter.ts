import { git } from "./git.ts";
import { type Files, writeFiles } from "./write_files.ts";

/** One source in a sample trust list; keys in the order they are to be written. */
export type Descriptor = Readonly<Record<string, string | readonly string[]>>;

/** A git repository that adopts sources. */
export interface Adopter {
  /** Its top folder. */
  readonly path: string;
  /** Writes files without committing them. */
  write(files: Files): Promise<void>;
  /** Commits everything that is not ignored; returns the commit's id. */
  commit(message?: string): Promise<string>;
  /** Reads a text file below the top folder. */
  read(path: string): Promise<string>;
  /** Clones it to `path`, as a colleague or a CI job does. */
  clone(path: string): Promise<Adopter>;
}

/**
 * Makes a repository at `path` with `trustList` as its `skill-sources.md`
 * (none when it is left out) and commits it.
 */
export async function makeAdopter(
  path: string,
  trustList?: string,
  files: Files = {},
): Promise<Adopter> {
  await Deno.mkdir(path, { recursive: true });
  await git(path, ["init", "-q", "-b", "main"]);
  const adopter = adopterAt(path);
  await adopter.write({
    "README.md": "# An adopter\n",
    ...(trustList === undefined ? {} : { "skill-sources.md": trustList }),
    ...files,
  });
  await adopter.commit("Begin");
  return adopter;
}

/** An adopter that is there already. */
export function adopterAt(path: string): Adopter {
  return {
    path,
    write: (files) => writeFiles(path, files),
    async commit(message = "Change") {
      await git(path, ["add", "-A"]);
      await git(path, ["commit", "-q", "--allow-empty", "-m", message]);
      return await git(path, ["rev-parse", "HEAD"]);
    },
    read: (file) => Deno.readTextFile(`${path}/${file}`),
    async clone(target) {
      await git(path, ["clone", "-q", path, target]);
      return adopterAt(target);
    },
  };
}

/**
 * A Markdown file with one YAML block that declares `descriptors`. A list
 * value becomes `- skill: <name>` items, or `- family: <prefix>-*` where it
 * ends so; a key `layout.<name>` goes into the `layout` mapping.
 */
export function trustList(
  descriptors: readonly Descriptor[],
  prose = "# Trusted skill sources",
): string {
  const lines = [prose, "", "```yaml"];
  for (const descriptor of descriptors) lines.push(...blockOf(descriptor));
  return [...lines, "```", ""].join("\n");
}

function blockOf(descriptor: Descriptor): string[] {
  const lines: string[] = [];
  const nested: string[] = [];
  for (const [key, value] of Object.entries(descriptor)) {
    if (key.startsWith("layout.")) {
      nested.push(...item(key.slice("layout.".length), value, "    "));
    } else lines.push(...item(key, value, "  "));
  }
  if (nested.length > 0) lines.push("  layout:", ...nested);
  return lines.map((line, at) => at === 0 ? `- ${line.trimStart()}` : line);
}

function item(
  key: string,
  value: string | readonly string[],
  indent: string,
): string[] {
  if (typeof value === "string") return [`${indent}${key}: ${value}`];
  const items = value.map((text) => {
    if (key !== "provides") return `${indent}  - ${text}`;
    const kind = text.endsWith("-*") ? "family" : "skill";
    return `${indent}  - ${kind}: ${text}`;
  });
  return [`${indent}${key}:`, ...items];
}
