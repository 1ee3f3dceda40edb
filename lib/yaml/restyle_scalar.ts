import type { YamlScalar } from "./node.ts";
import { quoteScalar } from "./quote_scalar.ts";

/**
 * Writes `value` for the place where a scalar of `style` stood: quoted as it
 * was where that holds the new text too, else as `quoteScalar` decides. A
 * plain scalar stays plain only where every reader of YAML takes the new text
 * for text (`1.10` is a number to most). The result stands on one line.
 *
 * Throws `RangeError` when `value` holds half a surrogate pair.
 */
export function restyleScalar(
  value: string,
  style: YamlScalar["style"],
): string {
  const quoted = quoteScalar(value);
  // deno-lint-ignore no-control-regex -- a quote must hold no control character
  const visible = !/[\u0000-\u001f\u007f-\u00a0]/.test(value) &&
    quoteScalar(`"${value}`) === `"\\"${value.replace(/["\\]/g, "\\$&")}"`;
  switch (style) {
    case "single":
      return visible ? `'${value.replaceAll("'", "''")}'` : quoted;
    case "double":
      return quoted.startsWith('"') ? quoted : `"${quoted}"`;
    default:
      return TEXT.test(value) ? value : quoted;
  }
}

/**
 * Digests and versions of three numbers: they begin with a digit and are still
 * no number, date or sexagesimal to any reader. A digest of digits alone, or
 * with a single `e` among them, is one.
 */
const TEXT =
  /^(?:[0-9]+\.[0-9]+\.[0-9]+(?:[-+.][0-9A-Za-z]+)*|(?=[0-9a-f]{2}[0-9]*[0-9a-f]*[a-df])[0-9a-f]{40,128})$/;
