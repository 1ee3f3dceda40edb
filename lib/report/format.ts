/** How a result may be written (contract section 6). */
export const FORMATS = ["text", "json", "sarif", "github", "junit"] as const;

/** One of {@linkcode FORMATS}. */
export type Format = typeof FORMATS[number];

/** The format that the option `--format` asks for; what is a command's own, such as `md`, is text. */
export function formatOf(value: unknown): Format {
  return FORMATS.find((format) => format === value) ?? "text";
}
