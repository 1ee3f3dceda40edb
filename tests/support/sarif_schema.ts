import schema from "../fixtures/sarif/sarif-schema-2.1.0.json" with {
  type: "json",
};
import { schemaValidator } from "./schema_validator.ts";

/** What the schema of SARIF 2.1.0 has against a document. */
export const sarifSchemaFaults = schemaValidator(schema);
