const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const INITIAL_BIAS = 72;
const INITIAL_N = 128;
const ACE_PREFIX = "xn--";
/** Characters of a label, at most, as DNS has it. */
const MAX_LABEL = 63;

/**
 * A host with its `xn--` labels in the letters they stand for (RFC 3492). A
 * label that stands for nothing stays as it is.
 */
export function hostToUnicode(host: string): string {
  return host.split(".").map((label) => {
    if (!label.startsWith(ACE_PREFIX) || label.length > MAX_LABEL) return label;
    return decodePunycode(label.slice(ACE_PREFIX.length)) ?? label;
  }).join(".");
}

/** The text that `encoded` stands for; `undefined` when it is no Punycode. */
function decodePunycode(encoded: string): string | undefined {
  const cut = encoded.lastIndexOf("-");
  const points = cut < 0
    ? []
    : Array.from(encoded.slice(0, cut), (letter) => letter.codePointAt(0)!);
  let n = INITIAL_N;
  let i = 0;
  let bias = INITIAL_BIAS;
  for (let at = cut + 1; at < encoded.length;) {
    const start = i;
    let weight = 1;
    for (let k = BASE;; k += BASE) {
      const digit = digitOf(encoded[at++]);
      if (digit === undefined) return undefined;
      i += digit * weight;
      const t = Math.min(Math.max(k - bias, T_MIN), T_MAX);
      if (digit < t) break;
      weight *= BASE - t;
      if (weight > 0x7fffffff) return undefined;
    }
    const length = points.length + 1;
    bias = adapt(i - start, length, start === 0);
    n += Math.floor(i / length);
    i %= length;
    if (n > 0x10ffff || (n >= 0xd800 && n <= 0xdfff)) return undefined;
    points.splice(i++, 0, n);
  }
  return points.length === 0 ? undefined : String.fromCodePoint(...points);
}

function digitOf(letter: string | undefined): number | undefined {
  if (letter === undefined) return undefined;
  if (/^[a-z]$/.test(letter)) return letter.charCodeAt(0) - 97;
  return /^[0-9]$/.test(letter) ? letter.charCodeAt(0) - 48 + 26 : undefined;
}

function adapt(delta: number, length: number, first: boolean): number {
  let rest = first ? Math.floor(delta / DAMP) : Math.floor(delta / 2);
  rest += Math.floor(rest / length);
  let k = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) {
    rest = Math.floor(rest / (BASE - T_MIN));
  }
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}
