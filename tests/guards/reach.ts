import { createHash } from "node:crypto";
import { MARK, markGuards } from "./alter_guards.ts";
import type { Guard } from "./find_guards.ts";
import { runTests } from "./run_tests.ts";

/** What one test file does without any guard taken out. */
export interface Reach {
  /** SHA-256 of the test file that was run. */
  readonly digest: string;
  readonly milliseconds: number;
  /** Tests that fail all the same, which therefore prove nothing. */
  readonly failed: readonly string[];
  /** Ids of the guards that it reaches. */
  readonly guards: readonly string[];
  /** By guard the tests that reach it, as far as that is in this process. */
  readonly names?: Readonly<Record<string, readonly string[]>>;
}

/**
 * Runs one test file of `root`, whose guards are marked, and reads from the
 * coverage which of them were reached.
 */
export async function reachOf(root: string, test: string): Promise<Reach> {
  const digest = digestOf(root, test);
  const coverage = await Deno.makeTempDir();
  try {
    const begin = performance.now();
    const reached = `${coverage}/names.json`;
    const { failed } = await runTests(root, [test], { coverage, reached });
    const milliseconds = Math.round(performance.now() - begin);
    const guards = new Set<string>();
    let names = {};
    for await (const { name } of Deno.readDir(coverage)) {
      const text = await Deno.readTextFile(`${coverage}/${name}`);
      if (name === "names.json") names = JSON.parse(text);
      if (!text.includes("__guard_")) continue;
      for (const { functionName, ranges } of JSON.parse(text).functions) {
        const id = MARK.exec(functionName)?.[1];
        if (id !== undefined && ranges[0].count > 0) guards.add(id);
      }
    }
    return { digest, milliseconds, failed, guards: [...guards].sort(), names };
  } finally {
    await Deno.remove(coverage, { recursive: true });
  }
}

/** SHA-256 of a file of `root`, in hex. */
export function digestOf(root: string, file: string): string {
  const bytes = Deno.readFileSync(`${root}/${file}`);
  return createHash("sha256").update(bytes).digest("hex");
}

/** Marks all guards in the files of `root`; returns what brings the files back. */
export function markAll(root: string, guards: readonly Guard[]): () => void {
  const files = Map.groupBy(guards, ({ file }) => file);
  const before = new Map<string, Uint8Array>();
  for (const [file, inFile] of files) {
    const source = Deno.readFileSync(`${root}/${file}`);
    before.set(file, source);
    Deno.writeFileSync(`${root}/${file}`, markGuards(source, inFile));
  }
  return () => {
    for (const [file, source] of before) {
      Deno.writeFileSync(`${root}/${file}`, source);
    }
  };
}

/** Lets the programs that tests start inherit the folder for the coverage. */
export function passEnvironment(
  root: string,
  helpers: readonly string[],
): () => void {
  const before = helpers.map((file) => {
    const text = Deno.readTextFileSync(`${root}/${file}`);
    const passing = text.replaceAll(/\bclearEnv: true,/g, "");
    Deno.writeTextFileSync(`${root}/${file}`, passing);
    return [file, text] as const;
  });
  return () => {
    for (const [file, text] of before) {
      Deno.writeTextFileSync(`${root}/${file}`, text);
    }
  };
}
