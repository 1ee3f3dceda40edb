/**
 * Reads an environment variable. One that Deno may not read counts as unset:
 * the read-only commands work without any permission for the environment.
 */
export function readEnv(name: string): string | undefined {
  try {
    return Deno.env.get(name);
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) return undefined;
    throw error;
  }
}
