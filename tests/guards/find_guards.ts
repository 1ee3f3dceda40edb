import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { RULES } from "../../lib/base/rules.ts";
import type { GuardReport } from "./guards_plugin.ts";

/** Rooms whose guards stand for what a user relies on (contract sections 2 to 5). */
export const GUARDED_ROOMS: readonly string[] = [
  "lib/yaml",
  "lib/trust",
  "lib/lock",
  "lib/tree",
  "lib/archive",
  "lib/git",
  "lib/http",
  "lib/signature",
  "lib/wiring",
  "lib/store",
  "lib/skills",
  "recipes",
  "lib/adopter",
  "lib/install",
  "lib/repository",
  "lib/curate",
  "lib/evals",
  "lib/lint",
];

/** One guard in a source file. */
export interface Guard extends GuardReport {
  /** Eight hex digits over file, function, text and turn; the same as long as those are. */
  readonly id: string;
  /** Path from the root of the repository. */
  readonly file: string;
  readonly line: number;
  /** Byte offsets of what is taken out. */
  readonly start: number;
  readonly end: number;
  /** Rule that it names, when its own text does. */
  readonly rule: string | undefined;
  /** How its message begins, or its text where it has no message of its own. */
  readonly says: string;
}

interface Diagnostic {
  readonly filename: string;
  readonly message: string;
  readonly range: {
    readonly start: { readonly line: number; readonly bytePos: number };
    readonly end: { readonly bytePos: number };
  };
}

/**
 * The guards of the source files at `paths` (files or folders, relative to the
 * folder `root`), in the order of files and places.
 *
 * Throws an `Error` when the linter cannot read a file.
 */
export async function findGuards(
  root: string,
  paths: readonly string[] = GUARDED_ROOMS,
): Promise<Guard[]> {
  const config = fileURLToPath(new URL("guards_lint.json", import.meta.url));
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["lint", "--config", config, "--json", ...paths],
    cwd: root,
    stderr: "null",
  }).output();
  const answer = JSON.parse(new TextDecoder().decode(stdout)) as {
    diagnostics: readonly Diagnostic[];
    errors: readonly unknown[];
  };
  if (answer.errors.length > 0) {
    throw new Error(`The linter failed: ${JSON.stringify(answer.errors)}`);
  }
  const turns = new Map<string, number>();
  const real = Deno.realPathSync(root);
  const placed = answer.diagnostics.map((diagnostic) => ({
    diagnostic,
    file: fileURLToPath(diagnostic.filename).slice(real.length + 1),
    start: diagnostic.range.start.bytePos,
  })).sort((a, b) =>
    a.file < b.file ? -1 : a.file > b.file ? 1 : a.start - b.start
  );
  return placed.map(({ diagnostic, file, start }) => {
    const end = diagnostic.range.end.bytePos;
    const bytes = Deno.readFileSync(`${real}/${file}`);
    const text = new TextDecoder().decode(bytes.subarray(start, end))
      .replaceAll(/\s+/g, " ");
    const around = new TextDecoder().decode(bytes.subarray(start, end + 400));
    const report = JSON.parse(diagnostic.message) as GuardReport;
    const key = `${file}\n${report.within}\n${text}`;
    const turn = (turns.get(key) ?? 0) + 1;
    turns.set(key, turn);
    return {
      ...report,
      id: createHash("sha256").update(`${key}\n${turn}`).digest("hex")
        .slice(0, 8),
      file,
      line: diagnostic.range.start.line,
      start,
      end,
      rule: [...text.matchAll(/"([a-z0-9-]+)"/g)]
        .map(([, name]) => name!).find((name) => name in RULES),
      says: says(report.kind === "finding" ? around : text),
    };
  });
}

/** The first text in `source` that is a sentence; without one, `source` cut short. */
function says(source: string): string {
  // What it is about to do is no message of its own.
  if (source.startsWith("throw diskError(")) return shorten(source);
  const texts = source.matchAll(/"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g);
  for (const [, quoted, template] of texts) {
    const text = (quoted ?? template ?? "").replaceAll(/\s+/g, " ")
      .replaceAll(/\\(["`])/g, "$1");
    if (text.replaceAll(/\$\{[^}]*\}?/g, "").trim().includes(" ")) {
      return shorten(text);
    }
  }
  return shorten(source.replaceAll(/\s+/g, " "));
}

function shorten(text: string): string {
  return text.length > 70 ? `${text.slice(0, 69)}…` : text;
}
