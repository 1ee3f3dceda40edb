/** Folder of the inputs that once broke a target. */
export const FINDINGS: URL = new URL("./findings/", import.meta.url);

/** The inputs that once broke `target`; the tests try each of them for ever. */
export function findings(target: string): Uint8Array[] {
  const folder = new URL(`${target}/`, FINDINGS);
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) =>
      Deno.readFileSync(new URL(name, folder))
    );
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}
