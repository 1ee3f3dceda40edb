import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";

/** Says what is wrong with a document; empty when it holds. */
export type Validator = (document: unknown) => readonly string[];

/**
 * A validator for a schema of draft 2020-12, or of an older draft as far as
 * both agree, which the schema of SARIF does.
 */
export function schemaValidator(
  schema: Readonly<Record<string, unknown>>,
): Validator {
  const { $schema, id: _id, ...rest } = schema;
  const recent = `${$schema}`.includes("2020-12");
  const ajv = recent
    ? new Ajv2020({
      allErrors: true,
      strict: true,
      strictRequired: false,
      allowUnionTypes: true,
    })
    : new Ajv({ allErrors: true, strict: false });
  ajv.addFormat("date-time", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
  ajv.addFormat("uri", (text) => URL.canParse(text));
  ajv.addFormat(
    "uri-reference",
    /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]*(%[0-9A-Fa-f]{2}[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]*)*$/,
  );
  const validate = ajv.compile(recent ? schema : rest);
  return (document) =>
    validate(document)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message, params }) =>
        `${instancePath} ${message} ${JSON.stringify(params)}`
      );
}
