import { fileURLToPath } from "node:url";

/** How one run of test files ended. */
export interface TestRun {
  /** Names of the tests and steps that failed, outermost first; none for a module that does not load. */
  readonly failed: readonly string[];
  readonly passed: boolean;
  /** Whether the run was ended because it did not end by itself. */
  readonly hung: boolean;
}

/** Options of {@linkcode runTests}. */
export interface TestRunOptions {
  /** Stop at the first failing test. */
  readonly failFast?: boolean;
  /** Folder that receives raw coverage, of every process that a test starts too. */
  readonly coverage?: string;
  /** Names of the tests to be run; all when absent. */
  readonly names?: readonly string[];
  /** File that receives the names of the tests by the guards that they reach. */
  readonly reached?: string;
  /** Milliseconds after which the run counts as hung. */
  readonly limit?: number;
}

/**
 * Runs test files of the tree at `root`, without type checking, as
 * `deno test` does. A run that hangs is ended with everything it started.
 */
export async function runTests(
  root: string,
  files: readonly string[],
  options: TestRunOptions = {},
): Promise<TestRun> {
  const { failFast = false, coverage, names, reached, limit = 300_000 } =
    options;
  const report = await Deno.makeTempFile({ suffix: ".xml" });
  try {
    // A session of its own, so that the whole of it can be ended.
    const child = new Deno.Command("setsid", {
      args: [
        "--wait",
        Deno.execPath(),
        ...["test", "--no-check", "--allow-all", "--quiet"],
        ...(failFast ? ["--fail-fast"] : []),
        `--junit-path=${report}`,
        ...(coverage === undefined
          ? []
          : [`--coverage=${coverage}`, "--coverage-raw-data-only"]),
        ...(names === undefined ? [] : [`--filter=${exactly(names)}`]),
        ...(reached === undefined
          ? []
          : [`--preload=${here("name_reach.ts")}`]),
        ...files,
      ],
      cwd: root,
      env: {
        NO_COLOR: "1",
        ...(coverage === undefined ? {} : { DENO_COVERAGE_DIR: coverage }),
        ...(reached === undefined ? {} : { GUARDS_REACHED: reached }),
      },
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    let hung = false;
    const timer = setTimeout(() => {
      hung = true;
      endGroupOf(child.pid);
    }, limit);
    const { success } = await child.status;
    clearTimeout(timer);
    return { failed: failures(report), passed: success, hung };
  } finally {
    await Deno.remove(report);
  }
}

/** Ends the sessions that are children of `pid`, and `pid`. */
function endGroupOf(pid: number): void {
  const text = (path: string) => {
    try {
      return Deno.readTextFileSync(path);
    } catch {
      return "";
    }
  };
  const children = text(`/proc/${pid}/task/${pid}/children`).split(" ");
  for (const child of children.filter(Boolean).map(Number)) {
    try {
      Deno.kill(-child, "SIGKILL");
    } catch {
      // It has ended meanwhile.
    }
  }
  try {
    Deno.kill(pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}

/** Names of the failed test cases of a JUnit report, which may be cut off or empty. */
function failures(report: string): string[] {
  const xml = Deno.readTextFileSync(report);
  const cases = xml.matchAll(
    /<testcase name="([^"]*)"[^>]*?(?:\/>|>([\s\S]*?)<\/testcase>)/g,
  );
  return [...cases].flatMap(([, name, body]) =>
    /<(?:failure|error)\b/.test(body ?? "")
      ? [
        name!.replaceAll("&quot;", '"').replaceAll("&lt;", "<")
          .replaceAll("&gt;", ">").replaceAll("&#39;", "'")
          .replaceAll("&apos;", "'").replaceAll("&amp;", "&"),
      ]
      : []
  );
}

/** A filter that only these tests pass. */
function exactly(names: readonly string[]): string {
  const escaped = names.map((name) =>
    name.replaceAll(/[\\^$.*+?()[\]{}|\/]/g, "\\$&")
  );
  return `/^(?:${escaped.join("|")})$/`;
}

/** Where a file of this folder lies. */
export function here(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
