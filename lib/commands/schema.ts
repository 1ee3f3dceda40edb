import { UsageError } from "../base/errors.ts";
import { nearest } from "../base/nearest.ts";
import { printable } from "../report/printable.ts";
import type { DocumentOf } from "../schema/outputs.ts";
import { SCHEMA_NAMES, schemaOf } from "../schema/schema_of.ts";
import type { CommandContext, CommandResult } from "./command.ts";

/**
 * `schema [<name>]`: the JSON Schema of a file or of a command's document;
 * without a name, the names. Throws `UsageError` for one that has none.
 */
export function run(context: CommandContext): Promise<CommandResult> {
  const [name] = context.arguments;
  return Promise.resolve(name === undefined ? names() : one(name));
}

function names(): CommandResult {
  const document: DocumentOf<"schema"> = { names: SCHEMA_NAMES };
  return { document, findings: [], text: `${SCHEMA_NAMES.join("\n")}\n` };
}

function one(name: string): CommandResult {
  const schema = schemaOf(name);
  if (schema === undefined) {
    const near = nearest(name, SCHEMA_NAMES);
    throw new UsageError(
      "usage",
      `\`${printable(name)}\` has no schema${
        near === undefined
          ? "; `skill-sources schema` lists what has one."
          : `: did you mean \`${near}\`?`
      }`,
    );
  }
  const document: DocumentOf<"schema"> = { json_schema: schema };
  return {
    document,
    findings: [],
    text: `${JSON.stringify(schema, null, 2)}\n`,
  };
}
