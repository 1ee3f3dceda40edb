/** Folders where daemons lie, which a user's PATH may leave out. */
const DAEMONS = ["/usr/sbin", "/usr/local/sbin", "/sbin"];

/** Where the program `name` is: on the PATH, or where daemons lie; `undefined` when it is not installed. */
export function findProgram(name: string): string | undefined {
  return [...(Deno.env.get("PATH") ?? "").split(":"), ...DAEMONS]
    .filter((folder) => folder.startsWith("/"))
    .map((folder) => `${folder}/${name}`)
    .find(isFile);
}

/**
 * A test that runs real programs. Where one is not installed the test is
 * ignored, and its name says why: who tries this project needs Node and git
 * only. Continuous integration installs each, and counts an ignored test as
 * failed.
 */
export function testWith(
  programs: readonly string[],
  name: string,
  fn: (t: Deno.TestContext) => Promise<void>,
): void {
  const missing = programs.find((program) => !findProgram(program));
  const why = missing === undefined
    ? ""
    : ` (ignored: ${missing} is not installed)`;
  Deno.test({ name: name + why, ignore: missing !== undefined, fn });
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
