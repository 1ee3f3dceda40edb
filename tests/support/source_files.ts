import { fileURLToPath } from "node:url";

/** The top folder of this repository, without a trailing slash. */
export const PROJECT_ROOT = fileURLToPath(new URL("../..", import.meta.url))
  .replace(/[/\\]$/, "");

/** One module of the program. */
export interface SourceFile {
  /** Path from the repository's top, with `/`. */
  readonly path: string;
  readonly text: string;
  /** The text without comments and without the contents of strings. */
  readonly code: string;
  /** Specifiers of every import and re-export, static or dynamic, as written. */
  readonly specifiers: readonly string[];
  /** Local modules among them, as paths from the repository's top. */
  readonly imports: readonly string[];
}

const SPECIFIER =
  /^(?:import|export)\b[^;"'`]*?\bfrom\s*(["'])([^"'\n]+)\1|^import\s*(["'])([^"'\n]+)\3|\bimport\s*\(\s*(["'])([^"'\n]+)\5/gm;

/** Reads every module below `folders` and the named files. */
export async function sourceFiles(
  folders: readonly string[],
  files: readonly string[] = [],
): Promise<SourceFile[]> {
  const paths = [...files];
  for (const folder of folders) paths.push(...await modulesBelow(folder));
  return await Promise.all(
    paths.sort().map(async (path) => {
      const text = await Deno.readTextFile(`${PROJECT_ROOT}/${path}`);
      return { path, ...analyse(path, text) };
    }),
  );
}

/** What the rules look at in one module's text. */
export function analyse(
  path: string,
  text: string,
): Omit<SourceFile, "path"> {
  const bare = withoutComments(text);
  const specifiers = [...bare.matchAll(SPECIFIER)].map((match) =>
    (match[2] ?? match[4] ?? match[6])!
  );
  const folder = path.split("/").slice(0, -1);
  const imports = specifiers.filter((text) => text.startsWith("."))
    .map((specifier) => resolve(folder, specifier));
  return { text, code: withoutStrings(bare), specifiers, imports };
}

function resolve(folder: readonly string[], specifier: string): string {
  const parts = [...folder];
  for (const part of specifier.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

async function modulesBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of Deno.readDir(`${PROJECT_ROOT}/${folder}`)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) found.push(...await modulesBelow(path));
    else if (entry.name.endsWith(".ts")) found.push(path);
  }
  return found;
}

const TOKEN =
  /\/\*[^]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g;

function withoutComments(text: string): string {
  return text.replace(TOKEN, (token) => token.startsWith("/") ? " " : token);
}

function withoutStrings(text: string): string {
  return text.replace(
    TOKEN,
    (token) => token.startsWith("`") ? token : token[0] === "/" ? " " : '""',
  );
}
