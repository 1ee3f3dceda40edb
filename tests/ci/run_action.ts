import { load } from "js-yaml";
import { PROJECT_ROOT } from "../support/source_files.ts";
import { runScript, type ScriptRun } from "./run_script.ts";

interface Step {
  readonly name: string;
  readonly id?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run: string;
}

/** `action.yml` as far as it is interpreted here. */
export interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

/** The action of this repository. */
export async function readAction(): Promise<Action> {
  return load(await Deno.readTextFile(`${PROJECT_ROOT}/action.yml`)) as Action;
}

/**
 * Does what a runner does with a composite action: fills expressions in `env`
 * and `if`, runs each step by bash with `-eo pipefail`, and after the first that
 * fails only those with `always()`. An expression it does not know is an error.
 *
 * @param workspace absolute folder of the checkout
 * @param temp absolute folder for the runner's own files
 */
export async function runAction(
  inputs: Readonly<Record<string, string>>,
  workspace: string,
  temp: string,
): Promise<ScriptRun & { readonly steps: readonly string[] }> {
  const action = await readAction();
  const value = (expression: string): string => {
    const name = expression.trim();
    if (name === "github.action_path") return PROJECT_ROOT;
    if (name === "github.workspace") return workspace;
    const input = name.replace(/^inputs\./, "");
    const found = inputs[input] ?? action.inputs[input]?.default;
    if (found === undefined) throw new Error(`unknown: ${expression}`);
    return found;
  };
  const holds = (condition: string) =>
    condition.split("&&").every((part) => {
      if (part.trim() === "always()") return true;
      const match = /^\s*(\S+) (==|!=) '([^']*)'\s*$/.exec(part);
      if (match === null) throw new Error(`unknown: ${part}`);
      return (value(match[1]!) === match[3]) === (match[2] === "==");
    });
  const steps: string[] = [];
  let code = 0;
  let stdout = "";
  let stderr = "";
  for (const step of action.runs.steps) {
    if (step.if !== undefined && !holds(step.if)) continue;
    if (code !== 0 && step.if?.includes("always()") !== true) continue;
    steps.push(step.name);
    const env = Object.fromEntries(
      Object.entries(step.env ?? {}).map(([name, text]) => [
        name,
        text.replace(/\$\{\{(.*?)\}\}/g, (_, inner) => value(inner)),
      ]),
    );
    const run = await runScript(step.run, workspace, temp, env);
    stdout += run.stdout;
    stderr += run.stderr;
    code ||= run.code;
  }
  return { code, stdout, stderr, steps };
}
