import { fileURLToPath } from "node:url";
import { permissionFlags } from "../../lib/cli/permissions.ts";
import { findCommand } from "../../lib/cli/table.ts";
import { schemaOf } from "../../lib/schema/schema_of.ts";
import { schemaValidator, type Validator } from "./schema_validator.ts";

/** What one run of the program did. */
export interface CliRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The one JSON document on stdout. Throws when it is none. */
  json<T = CliDocument>(): T;
}

/** What every `--json` document has (contract section 7). */
export interface CliDocument {
  readonly schema: string;
  readonly ok: boolean;
  readonly findings: readonly {
    readonly rule: string;
    readonly level: "error" | "warning" | "note";
    readonly message: string;
    readonly source?: string;
    readonly skill?: string;
    readonly path?: string;
    readonly line?: number;
    readonly fix?: string;
  }[];
}

/** Options of {@linkcode runCli}. */
export interface CliOptions {
  /** The caller's folder. */
  readonly cwd: string;
  /** Variables the program sees beside PATH, HOME, NO_COLOR and DENO_DIR. */
  readonly env?: Readonly<Record<string, string>>;
  /** Flags of `deno run` instead of those the command needs. */
  readonly permissions?: readonly string[];
  /** PEM file of an authority that the program shall trust. */
  readonly ca?: string;
  /** The umask that the program is started with, octal digits. */
  readonly umask?: string;
}

const CLI = fileURLToPath(new URL("../../cli.ts", import.meta.url));

/**
 * Runs the program as a user does, in a process of its own, with exactly the
 * permissions that its command needs, an empty home and none
 * of the variables of the process that runs the tests.
 */
export async function runCli(
  args: readonly string[],
  options: CliOptions,
): Promise<CliRun> {
  const flags = options.permissions ??
    permissionFlags(
      (findCommand(args[0] ?? "") ?? findCommand(args.slice(0, 2).join(" ")))
        ?.needs ?? "nothing",
    );
  const certificate = options.ca === undefined ? [] : ["--cert", options.ca];
  const line = [
    Deno.execPath(),
    ...["run", ...flags, ...certificate, CLI, ...args],
  ];
  // A shell sets it for the child alone: tests share their own process's.
  const [program, ...words] = options.umask === undefined ? line : [
    "/bin/sh",
    ...["-c", `umask ${options.umask}; exec "$@"`, "sh", ...line],
  ];
  const { code, stdout, stderr } = await new Deno.Command(program!, {
    args: words,
    cwd: options.cwd,
    clearEnv: true,
    env: {
      PATH: Deno.env.get("PATH") ?? "",
      HOME: "/nonexistent",
      NO_COLOR: "1",
      DENO_DIR: await denoDir(),
      DENO_NO_UPDATE_CHECK: "1",
      ...options.env,
    },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  const text = new TextDecoder().decode(stdout);
  const errors = new TextDecoder().decode(stderr);
  return {
    code,
    stdout: text,
    stderr: errors,
    json<T>() {
      let document: CliDocument;
      try {
        document = JSON.parse(text);
      } catch (cause) {
        const said = `exit ${code}\n${text}\n${errors}`;
        throw new Error(`stdout is not one JSON document: ${said}`, { cause });
      }
      return held(document) as T;
    },
  };
}

let cacheFolder: Promise<string> | undefined;

/** The module cache of the running Deno, which an empty home would hide. */
export function denoDir(): Promise<string> {
  cacheFolder ??= (async () => {
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["info", "--json"],
      stderr: "null",
    }).output();
    return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
  })();
  return cacheFolder;
}

const validators = new Map<string, Validator>();

/** The document, which has to hold to the schema that the program prints for it. */
function held(document: CliDocument): unknown {
  const name = /^skill-sources\/(.+)@1$/.exec(document.schema)?.[1] ?? "";
  const schema = schemaOf(name);
  if (schema === undefined) throw new Error(`${name} has no schema`);
  const validate = validators.get(name) ?? schemaValidator(schema);
  validators.set(name, validate);
  const faults = validate(document);
  if (faults.length > 0) throw new Error(faults.join("\n"));
  return document;
}
