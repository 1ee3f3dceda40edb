/** A JSON Schema, draft 2020-12, as far as it is used here. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * A JSON Schema together with the type of what it describes, so that a value
 * the program writes and the schema it prints cannot part: the compiler holds
 * the one against the other. Only the type of `is` counts; it is never set.
 */
export interface Schema<out T> {
  readonly json: JsonSchema;
  readonly is?: T;
}

/** What a schema describes. */
export type TypeOf<S> = S extends Schema<infer T> ? T : never;

/** Schemas by the key that they are for. */
export type Fields = Readonly<Record<string, Schema<unknown>>>;

/** An object with the keys of `R`, and with those of `O` where they are known. */
export type RecordOf<R extends Fields, O extends Fields> =
  & { readonly [K in keyof R]: TypeOf<R[K]> }
  & { readonly [K in keyof O]?: TypeOf<O[K]> };

/** A text. */
export function text(
  description: string,
  constraints: JsonSchema = {},
): Schema<string> {
  return { json: { type: "string", description, ...constraints } };
}

/** A whole number, 0 or more. */
export function count(description: string): Schema<number> {
  return { json: { type: "integer", minimum: 0, description } };
}

/** True or false. */
export function flag(description: string): Schema<boolean> {
  return { json: { type: "boolean", description } };
}

/** One of some texts. */
export function choice<const T extends readonly string[]>(
  description: string,
  values: T,
): Schema<T[number]> {
  return { json: { type: "string", enum: [...values], description } };
}

/** A list. */
export function list<T>(
  item: Schema<T>,
  constraints: JsonSchema = {},
): Schema<readonly T[]> {
  return { json: { type: "array", items: item.json, ...constraints } };
}

/** A value, or `null` where there is none. */
export function nullable<T>(schema: Schema<T>): Schema<T | null> {
  return { json: { anyOf: [schema.json, { type: "null" }] } };
}

/** An object; the keys of `optional` may be absent, further keys may come. */
export function record<
  R extends Fields,
  O extends Fields = Record<never, never>,
>(
  required: R,
  optional?: O,
  constraints: JsonSchema = {},
): Schema<RecordOf<R, O>> {
  const properties = Object.fromEntries(
    Object.entries({ ...required, ...optional })
      .map(([key, { json }]) => [key, json]),
  );
  return {
    json: {
      type: "object",
      properties,
      required: Object.keys(required),
      ...constraints,
    },
  };
}
