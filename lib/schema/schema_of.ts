import { NAME, REPOSITORY_URL, VERSION } from "../base/project.ts";
import { type Fields, type JsonSchema, list, record } from "./builder.ts";
import { DESCRIPTOR, LOCAL_LOCK, LOCK } from "./files.ts";
import { FINDING } from "./finding.ts";
import { type Output, OUTPUTS } from "./outputs.ts";

const FILES: ReadonlyMap<string, readonly [string, JsonSchema]> = new Map([
  ["descriptor", ["A block of a trust list", DESCRIPTOR]],
  ["lock", ["The committed lock", LOCK]],
  ["local-lock", ["The local lock", LOCAL_LOCK]],
]);

const COMMANDS = new Map<string, Output<Fields, Fields>>(
  Object.entries(OUTPUTS),
);

/** Every name that {@linkcode schemaOf} knows. */
export const SCHEMA_NAMES: readonly string[] = [
  ...FILES.keys(),
  ...COMMANDS.keys(),
];

/** The JSON Schema (draft 2020-12) of a file, or of a command's `--json` document; `undefined` for another name. */
export function schemaOf(name: string): JsonSchema | undefined {
  const file = FILES.get(name);
  const output = COMMANDS.get(name);
  if (file !== undefined) return headed(name, file[0], file[1]);
  if (output === undefined) return undefined;
  const title = `What \`${NAME} ${name} --json\` writes`;
  return headed(name, title, documentSchema(name, output));
}

/** A command that failed may have nothing of its own to say: only a good one has all its keys. */
function documentSchema(
  name: string,
  { always, sometimes }: Output<Fields, Fields>,
): JsonSchema {
  const common = record({
    schema: { json: { const: `${NAME}/${name}@1` } },
    ok: {
      json: { type: "boolean", description: "Whether the exit code is 0" },
    },
    findings: list(FINDING),
  }, { ...always, ...sometimes });
  const required = Object.keys(always);
  return required.length === 0 ? common.json : {
    ...common.json,
    if: { properties: { ok: { const: true } } },
    then: { required },
  };
}

function headed(name: string, title: string, schema: JsonSchema): JsonSchema {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: `${REPOSITORY_URL}/schemas/${name}@1.json`,
    title,
    $comment: `${NAME} ${VERSION}`,
    ...schema,
  };
}
