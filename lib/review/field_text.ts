import type { FieldValue } from "../skills/read_skill.ts";

/**
 * A frontmatter value as text for a person: a scalar as it is written,
 * anything else as JSON on one line.
 */
export function fieldText(value: FieldValue): string {
  return typeof value === "string" ? value : fieldJson(value);
}

/**
 * A frontmatter value as JSON on one line. A list of one text is not that
 * text, and the order of keys counts, as it does for who reads the file.
 */
export function fieldJson(value: FieldValue): string {
  return JSON.stringify(plain(value));
}

function plain(value: FieldValue): unknown {
  if (typeof value === "string") return value;
  if (!(value instanceof Map)) {
    return (value as readonly FieldValue[]).map(plain);
  }
  const object = Object.create(null) as Record<string, unknown>;
  for (const [key, member] of value) object[key] = plain(member);
  return object;
}
